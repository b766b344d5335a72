import ArgumentParser
import SessionResults

/// The option `--resume`, which keeps the results of sessions for a run that goes on after an interruption.
struct ResumeOption: ParsableArguments {
    @Option(
        name: .customLong("resume"),
        help: ArgumentHelp(
            "Keep the results of the sessions in this folder; a run with the same folder plays only those that are missing "
                + "or have changed.", valueName: "folder"))
    var folder: String?

    /// Opens the results in the folder; `nil` without one.
    ///
    /// - Parameters:
    ///   - question: The question that the runs answer.
    ///   - settings: The settings of each run, as text.
    ///   - sessions: The sessions.
    /// - Throws: `CommandFailure` with exit status 65 if the folder has other results, 73 if it cannot be written.
    func journal(
        of question: String, _ settings: [String], _ sessions: SessionSet
    ) throws(CommandFailure) -> ResultJournal? {
        guard let folder else { return nil }
        let runs = JournalRuns(question, settings: settings, program: Giftty.version)
        do throws(JournalFault) {
            return try ResultJournal(in: folder, of: runs, sessions: sessions.names) {
                sessions.contents(of: $0)
            }
        } catch {
            throw error.failure
        }
    }
}

extension JournalFault {
    /// The fault as the failure of a command.
    fileprivate var failure: CommandFailure {
        switch self {
        case .otherRuns, .foreign: CommandFailure(.badData, "--resume: \(description)")
        case .used, .unwritable: CommandFailure(.cannotWrite, "--resume: \(description)")
        }
    }
}

extension ResultJournal? {
    /// Ends the command with exit status 73 if results could not be kept, after its report.
    func checkIsComplete() throws(CommandFailure) {
        if let fault = self?.fault { throw fault.failure }
    }
}
