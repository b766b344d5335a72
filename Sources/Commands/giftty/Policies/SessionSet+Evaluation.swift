import CommandLineSupport
import PolicyEvaluation
import PolicyReports
import Recordings
import Scenarios
import Synchronization
import SystemIO

extension SessionSet {
    /// Plays all sessions under each policy, on all cores, with a progress bar on a terminal.
    ///
    /// - Parameters:
    ///   - seed: The seed of the resamples.
    ///   - jobs: The number of threads; `nil` for all cores.
    ///   - groupings: What the sessions have in common that depend on each other.
    ///   - folder: A folder with the sums of the sessions that an earlier run has played, where those of the others are
    ///     added; `nil` to play all.
    /// - Throws: `CommandFailure` with exit status 73 if the folder cannot be written to, 64 if a session is in no group.
    func evaluation(
        of policies: [Policy], seed: UInt64 = 1, jobs: Int? = nil, groupings: [SessionGrouping] = [],
        resumingIn folder: String? = nil
    ) async throws(CommandFailure) -> Evaluation {
        let groups = try groups(groupings)
        let progress = Mutex(ProgressLine(clock: ContinuousClock()))
        defer { progress.withLock { $0.clear() } }
        let batch = folder == nil ? max(1, names.count) : Self.batch
        var whole = Evaluation(policies: policies, seed: seed, groupings: groupings)
        for start in stride(from: 0, to: names.count, by: batch) {
            let range = start..<min(start + batch, self.names.count)
            let names = Array(self.names[range])
            let file = folder.map { "\($0)/\(Self.partName(of: names, policies, seed, groupings)).json" }
            if let file, let part = Self.part(file), part.policies == policies, part.seed == seed,
                part.groupings == groupings
            {
                whole.merge(part)
                continue
            }
            let part = await Evaluation(
                of: names, under: policies, seed: seed, groupings: groupings,
                groups: groups.isEmpty ? [] : Array(groups[range]), tasks: jobs ?? TerminalFacts.processorCount,
                open: { try self.openForTask($0) },
                progress: { done in progress.withLock { $0.show(start + done, of: self.names.count, "sessions") } })
            if let file { try OutputFile.replace(file, with: Array((part.partJSON.text + "\n").utf8)) }
            whole.merge(part)
        }
        return whole
    }

    /// The number of sessions that are lost if a run that can be resumed is interrupted.
    private static let batch = 64

    /// Returns the sums in a file; `nil` if it is missing or damaged.
    private static func part(_ file: String) -> Evaluation? {
        guard InputFile.exists(at: file), let bytes = try? InputFile.bytes(at: file) else { return nil }
        return try? Evaluation(partJSON: bytes, path: file)
    }

    /// Returns a name that is the same only for the same sessions, unchanged, the same policies, seed and groupings.
    private static func partName(
        of names: [String], _ policies: [Policy], _ seed: UInt64, _ groupings: [SessionGrouping]
    ) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        add(String(seed))
        for grouping in groupings { add(grouping.description) }
        for policy in policies { add(policy.name + policy.settings.map(\.description).joined(separator: ",")) }
        for name in names {
            let status = try? FileStatus(of: name)
            add("\(name) \(status?.size ?? 0) \(status?.modified ?? 0)")
        }
        return String(hash, radix: 16)
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
