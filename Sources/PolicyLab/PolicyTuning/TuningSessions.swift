public import Playback
import PolicyEvaluation
import Scenarios
import Synchronization

/// Settings, and what gifts have of their own, with which sessions are run.
public struct TunedPolicy: Hashable, Sendable {
    /// The settings of all gifts, which replace those of a session.
    public let settings: [Setting]
    /// The settings that some gifts have of their own.
    public let rules: [GiftRule]

    /// Creates a policy.
    public init(settings: [Setting], rules: [GiftRule]) {
        self.settings = settings
        self.rules = rules
    }
}

/// The sessions of a tuning, opened by their index.
struct TuningSessions: Sendable {
    let open: @Sendable (Int) throws -> SessionSource
    /// The number of sessions that are read and run at the same time.
    let tasks: Int

    /// Calls `body` for each of some sessions, from several tasks, in any order.
    ///
    /// - Throws: The error of the first session that has one.
    func forEach(_ indices: [Int], _ body: @escaping @Sendable (Int) throws -> Void) async throws {
        let next = SessionCounter()
        let faults = FaultList()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, min(tasks, indices.count)) {
                group.addTask {
                    while case let place = next.take(), place < indices.count {
                        do {
                            try body(indices[place])
                        } catch {
                            faults.add(error, at: place)
                        }
                    }
                }
            }
        }
        if let fault = faults.first { throw fault }
    }

    /// Runs sessions under policies and returns the sums of the goal's figures for each of them.
    ///
    /// - Parameters:
    ///   - indices: The sessions.
    ///   - policies: The policies.
    ///   - figures: The figures.
    ///   - done: Called after each run, from any task.
    func sums(
        of indices: [Int], under policies: [TunedPolicy], _ figures: [TuningFigure],
        done: @escaping @Sendable () -> Void
    ) async throws -> [[FigureAmount?]] {
        var amounts: [[FigureAmount?]] = []
        // The waiting times of many policies at once would need much memory.
        for start in stride(from: 0, to: policies.count, by: Self.chunk) {
            let chunk = Array(policies[start..<min(start + Self.chunk, policies.count)])
            let cells = chunk.map { _ in SumCell(figures) }
            try await forEach(indices) { index in
                let session = try RepeatedSession(try open(index))
                for (policy, cell) in zip(chunk, cells) {
                    let found = try session.figures(policy.settings, policy.rules)
                    cell.add(found)
                    done()
                }
            }
            amounts += cells.map(\.amounts)
        }
        return amounts
    }

    /// The number of policies under which a session is run while it is in memory.
    private static let chunk = 256
}

/// The errors of sessions, which several tasks add.
private final class FaultList: Sendable {
    private let faults = Mutex<[Int: any Error]>([:])

    func add(_ fault: any Error, at place: Int) { faults.withLock { $0[place] = fault } }

    var first: (any Error)? { faults.withLock { faults in faults.keys.min().flatMap { faults[$0] } } }
}

/// The sums of figures, to which several tasks add; the order of whole numbers does not matter.
private final class SumCell: Sendable {
    private let sums: Mutex<[FigureSum]>

    init(_ figures: [TuningFigure]) { sums = Mutex(figures.map { FigureSum($0) }) }

    func add(_ session: SessionFigures) {
        sums.withLock { sums in
            for index in sums.indices { sums[index].add(session) }
        }
    }

    var amounts: [FigureAmount?] { sums.withLock { $0.map(\.amount) } }
}
