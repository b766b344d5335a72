import CommandLineSupport
import PolicyEvaluation
import PolicyReports
import Recordings
import Synchronization

extension SessionSet {
    /// Plays all sessions under each policy, on all cores, with a progress bar on a terminal.
    ///
    /// - Parameters:
    ///   - seed: The seed of the resamples.
    ///   - jobs: The number of threads; `nil` for all cores.
    func evaluation(of policies: [Policy], seed: UInt64 = 1, jobs: Int? = nil) async -> Evaluation {
        let progress = Mutex(ProgressLine(clock: ContinuousClock()))
        let evaluation = await Evaluation(
            of: names, under: policies, seed: seed, tasks: jobs ?? TerminalFacts.processorCount,
            open: { name in
                do throws(CommandFailure) {
                    return try self.open(name)
                } catch {
                    throw SessionFault(description: error.message ?? name)
                }
            },
            progress: { done in progress.withLock { $0.show(done, of: self.names.count, "sessions") } })
        progress.withLock { $0.clear() }
        return evaluation
    }
}

extension Evaluation {
    /// Prints the sessions that could not be played, and the report.
    func write(_ report: ReportOptions) throws(CommandFailure) {
        switch report.chosenFormat {
        case .json: try report.write([json.text])
        case .csv: try report.write(csv)
        default: try report.write(EvaluationText(self).lines)
        }
    }

    /// Names the sessions that could not be played on standard error.
    func reportBroken() {
        for session in broken { StandardError.write(line: "giftty: \(session.problem)") }
    }
}

/// A session that cannot be opened.
private struct SessionFault: Error, CustomStringConvertible {
    let description: String
}
