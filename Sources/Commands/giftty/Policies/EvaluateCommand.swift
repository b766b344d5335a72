import ArgumentParser
import CommandLineSupport
import HTMLReports
import PlayerSettings
import PolicyEvaluation
import PolicyReports
import Recordings
import Scenarios
import SessionResults

/// The command `giftty evaluate`, which plays many sessions under several policies and tells the differences.
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Plays many sessions under several policies; figures with intervals.",
        discussion: """
            Each session runs under each policy, on all cores; the memory does not grow with their number. The report has \
            the figures of all sessions together, and how each policy differs from the first one in the mean of a \
            session, with the interval of 95 % of 1000 resamples. The result is the same for any number of --jobs.

            A session that cannot be played is named and counted; the others are evaluated. The exit status is then 65, \
            or 0 with --keep-going. With --mapping the sessions are in production logs. With --partial the sums go into a file; \
            --merge makes the report of the files of all parts, which has the same bytes as one of a single run. With \
            --resume a run that was interrupted goes on where it was.

            Examples:
              giftty evaluate sessions/ --policy queue --policy hold:replace,early=hold
              giftty evaluate 'sessions/2026-07-*.jsonl' @more.txt --format csv
              giftty evaluate sessions/a* --partial a.json
              giftty evaluate --merge a.json b.json --format json
            """)

    @Argument(
        help: ArgumentHelp(
            "Scenarios, feeds, recorded sessions, folders with them, patterns such as 'x/*.jsonl', or @FILE with one a line.",
            valueName: "session"), completion: .scenarios)
    var sessions: [String] = []

    @Option(
        name: .customLong("policy"), parsing: .singleValue,
        help: ArgumentHelp("A policy to compare; may be repeated.", valueName: "name:key=value,…"),
        completion: .policies)
    var policies: [String] = []

    @OptionGroup var set: SetOptions

    @Option(
        help: ArgumentHelp("Write the sums into this file instead of a report, for --merge.", valueName: "file"),
        completion: .file())
    var partial: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Files of --partial, folders or patterns, instead of sessions.", valueName: "file"),
        completion: .file())
    var merge: [String] = []

    @Option(
        help: "The seed of the resamples; the same seed gives the same intervals (default: 1).",
        transform: WholeNumber.parseSeed)
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("The number of threads; does not change the result.", valueName: "n"),
        transform: WholeNumber.parser(min: 1))
    var jobs: Int?

    @OptionGroup var resume: ResumeOption

    @OptionGroup var group: GroupOptions

    @Flag(help: "Exit with 0 although sessions are broken.")
    var keepGoing = false

    @OptionGroup var logs: MappingOptions

    @OptionGroup var report: ReportOptions<EvaluationFormat>

    @OptionGroup var page: HTMLOption

    func run() async throws {
        try report.check()
        try page.check()
        guard merge.isEmpty || logs.mapping == nil else {
            throw CommandFailure(.usage, "--merge: cannot be combined with --mapping")
        }
        guard resume.folder == nil || merge.isEmpty else {
            throw CommandFailure(.usage, "--resume: cannot be combined with --merge")
        }
        guard sessions.isEmpty != merge.isEmpty else {
            let found = sessions.isEmpty ? "none of them" : "both"
            throw CommandFailure(.usage, "expected sessions or --merge, found \(found)")
        }
        if let partial { try OutputFile.checkIsWritable(partial) }
        let (evaluation, journal, wrongRows) = merge.isEmpty ? try await evaluation() : (try merged(), nil, 0)
        evaluation.reportBroken()
        try page.write { HTMLReport(evaluation, figures: evaluation.json, limit: $0) }
        if let partial {
            try OutputFile.replace(partial, with: Array((evaluation.partJSON.text + "\n").utf8))
        } else {
            try evaluation.write(report)
        }
        try journal.checkIsComplete()
        if !evaluation.broken.isEmpty || wrongRows > 0, !keepGoing { throw CommandFailure.silent(.badData) }
    }

    private func evaluation() async throws -> (Evaluation, ResultJournal?, wrongRows: Int) {
        let policies = try Policy.all(policies, common: try set.playback())
        let groupings = try group.read()
        let sessions = try SessionSet(sessions, logs)
        try checkOutputs(differFrom: sessions.inputs)
        let (evaluation, journal) = try await sessions.evaluation(
            of: policies, seed: seed, jobs: jobs, groupings: groupings, resume: resume)
        return (evaluation, journal, sessions.wrongRows)
    }

    private func checkOutputs(differFrom inputs: [String?]) throws(CommandFailure) {
        try OutputFile.check([report.output, page.path, partial], differFrom: inputs)
    }

    private func merged() throws(CommandFailure) -> Evaluation {
        guard policies.isEmpty, set.assignments.isEmpty, group.texts.isEmpty else {
            throw CommandFailure(
                .usage, "--merge: cannot be combined with --policy, --set or --group, which the files have")
        }
        var result: Evaluation?
        let paths = try SessionPaths.paths(merge, endings: [".json"])
        try checkOutputs(differFrom: SessionPaths.lists(in: merge) + paths)
        for path in paths {
            let bytes = try InputFile.bytes(at: path)
            do throws(EvaluationFault) {
                let part = try Evaluation(partJSON: bytes, path: path)
                if result == nil { result = part } else { try result?.merge(part, path: path) }
            } catch {
                throw CommandFailure(.badData, error.description)
            }
        }
        guard let result else { throw CommandFailure(.noInput, "--merge: expected files, found none") }
        return result
    }
}
