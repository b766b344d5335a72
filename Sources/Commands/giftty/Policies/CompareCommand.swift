import ArgumentParser
import HTMLReports
import PlayerSettings
import PolicyComparison
import PolicyEvaluation
import PolicyReports
import Recordings
import Scenarios

/// The command `giftty compare`, which runs the same session under several policies.
struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Runs a scenario under several policies and shows where they differ.",
        discussion: """
            Without --policy the two modes are compared, everything else being as the scenario has it. A policy is a name \
            and the settings it changes; the name may be left out, queue and replace stand for the modes, and a path \
            that ends in .yaml for the settings of a configuration file. The other policies are compared with the first \
            one. Of several sessions the report is that of giftty evaluate: figures of all, and differences with their \
            intervals; with --resume a run that was interrupted goes on where it was.

            Examples:
              giftty compare late.yaml
              giftty compare late.yaml --policy replace --policy hold:replace,early=hold
              giftty compare late.yaml --policy live.yaml --policy slow:live.yaml,gap=2s
              giftty compare evening.ndjson --from 1m --to 90s
              giftty compare late.yaml --output late.svg
              giftty compare evenings/ --policy queue --policy replace --resume kept
            """)

    @Argument(
        help: ArgumentHelp(
            "Scenarios, feeds, recorded sessions, folders, patterns such as 'x/*.jsonl', @FILE lists, built-in scenarios, "
                + "or - for standard input."),
        completion: .scenarios)
    var scenarios: [String]

    @Option(
        name: .customLong("policy"), parsing: .singleValue,
        help: ArgumentHelp("A policy to compare; may be repeated.", valueName: "name:key=value,…"),
        completion: .policies)
    var policies: [String] = []

    @OptionGroup var set: SetOptions

    @Option(
        help: ArgumentHelp("Where the timelines begin; the figures always count everything.", valueName: "12s"),
        transform: DurationArgument.parse)
    var from: DurationArgument?

    @Option(help: ArgumentHelp("Where the timelines end.", valueName: "30s"), transform: DurationArgument.parse)
    var to: DurationArgument?

    @OptionGroup var group: GroupOptions

    @OptionGroup var resume: ResumeOption

    @OptionGroup var logs: LogOptions

    @OptionGroup var report: ReportOptions<ComparisonFormat>

    @OptionGroup var page: HTMLOption

    func run() async throws {
        try report.check()
        try page.check()
        let window = (from?.time ?? 0)..<max(from?.time ?? 0, to?.time ?? .max)
        guard !window.isEmpty else { throw CommandFailure(.usage, "--to: expected a time after --from") }
        let policies = try Policy.all(policies, common: try set.playback())
        let groupings = try group.read()
        let sessions = try logs.sessions(scenarios)
        try OutputFile.check([report.output, page.path], differFrom: sessions.inputs)
        guard sessions.names.count == 1 else { return try await compareMany(sessions, policies, groupings) }
        guard resume.folder == nil else {
            throw CommandFailure(.usage, "--resume: expected several sessions, found one")
        }
        let source = ScenarioSource(try sessions.only(), isRepeatable: true)
        let comparison = try await withBadDataErrors {
            try await Comparison(of: source.session, under: policies, window: window)
        }
        source.session.reportSkippedLines()
        try page.write { limit in
            // The timelines of a long session make up most of its figures.
            let figures = limit > 0 && comparison.entryCount <= limit ? comparison.json : nil
            return try HTMLReport(comparison, of: source.session, figures: figures, limit: limit)
        }
        switch report.chosenFormat {
        case .json: try report.write([comparison.json.text])
        case .csv: try report.write(comparison.csv)
        case .svg: try report.write(ComparisonPicture(comparison).svg)
        case .text: try report.write(ComparisonText(comparison, report.style).lines)
        }
    }

    /// Prints the report of `giftty evaluate`: nobody reads the timelines of many sessions.
    private func compareMany(
        _ sessions: SessionSet, _ policies: [Policy], _ groupings: [SessionGrouping]
    ) async throws {
        guard report.chosenFormat != .svg, from == nil, to == nil else {
            throw CommandFailure(
                .usage, "expected one session with --from, --to or svg, found \(sessions.names.count)")
        }
        let (evaluation, journal) = try await sessions.evaluation(
            of: policies, groupings: groupings, resume: resume)
        evaluation.reportBroken()
        try page.write { HTMLReport(evaluation, figures: evaluation.json, limit: $0) }
        try evaluation.write(report)
        try journal.checkIsComplete()
        if !evaluation.broken.isEmpty, !logs.keepGoing { throw CommandFailure.silent(.badData) }
    }
}

extension Comparison {
    /// The number of entries of all timelines.
    fileprivate var entryCount: Int {
        sessions.reduce(events.count) { count, session in
            let timeline = session.timeline
            return count + timeline.presentations.count + timeline.unshownGifts.count + timeline.backlog.count
        }
    }
}

/// Runs `work` and converts errors in the events of scenarios and feeds to failures with exit status 65.
func withBadDataErrors<Result>(_ work: () async throws -> Result) async throws -> Result {
    do {
        return try await work()
    } catch let error as ConfigurationError {
        throw CommandFailure(.badData, error.description)
    }
}

/// Runs `work` and converts errors in the events of scenarios and feeds to failures with exit status 65.
func withBadDataErrors<Result>(_ work: () throws -> Result) throws -> Result {
    do {
        return try work()
    } catch let error as ConfigurationError {
        throw CommandFailure(.badData, error.description)
    }
}
