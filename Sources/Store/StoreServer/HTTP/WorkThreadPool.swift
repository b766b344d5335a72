import Dispatch
import NIOPosix
import Synchronization
import SystemIO

/// A pool of threads for slow or blocking work, which must not delay other responses.
///
/// Every caller gets an answer in time: the result or the reason why there is none. Work that does not check its
/// deadline occupies its thread beyond that, and nothing else.
final class WorkThreadPool: Sendable {
    /// The view that running work has of its caller.
    struct Progress: Sendable {
        fileprivate let job: Job

        /// Whether nobody waits for the result any more.
        var isCancelled: Bool { job.hasEnded }
    }

    private struct State {
        /// The running and the waiting work, by number.
        var jobs: [Int: Job] = [:]
        var lastNumber = 0
        var isStopped = false
        /// The longest time for any work while the server shuts down.
        var remainingTime: Duration?
    }

    private let pool: NIOThreadPool
    private let maxPending: Int
    private let state = Mutex(State())

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - count: The number of threads; a package in work needs up to a few hundred megabytes.
    ///   - maxWaiting: The most work that may wait for a thread.
    init(_ count: Int, maxWaiting: Int = .max) {
        maxPending = maxWaiting == .max ? .max : count + maxWaiting
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    /// Runs `work` on a thread.
    ///
    /// - Throws: `RequestFailure` if too much work is waiting, or the error of `work`.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await perform { _ in try work() }
    }

    /// Runs `work` on a thread within a time, which includes the wait for a thread.
    ///
    /// - Throws: `RequestFailure` if the time is over or too much work is waiting, or the error of `work`.
    func run<Result: Sendable>(
        timeout time: Duration, on clock: any Clock<Duration>,
        _ work: @escaping @Sendable (Progress) throws -> Result
    ) async throws -> Result {
        try await perform(timeout: (time, clock), work)
    }

    private func perform<Result: Sendable>(
        timeout limit: (time: Duration, clock: any Clock<Duration>)? = nil,
        _ work: @escaping @Sendable (Progress) throws -> Result
    ) async throws -> Result {
        let order = Job()
        let number = try register(order)
        let alarm = limit.map { limit in
            Task {
                try await limit.clock.sleep(for: limit.time)
                order.finish(with: .failure(Self.timeoutFailure(limit.time)))
            }
        }
        defer { alarm?.cancel() }
        let result = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                order.setContinuation(continuation)
                pool.submit { [self] threads in
                    let result = Swift.Result { () throws -> any Sendable in
                        guard threads == .active, !order.hasEnded else { throw Self.shutdownFailure }
                        return try work(Progress(job: order))
                    }
                    state.withLock { _ = $0.jobs.removeValue(forKey: number) }
                    order.finish(with: result)
                }
            }
        } onCancel: {
            order.finish(with: .failure(CancellationError()))
        }
        guard let result = result as? Result else { throw Self.shutdownFailure }
        return result
    }

    private func register(_ order: Job) throws(RequestFailure) -> Int {
        try state.withLock { state throws(RequestFailure) in
            guard !state.isStopped else { throw Self.shutdownFailure }
            guard state.jobs.count < maxPending else { throw Self.overloadFailure }
            state.lastNumber += 1
            state.jobs[state.lastNumber] = order
            if let haste = state.remainingTime { Self.endJob(order, after: haste) }
            return state.lastNumber
        }
    }

    private static let overloadFailure = RequestFailure(
        .serviceUnavailable, "the server is overloaded", headers: [.retryAfter: "5"])
    private static let shutdownFailure = RequestFailure(
        .serviceUnavailable, "the server is stopping", headers: [.retryAfter: "5"])

    private static func timeoutFailure(_ time: Duration) -> RequestFailure {
        RequestFailure(.serviceUnavailable, "it takes longer than \(time)", headers: [.retryAfter: "60"])
    }

    /// Limits all current and later work to `time`, from now on.
    func limitRemainingWork(to time: Duration) {
        let orders = state.withLock { state in
            state.remainingTime = time
            return Array(state.jobs.values)
        }
        for order in orders { Self.endJob(order, after: time) }
    }

    private static func endJob(_ order: Job, after time: Duration) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(time.clampedNanoseconds)) {
            order.finish(with: .failure(shutdownFailure))
        }
    }

    /// Abandons all running and waiting work and accepts no more.
    func stop() {
        let orders = state.withLock { state in
            state.isStopped = true
            return Array(state.jobs.values)
        }
        for order in orders { order.finish(with: .failure(Self.shutdownFailure)) }
    }

    /// Ends the threads; after `time` it stops waiting for those that are still running.
    func shutDown(timeout time: Duration) async {
        stop()
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        pool.shutdownGracefully(queue: .global()) { _ in continuation.finish() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(time.clampedNanoseconds)) {
            continuation.finish()
        }
        for await _ in ends {}
    }
}

/// One piece of work, which ends once, with a result or an error.
private final class Job: Sendable {
    private enum State {
        case new
        case awaited(CheckedContinuation<any Sendable, any Error>)
        /// The work ended before its caller began to wait.
        case ended(Result<any Sendable, any Error>)
        case delivered
    }

    private let state = Mutex(State.new)

    /// Whether nobody waits for the result any more.
    var hasEnded: Bool {
        state.withLock { state in
            switch state {
            case .ended, .delivered: true
            case .new, .awaited: false
            }
        }
    }

    func setContinuation(_ continuation: CheckedContinuation<any Sendable, any Error>) {
        let ended = state.withLock { state -> Result<any Sendable, any Error>? in
            if case .ended(let result) = state {
                state = .delivered
                return result
            }
            state = .awaited(continuation)
            return nil
        }
        if let ended { continuation.resume(with: ended) }
    }

    func finish(with result: Result<any Sendable, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<any Sendable, any Error>? in
            switch state {
            case .new: state = .ended(result)
            case .awaited(let continuation):
                state = .delivered
                return continuation
            case .ended, .delivered: break
            }
            return nil
        }
        continuation?.resume(with: result)
    }
}
