import ArgumentParser
import HTMLReports
import JSON
import Playback
import Scenarios

/// The command `giftty check`, which runs scenarios and compares the results with their expectations.
struct CheckCommand: AsyncParsableCommand {
    /// The format of the results.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, junit, json
    }

    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Runs scenarios and checks their expectations; exits 1 if one is not met.",
        discussion: """
            Scenarios run side by side on all cores; the report has them in the order in which they were named, those \
            of a folder by name. For an expectation that is not met it shows the lines of the trace that led to it.
            """)

    @Argument(
        help: ArgumentHelp(
            "Scenario files, folders with scenarios, recorded sessions, names of built-in scenarios, or - for standard "
                + "input."),
        completion: .scenarios)
    var scenarios: [String]

    @OptionGroup var set: SetOptions

    @OptionGroup var promises: PropertyOptions

    @Option(help: "text, junit for one XML report, or json for an object a scenario.")
    var format = Format.text

    @OptionGroup var picture: TextPictureOption

    @OptionGroup var page: HTMLOption

    func run() async throws {
        try picture.check(isText: format == .text)
        try page.check()
        let overrides = try set.playback()
        let properties = try promises.read().map { Expectation(.property($0)) }
        let start = WallClock.now
        let paths = try ScenarioFiles.expandingFolders(scenarios)
        try OutputFile.check([picture.svg, page.path], differFrom: paths + promises.files)
        let results = try await Self.results(
            of: paths, expecting: properties, overriding: overrides)
        // The scenarios were checked in parallel, but the messages must have their order.
        for result in results { result.skippedLines.report(path: result.path) }
        try page.write { limit in
            try HTMLReport(
                checked: results.map(\.checkedSession), overriding: overrides, figures: .array(results.map(\.json)),
                limit: limit)
        }
        var output = Output.standard()
        switch format {
        case .text: try picture.write(CheckReport(results).lines)
        case .json: for result in results { try output.writeLine(result.json) }
        case .junit: for line in JUnitReport(results, start: start).lines { try output.writeLine(encoded: line) }
        }
        try output.flush()
        if results.contains(where: { !$0.failures.isEmpty }) { throw CommandFailure.silent(.checkFailed) }
    }

    /// Checks all scenarios in parallel on all cores.
    ///
    /// - Returns: The results, in the order of the scenarios.
    /// - Throws: The error of the first scenario that has one.
    private static func results(
        of scenarios: [String], expecting properties: [Expectation], overriding overrides: [Setting]
    ) async throws(CommandFailure) -> [CheckResult] {
        let catalogue = try ScenarioSource.catalogue()
        let outcomes = await withTaskGroup(of: (Int, Result<CheckResult, CommandFailure>).self) { group in
            for (index, scenario) in scenarios.enumerated() {
                group.addTask {
                    (
                        index,
                        CheckResult.result { () throws(CommandFailure) in
                            try CheckResult(
                                checking: scenario, catalogue: catalogue, expecting: properties, overriding: overrides)
                        }
                    )
                }
            }
            var outcomes = [Result<CheckResult, CommandFailure>?](repeating: nil, count: scenarios.count)
            for await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes.compactMap { $0 }
        }
        var results: [CheckResult] = []
        for outcome in outcomes { results.append(try outcome.get()) }
        return results
    }
}
