import Budgets
import ServiceLifecycle

/// The time limit for the work of one request.
struct WorkTimeLimit: Sendable {
    let limit: Duration
    let clock: any Clock<Duration>

    /// Runs `work` on a thread and passes it the deadline, which has passed when nobody waits for the result any more:
    /// after the limit or earlier.
    ///
    /// - Throws: `RequestFailure` if the limit is exceeded or too much work is waiting, or the error of `work`.
    func run<Result: Sendable>(
        on threads: WorkThreadPool, _ work: @escaping @Sendable (Budget.Deadline) throws -> Result
    ) async throws -> Result {
        try await threads.run(timeout: limit, on: clock) { progress in
            try work(Budget.Deadline(isCancelled: { progress.isCancelled }))
        }
    }
}

/// The threads for all work that takes time. Each kind has threads of its own, so that no kind delays another; above
/// all, public requests must not delay publishers.
struct ServerWork: Service {
    /// The threads that read from the disk.
    let disk: WorkThreadPool
    /// The thread for changes of the store. Each change waits until the one before is on the disk; no other work waits
    /// here.
    let writing: WorkThreadPool
    /// The threads that check submitted files.
    let checking: WorkThreadPool
    /// The thread that derives documents from packages on demand.
    let drawing: WorkThreadPool

    /// A disk serves few requests in parallel.
    private static let diskThreadCount = 2
    /// Changes happen one after the other, so more threads would only wait.
    private static let writingThreadCount = 1
    /// Two packages are checked in parallel; each needs up to a few hundred megabytes.
    private static let checkingThreadCount = 2
    private static let drawingThreadCount = 1
    /// The longest time for a check or a picture after a shutdown begins.
    private static let shutdownWorkTimeout = Duration.milliseconds(700)
    /// The longest wait for running work at the end.
    private static let threadEndTimeout = Duration.milliseconds(500)

    init(_ limits: ServerLimits) {
        disk = WorkThreadPool(Self.diskThreadCount)
        writing = WorkThreadPool(Self.writingThreadCount)
        checking = WorkThreadPool(Self.checkingThreadCount, maxWaiting: limits.maxWaitingChecks)
        drawing = WorkThreadPool(Self.drawingThreadCount, maxWaiting: limits.maxWaitingDocuments)
    }

    /// Waits for the shutdown. Work that has begun may finish, but must not take long.
    func run() async throws {
        try? await gracefulShutdown()
        for threads in [checking, drawing] { threads.limitRemainingWork(to: Self.shutdownWorkTimeout) }
    }

    /// Ends the threads.
    func shutDown() async {
        for threads in [disk, writing, checking, drawing] { await threads.shutDown(timeout: Self.threadEndTimeout) }
    }
}
