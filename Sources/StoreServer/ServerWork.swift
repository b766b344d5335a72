import Budgets
import ServiceLifecycle

/// The time limit for the work of one request.
struct WorkTime: Sendable {
    let limit: Duration
    let clock: any Clock<Duration>

    /// Runs `work` on a thread and passes it the deadline, which has passed when nobody waits for the result any more:
    /// after the limit or earlier.
    ///
    /// - Throws: `RequestFailure` if the limit is exceeded or too much work is waiting, or the error of `work`.
    func run<Result: Sendable>(
        on threads: WorkThreads, _ work: @escaping @Sendable (Budget.Deadline) throws -> Result
    ) async throws -> Result {
        try await threads.run(within: limit, on: clock) { progress in
            try work(Budget.Deadline(whenWithdrawn: { progress.isWithdrawn }))
        }
    }
}

/// The threads for all work that takes time. Each kind has threads of its own, so that no kind delays another; above
/// all, public requests must not delay publishers.
struct ServerWork: Service {
    /// The threads that read from the disk.
    let disk: WorkThreads
    /// The thread for changes of the store. Each change waits until the one before is on the disk; no other work waits
    /// here.
    let writing: WorkThreads
    /// The threads that check submitted files.
    let checking: WorkThreads
    /// The thread that derives documents from packages on demand.
    let drawing: WorkThreads

    /// A disk serves few requests in parallel.
    private static let diskUsers = 2
    /// Changes happen one after the other, so more threads would only wait.
    private static let writers = 1
    /// Two packages are checked in parallel; each needs up to a few hundred megabytes.
    private static let checkers = 2
    private static let drawers = 1
    /// The longest time for a check or a picture after a shutdown begins.
    private static let haste = Duration.milliseconds(700)
    /// The longest wait for running work at the end.
    private static let farewell = Duration.milliseconds(500)

    init(_ limits: ServerLimits) {
        disk = WorkThreads(Self.diskUsers)
        writing = WorkThreads(Self.writers)
        checking = WorkThreads(Self.checkers, waiting: limits.waitingChecks)
        drawing = WorkThreads(Self.drawers, waiting: limits.waitingDocuments)
    }

    /// Waits for the shutdown. Work that has begun may finish, but must not take long.
    func run() async throws {
        try? await gracefulShutdown()
        for threads in [checking, drawing] { threads.hurry(within: Self.haste) }
    }

    /// Ends the threads.
    func end() async {
        for threads in [disk, writing, checking, drawing] { await threads.end(within: Self.farewell) }
    }
}
