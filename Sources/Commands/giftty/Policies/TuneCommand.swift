import ArgumentParser
import CommandLineSupport
import ExactNumbers
import HTMLReports
import Playback
import PlayerSettings
import PolicyReports
import PolicyTuning

/// The command `giftty tune`, which searches settings for a goal.
struct TuneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune", abstract: "Searches the best settings for many sessions, and proves promises of them.",
        discussion: """
            Settings are tried on a part of the sessions, and those that no others beat are judged on the rest, which was \
            held out. Each is explored for the promises: they hold in all states, or there is a shortest counterexample. \
            The answer has the settings as a configuration file and as the body of the store's PUT /settings.

            A space of at most --tries settings is tried whole, a larger one by NSGA-II. Without --search the space is:
              \(SearchSpace.usual.joined(separator: "\n  "))

            Figures: \(TuningFigure.names.joined(separator: ", ")), p95(waiting), p50(waiting, 1000+) …

            The exit status is 0 if settings keep all limits and promises, else 1; 65 if a session is broken.

            Examples:
              giftty tune sessions/ --maximise valueSeen --promise promises.yaml
              giftty tune sessions/ --maximise valueSeen --subject-to 'p95(waiting) < 20s'
              giftty tune sessions/ --minimise valueNotSeen --search replaceAt=0:1:0.05
              giftty tune sessions/ --maximise valueSeen --set mode=replace \\
                --search 'replaceAt@1000+=room,0.6,0.9'
            """)

    @Argument(
        help: ArgumentHelp(
            "Scenarios, feeds, recorded sessions, folders with them, patterns such as 'x/*.jsonl', or @FILE with one a line.",
            valueName: "session"))
    var sessions: [String]

    @OptionGroup var search: SearchOptions

    @Option(
        name: .customLong("promise"), parsing: .singleValue,
        help: ArgumentHelp(
            "A promise over time, or a YAML file of promises, each as name: text; may be repeated.",
            valueName: "promise|file.yaml"))
    var promises: [String] = []

    @OptionGroup var exploration: ExplorationOptions

    @OptionGroup var set: SetOptions

    @OptionGroup var group: GroupOptions

    @Option(
        help: "The seed of the split, the search and the resamples; the same seed gives the same answer (default: 1).",
        transform: WholeNumber.parseSeed)
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("The number of threads; does not change the result.", valueName: "n"),
        transform: WholeNumber.parser(min: 1))
    var jobs: Int?

    @Flag(help: "Exit with 0 although sessions are broken.")
    var keepGoing = false

    @OptionGroup var logs: MappingOptions

    @Option(
        help: ArgumentHelp(
            "Write the settings of each point, and the counterexamples, as files into this folder.",
            valueName: "folder"))
    var emit: String?

    @OptionGroup var report: ReportOptions<TuningFormat>

    @OptionGroup var page: HTMLOption

    func run() async throws {
        try report.check()
        try page.check()
        let plan = try self.plan()
        let groupings = try group.read()
        let sessions = try SessionSet(sessions, logs)
        // A promise in words names no file.
        try OutputFile.check([report.output, page.path], differFrom: sessions.inputs + promises)
        let tuning = try await tuning(of: sessions, groups: try sessions.groups(groupings), plan)
        for session in tuning.broken { StandardError.write(line: "giftty: \(session.problem)") }
        let result = TuningResult(tuning: tuning, options: exploration)
        try page.write { limit in
            try HTMLReport(tuning, documents: result.documents, figures: result.json, limit: limit)
        }
        if let emit { try result.write(to: emit) }
        switch report.chosenFormat {
        case .json: try report.write([result.json.text])
        case .text: try report.write(TuningText(tuning, documents: result.documents).lines)
        }
        if !tuning.broken.isEmpty || sessions.wrongRows > 0, !keepGoing { throw CommandFailure.silent(.badData) }
        if tuning.proven.isEmpty { throw CommandFailure.silent(.checkFailed) }
    }

    private func plan() throws(CommandFailure) -> TuningPlan {
        let common = try set.playback()
        var settings = Settings()
        for setting in common { settings.apply(setting) }
        let exploration = try exploration.plan(settings)
        let files = promises.filter { FileExtension.of($0).map { ["yaml", "yml"].contains($0) } ?? false }
        let texts = promises.filter { !files.contains($0) }
        let properties = try PropertyOptions.read(
            texts.map { ("--promise", $0) }, files: files, kinds: exploration.kinds.map(\.name))
        var plan = TuningPlan(
            goal: try search.goal(), space: try search.space(fixed: common), common: common,
            certificates: CertificatePlan(exploration, promises: properties))
        plan.heldOutShare = try search.heldOutShare()
        plan.tries = search.tries
        plan.maxPoints = search.points
        plan.seed = seed
        return plan
    }

    /// Runs the tuning with a progress bar on a terminal.
    private func tuning(
        of sessions: SessionSet, groups: [[UInt64]], _ plan: TuningPlan
    ) async throws -> Tuning {
        let progress = TuningProgressLine()
        defer { progress.clear() }
        do {
            return try await plan.run(
                on: sessions.names, groups: groups, tasks: jobs ?? TerminalFacts.processorCount,
                open: { try sessions.openForTask($0) }, progress: { progress.show($0) })
        } catch let fault as TuningFault {
            throw CommandFailure(.badData, fault.description)
        } catch let error as ConfigurationError {
            throw CommandFailure(.badData, error.description)
        } catch let fault as SessionFault {
            throw CommandFailure(.badData, fault.description)
        }
    }
}
