import ArgumentParser
import CommandLineSupport
import ExactNumbers
import HTMLReports
import JSON
import Playback
import PlayerSettings
import PolicyConformance
import Recordings
import Scenarios

/// The command `giftty conform`, which holds the log of an app against the rules of playback.
struct ConformCommand: ParsableCommand {
    /// What can be inferred.
    enum Inferred: String, ExpressibleByArgument, CaseIterable {
        case close
    }

    static let configuration = CommandConfiguration(
        commandName: "conform", abstract: "Holds an app's own log against the rules; exits 1 if no run allows it.",
        discussion: """
            A log has a JSON object a line, as the trace has them: arrived, started and ended, and settings, paused and \
            resumed if they occur. What an app does not log (progress, by, reason) is not compared. A gift that ended as \
            dismissed was closed by the viewer. Each logged time may be wrong by --tolerance, and lines out of order \
            because of that; everything that can have happened within it is tried. The first line that cannot be is printed with \
            what would have been allowed, and the rule.

            With --mapping a log may have other names for its columns and events, and be CSV; each of its sessions is held \
            against the rules by itself.

            The policy is that of the settings line with which the log begins; --policy and --set override it.

            Examples:
              giftty conform app.log --policy replace,replaceAt=0.3
              giftty conform app.log --gifts kinds.yaml --tolerance 50ms --infer close
              giftty conform app.log --policy replace --show
              giftty conform logs/*.ndjson --set mode=queue --format junit >report.xml
            """)

    @Argument(
        help: ArgumentHelp("Logs with a JSON object a line, or - for standard input.", valueName: "log"),
        completion: .file())
    var logs: [String]

    @Option(
        help: ArgumentHelp("The policy: a mode, settings, or a configuration file.", valueName: "key=value,…"),
        completion: .policies)
    var policy: String?

    @OptionGroup var set: SetOptions

    @Option(
        help: ArgumentHelp("A file with durations and values of kinds: the gifts of a scenario.", valueName: "file"),
        completion: .yamlFiles)
    var gifts: String?

    @Option(
        help: ArgumentHelp("How far a logged time may be from the true one.", valueName: "20ms"),
        transform: DurationArgument.parse)
    var tolerance = DurationArgument(time: Conformance.defaultTolerance)

    @Option(help: "What the viewer did may be missing in the log and is inferred: close. May be repeated.")
    var infer: [Inferred] = []

    @OptionGroup var mapping: LogOptions

    @Flag(
        help: """
            Show the first line that cannot be on a stage: the room as the rules have it at that moment, with what the log \
            says and what is allowed below it. Its keys are those of giftty replay.
            """)
    var show = false

    @OptionGroup var home: StoreHomeOption

    @Option(help: "text, junit for one XML report, or json for an object a log.")
    var format = CheckCommand.Format.text

    @OptionGroup var page: HTMLOption

    func run() throws {
        try page.check()
        try OutputFile.check([page.path], differFrom: logs + [gifts, mapping.mapping.mapping])
        if show { try RefusedLogStage.checkTerminal() }
        let start = WallClock.now
        var settings: [Setting] = []
        if let policy { settings = try Policy(argument: policy, common: [], option: "--policy").settings }
        let conformance = Conformance(
            overrides: settings + (try set.playback()), kinds: try kinds(), tolerance: tolerance.time,
            infersClose: infer.contains(.close))
        var results: [ConformResult] = []
        var broken: [CommandFailure] = []
        for log in try appLogs() {
            do throws(CommandFailure) {
                results.append(try ConformResult(try log.get(), conformance))
            } catch {
                broken.append(error)
            }
        }
        // Of several logs the others are judged, too.
        if results.isEmpty, let failure = broken.first { throw failure }
        for failure in broken { StandardError.write(line: "giftty: \(failure.message ?? "")") }
        try page.write { limit in
            try HTMLReport(judged: results.map(\.judgedLog), figures: .array(results.map(\.json)), limit: limit)
        }
        if show, let refused = results.first(where: \.isRefused) { try refused.show(home: home) }
        var output = Output.standard()
        switch format {
        case .text: for line in results.flatMap(\.lines) { try output.writeLine(line) }
        case .json: for result in results { try output.writeLine(result.json) }
        case .junit:
            for line in JUnitXML.lines(results.map { $0.junit(start: start) }) { try output.writeLine(encoded: line) }
        }
        try output.flush()
        if let failure = broken.first { throw failure.silenced }
        if results.contains(where: \.isRefused) { throw CommandFailure.silent(.checkFailed) }
        if let open = results.first(where: { $0.furthest != nil }), let furthest = open.furthest {
            throw CommandFailure(
                .software,
                "\(open.path):\(furthest.line): not decided: more runs are possible than can be tried, and those tried "
                    + "do not allow this line: \(furthest.summary); \(Conformance.remedy)")
        }
    }

    /// Reads the logs; each has an error of its own.
    private func appLogs() throws(CommandFailure) -> [Result<AppLog, CommandFailure>] {
        guard let file = mapping.mapping.mapping else {
            return logs.map { path in
                Result { () throws(CommandFailure) in try AppLog(path: path) }
            }
        }
        let logs = try MappedLogs(
            SessionPaths.paths(logs, endings: SessionPaths.logEndings), mapping: file)
        return try logs.appLogs(session: mapping.mapping.session, keepGoing: mapping.keepGoing).map { .success($0) }
    }

    private func kinds() throws(CommandFailure) -> ScenarioCatalogue {
        let catalogue = try ScenarioSource.catalogue()
        guard let gifts else { return catalogue }
        guard let text = String(validating: try InputFile.bytes(at: gifts), as: UTF8.self) else {
            throw CommandFailure(.badData, "\(gifts): expected UTF-8 text")
        }
        do throws(ConfigurationError) {
            return try ScenarioCatalogue(gifts: text, path: gifts, over: catalogue)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }
}
