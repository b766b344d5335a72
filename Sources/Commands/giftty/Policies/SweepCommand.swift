import ArgumentParser
import HTMLReports
import PlayerSettings
import PolicyComparison
import PolicyEvaluation
import PolicyReports
import Scenarios
import SessionResults

/// The command `giftty sweep`, which runs sessions with many values of one setting.
struct SweepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep", abstract: "Runs scenarios with many values of one setting and draws the results.",
        discussion: """
            Any setting that is a number or a length of time can be swept. Of several scenarios the counts, values and \
            times are added up and percentiles are taken over all gifts; --format csv and json have each one's too, and \
            the text and JSON tell which values differ from the first one, corrected for the number of comparisons. The \
            memory does not grow with their number, except with --format json. With --resume a run over many sessions \
            that was interrupted goes on where it was. As replaceAt matters in replace mode alone, its sweep is in that \
            mode unless --set says otherwise.

            Examples:
              giftty sweep late.yaml --replace-at 0:1:0.05
              giftty sweep evening.ndjson --over maxWaiting=0:50:5
              giftty sweep one.yaml two.yaml --over gap=0:3s:250ms --format csv
              giftty sweep late.yaml --replace-at 0:1:0.01 --output late.svg
              giftty sweep evenings/ --replace-at 0:1:0.1 --resume swept
            """)

    @Argument(
        help:
            "Scenarios, feeds, recorded sessions, folders, patterns such as 'x/*.jsonl', @FILE lists, built-in scenarios.",
        completion: .scenarios)
    var scenarios: [String]

    // Both are lists, so that a second one is refused and not swept in place of the first.
    @Option(
        parsing: .singleValue, help: ArgumentHelp("The setting and its values.", valueName: "key=from:to:step"),
        completion: .assignments)
    var over: [String] = []

    @Option(
        parsing: .singleValue, help: ArgumentHelp("Short for --over replaceAt=….", valueName: "from:to:step"))
    var replaceAt: [String] = []

    @OptionGroup var set: SetOptions

    @OptionGroup var group: GroupOptions

    @OptionGroup var resume: ResumeOption

    @OptionGroup var logs: LogOptions

    @OptionGroup var report: ReportOptions<ComparisonFormat>

    @OptionGroup var page: HTMLOption

    func run() async throws {
        try report.check()
        try page.check()
        let axis = try axis()
        var settings = try set.playback()
        guard !settings.contains(where: { $0.key == axis.key }) else {
            throw CommandFailure(.usage, "--set: \(axis.key.name) cannot be set, because it is swept")
        }
        if axis.key == .replaceAt, !settings.contains(where: { $0.key == .mode }) {
            settings.insert(.mode(.replace), at: 0)
        }
        let groupings = try group.read()
        let sessions = try logs.sessions(scenarios)
        try OutputFile.check([report.output, page.path], differFrom: sessions.inputs)
        let groups = try sessions.groups(groupings)
        let common = settings.map { " with \($0)" }.joined()
        // A single session has nothing to go on with, and what is reported of it by kind and sender is not kept.
        let journal =
            sessions.names.count > 1
            ? try resume.journal(of: "sweep of \(axis.key.name)\(common)", axis.values.map(\.description), sessions)
            : nil
        var differences = SweepDifferences(values: sessions.names.count > 1 ? axis.values.count : 0)
        let progress = SessionProgress(of: sessions.names.count, journal)
        // A page has the figures of each session only of so many as it has room for.
        let size = axis.values.count * sessions.names.count
        let keepsSessions =
            report.chosenFormat == .json || page.path != nil && size <= HTMLReport.maxEntries
        var table = report.chosenFormat == .csv ? try SweepTable(axis, in: report.open()) : nil
        let sweep = try await withBadDataErrors {
            defer { progress.finish() }
            var number = 0
            return try await Sweep(
                of: sessions.names, over: axis, with: settings, keepingSessions: keepsSessions, journal: journal,
                open: { try sessions.open(sessions.names[$0]) }, played: { progress.add($0) }
            ) { result in
                try table?.add(sessions.names[number], result.figures)
                differences.add(result.figures, groups: groups.isEmpty ? [] : groups[number])
                number += 1
            }
        }
        try page.write { [differences] limit in
            let isSmall = keepsSessions && size <= limit
            return HTMLReport(sweep, figures: isSmall ? sweep.json(differences) : nil, limit: limit)
        }
        switch report.chosenFormat {
        case .text:
            let words = SweepDifferencesText(differences, over: axis).lines
            try report.write(SweepText(sweep, report.style).lines + (words.isEmpty ? [] : [""] + words))
        case .csv: try table?.finish()
        case .json: try report.write([sweep.json(differences).text])
        case .svg: try report.write(SweepPicture(sweep).svg)
        }
        try journal.checkIsComplete()
    }

    private func axis() throws(CommandFailure) -> SweepAxis {
        let axes =
            over.map { (option: "--over \($0)", text: $0) }
            + replaceAt.map { (option: "--replace-at \($0)", text: "replaceAt=\($0)") }
        guard let (option, text) = axes.first else {
            throw CommandFailure(.usage, "expected --replace-at or --over, found none of them")
        }
        guard over.isEmpty || replaceAt.isEmpty else {
            throw CommandFailure(.usage, "expected --replace-at or --over, found both")
        }
        guard axes.count == 1 else {
            let name = over.isEmpty ? "--replace-at" : "--over"
            throw CommandFailure(.usage, "\(name): expected one setting to sweep, found \(axes.count)")
        }
        do throws(SweepAxis.SyntaxError) {
            return try SweepAxis(text)
        } catch {
            throw CommandFailure(.usage, "\(option): \(error)")
        }
    }
}
