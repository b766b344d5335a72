import ArgumentParser
import HTMLReports
import PolicyComparison
import PolicyReports
import Scenarios

/// The command `giftty sweep`, which runs sessions with many values of one setting.
struct SweepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep", abstract: "Runs scenarios with many values of one setting and draws the results.",
        discussion: """
            Any setting that is a number or a length of time can be swept. Of several scenarios the counts, values and \
            times are added up and percentiles are taken over all gifts; --format csv and json have each one's too. As \
            replaceAt matters in replace mode alone, its sweep is in that mode unless --set says otherwise.

            Examples:
              giftty sweep late.yaml --replace-at 0:1:0.05
              giftty sweep evening.ndjson --over maxWaiting=0:50:5
              giftty sweep one.yaml two.yaml --over gap=0:3s:250ms --format csv
              giftty sweep late.yaml --replace-at 0:1:0.01 --output late.svg
            """)

    @Argument(help: "Scenario files, folders with scenarios, feeds, recorded sessions, or names of built-in scenarios.")
    var scenarios: [String]

    @Option(help: ArgumentHelp("The setting and its values.", valueName: "key=from:to:step"))
    var over: String?

    @Option(help: ArgumentHelp("Short for --over replaceAt=….", valueName: "from:to:step"))
    var replaceAt: String?

    @OptionGroup var set: SetOptions

    @OptionGroup var report: ReportOptions

    @OptionGroup var page: HTMLOption

    func run() async throws {
        try report.check(formats: [.text, .csv, .json, .svg])
        try page.check()
        let axis = try axis()
        var settings = try set.playback()
        guard !settings.contains(where: { $0.key == axis.key }) else {
            throw CommandFailure(.usage, "--set: \(axis.key.name) cannot be set, because it is swept")
        }
        if axis.key == .replaceAt, !settings.contains(where: { $0.key == .mode }) {
            settings.insert(.mode(.replace), at: 0)
        }
        var sources: [SessionSource] = []
        for scenario in try ScenarioFiles.expandingFolders(scenarios) {
            sources.append(try ScenarioSource(argument: scenario).session)
        }
        let sweep = try await withBadDataErrors { [sources, settings] in
            try await Sweep(of: sources, over: axis, with: settings)
        }
        for source in sources { source.reportSkippedLines() }
        try page.write { limit in
            HTMLReport(sweep, figures: sweep.points.count * sweep.paths.count <= limit ? sweep.json : nil, limit: limit)
        }
        switch report.chosenFormat {
        case .text: try report.write(SweepText(sweep, report.style).lines)
        case .csv: try report.write(sweep.csv)
        case .json: try report.write([sweep.json.text])
        case .svg: try report.write(SweepPicture(sweep).svg)
        }
    }

    private func axis() throws(CommandFailure) -> SweepAxis {
        let (option, text) =
            switch (over, replaceAt) {
            case (let over?, nil): ("--over \(over)", over)
            case (nil, let values?): ("--replace-at \(values)", "replaceAt=\(values)")
            case (nil, nil): throw CommandFailure(.usage, "expected --replace-at or --over, found none of them")
            case (_?, _?): throw CommandFailure(.usage, "expected --replace-at or --over, found both")
            }
        do throws(SweepAxis.SyntaxError) {
            return try SweepAxis(text)
        } catch {
            throw CommandFailure(.usage, "\(option): \(error)")
        }
    }
}
