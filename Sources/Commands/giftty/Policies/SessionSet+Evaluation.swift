import CommandLineSupport
import PolicyEvaluation
import PolicyReports
import Recordings
import Scenarios
import SessionResults

extension SessionSet {
    /// Plays all sessions under each policy, on all cores, with a progress bar on a terminal.
    ///
    /// - Parameters:
    ///   - seed: The seed of the resamples.
    ///   - jobs: The number of threads; `nil` for all cores.
    ///   - groupings: What the sessions have in common that depend on each other.
    ///   - resume: Where results are kept, and taken from.
    /// - Returns: The evaluation, and the results if they are kept.
    /// - Throws: `CommandFailure` with exit status 73 if results cannot be kept, 64 if a session is in no group.
    func evaluation(
        of policies: [Policy], seed: UInt64 = 1, jobs: Int? = nil, groupings: [SessionGrouping] = [],
        resume: ResumeOption
    ) async throws(CommandFailure) -> (evaluation: Evaluation, journal: ResultJournal?) {
        let groups = try groups(groupings)
        let journal = try resume.journal(
            of: "evaluation", policies.map { $0.settings.map(\.description).joined(separator: ", ") }, self)
        let progress = SessionProgress(of: names.count, journal)
        let evaluation = await Evaluation(
            of: names, under: policies, seed: seed, groupings: groupings, groups: groups,
            tasks: jobs ?? TerminalFacts.processorCount, journal: journal, open: { try self.openForTask($0) },
            progress: { _, warnings in progress.add(warnings) })
        progress.finish()
        return (evaluation, journal)
    }
}

extension Evaluation {
    /// Writes the report, in one of the formats of an evaluation.
    func write<Format>(_ report: ReportOptions<Format>) throws(CommandFailure) {
        switch EvaluationFormat(rawValue: report.chosenFormat.rawValue) {
        case .json: try report.write([json.text])
        case .csv: try report.write(csv)
        case .text, nil: try report.write(EvaluationText(self).lines)
        }
    }

    /// Names the sessions that could not be played on standard error.
    func reportBroken() {
        for session in broken { StandardError.write(line: "giftty: \(session.problem)") }
    }
}

extension SessionSet {
    /// Opens a session for a task that names it if that fails.
    func openForTask(_ name: String) throws(SessionFault) -> SessionSource {
        do throws(CommandFailure) {
            return try open(name)
        } catch {
            throw SessionFault(description: error.message ?? name)
        }
    }
}

/// A session that cannot be opened.
struct SessionFault: Error, CustomStringConvertible {
    let description: String
}
