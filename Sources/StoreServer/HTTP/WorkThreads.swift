import Dispatch
import NIOPosix
import Synchronization

/// A pool of threads for slow or blocking work, which must not delay other responses.
///
/// Every caller gets an answer in time: the result or the reason why there is none. Work that does not check its
/// deadline occupies its thread beyond that, and nothing else.
final class WorkThreads: Sendable {
    /// The view that running work has of its caller.
    struct Progress: Sendable {
        fileprivate let order: Order

        /// Whether nobody waits for the result any more.
        var isWithdrawn: Bool { order.isOver }
    }

    private struct State {
        /// The running and the waiting work, by number.
        var orders: [Int: Order] = [:]
        var lastNumber = 0
        var isStopped = false
        /// The longest time for any work while the server shuts down.
        var haste: Duration?
    }

    private let pool: NIOThreadPool
    private let mostPending: Int
    private let state = Mutex(State())

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - count: The number of threads; a package in work needs up to a few hundred megabytes.
    ///   - waiting: The most work that may wait for a thread.
    init(_ count: Int, waiting: Int = .max) {
        mostPending = waiting == .max ? .max : count + waiting
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
        within time: Duration, on clock: any Clock<Duration>,
        _ work: @escaping @Sendable (Progress) throws -> Result
    ) async throws -> Result {
        try await perform(within: (time, clock), work)
    }

    private func perform<Result: Sendable>(
        within limit: (time: Duration, clock: any Clock<Duration>)? = nil,
        _ work: @escaping @Sendable (Progress) throws -> Result
    ) async throws -> Result {
        let order = Order()
        let number = try enter(order)
        let alarm = limit.map { limit in
            Task {
                try await limit.clock.sleep(for: limit.time)
                order.end(with: .failure(Self.tooSlow(limit.time)))
            }
        }
        defer { alarm?.cancel() }
        let result = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                order.await(continuation)
                pool.submit { [self] threads in
                    let result = Swift.Result { () throws -> any Sendable in
                        guard threads == .active, !order.isOver else { throw Self.ending }
                        return try work(Progress(order: order))
                    }
                    state.withLock { _ = $0.orders.removeValue(forKey: number) }
                    order.end(with: result)
                }
            }
        } onCancel: {
            order.end(with: .failure(CancellationError()))
        }
        guard let result = result as? Result else { throw Self.ending }
        return result
    }

    private func enter(_ order: Order) throws(RequestFailure) -> Int {
        try state.withLock { state throws(RequestFailure) in
            guard !state.isStopped else { throw Self.ending }
            guard state.orders.count < mostPending else { throw Self.tooMuch }
            state.lastNumber += 1
            state.orders[state.lastNumber] = order
            if let haste = state.haste { Self.end(order, in: haste) }
            return state.lastNumber
        }
    }

    private static let tooMuch = RequestFailure(
        .serviceUnavailable, "the server has too much to do", headers: [.retryAfter: "5"])
    private static let ending = RequestFailure(.serviceUnavailable, "the server ends", headers: [.retryAfter: "5"])

    private static func tooSlow(_ time: Duration) -> RequestFailure {
        RequestFailure(.serviceUnavailable, "it takes longer than \(time)", headers: [.retryAfter: "60"])
    }

    /// Limits all current and later work to `time`, from now on.
    func hurry(within time: Duration) {
        let orders = state.withLock { state in
            state.haste = time
            return Array(state.orders.values)
        }
        for order in orders { Self.end(order, in: time) }
    }

    private static func end(_ order: Order, in time: Duration) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds(time))) {
            order.end(with: .failure(ending))
        }
    }

    /// Returns a duration in nanoseconds, clamped to 0 and about three centuries.
    static func nanoseconds(_ time: Duration) -> Int {
        let nanoseconds = time / .nanoseconds(1)
        return nanoseconds < 9e18 ? Int(max(0, nanoseconds)) : .max
    }

    /// Abandons all running and waiting work and accepts no more.
    func stop() {
        let orders = state.withLock { state in
            state.isStopped = true
            return Array(state.orders.values)
        }
        for order in orders { order.end(with: .failure(Self.ending)) }
    }

    /// Ends the threads; after `time` it stops waiting for those that are still running.
    func end(within time: Duration) async {
        stop()
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        pool.shutdownGracefully(queue: .global()) { _ in continuation.finish() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Self.nanoseconds(time))) {
            continuation.finish()
        }
        for await _ in ends {}
    }
}

/// One piece of work, which ends once, with a result or an error.
private final class Order: Sendable {
    private enum State {
        case new
        case awaited(CheckedContinuation<any Sendable, any Error>)
        /// The work ended before its caller began to wait.
        case ended(Result<any Sendable, any Error>)
        case over
    }

    private let state = Mutex(State.new)

    /// Whether nobody waits for the result any more.
    var isOver: Bool {
        state.withLock { state in
            switch state {
            case .ended, .over: true
            case .new, .awaited: false
            }
        }
    }

    func await(_ continuation: CheckedContinuation<any Sendable, any Error>) {
        let ended = state.withLock { state -> Result<any Sendable, any Error>? in
            if case .ended(let result) = state {
                state = .over
                return result
            }
            state = .awaited(continuation)
            return nil
        }
        if let ended { continuation.resume(with: ended) }
    }

    func end(with result: Result<any Sendable, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<any Sendable, any Error>? in
            switch state {
            case .new: state = .ended(result)
            case .awaited(let continuation):
                state = .over
                return continuation
            case .ended, .over: break
            }
            return nil
        }
        continuation?.resume(with: result)
    }
}
