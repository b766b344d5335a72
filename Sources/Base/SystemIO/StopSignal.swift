import Dispatch
import Synchronization

/// A request to stop, shared by several threads; it wakes those that wait.
public final class StopSignal: Sendable {
    private let isSet = Atomic(false)
    /// The group is entered until the signal is given.
    private let pending = DispatchGroup()

    /// Creates a signal that has not been given.
    public init() { pending.enter() }

    // A group must not be destroyed while it is entered.
    deinit { stop() }

    /// Whether the signal has been given.
    public var isStopped: Bool { isSet.load(ordering: .acquiring) }

    /// Gives the signal.
    public func stop() {
        if isSet.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged {
            pending.leave()
        }
    }

    /// Waits for the signal, for at most `time`.
    public func wait(timeout time: Duration) {
        _ = pending.wait(timeout: .now() + .nanoseconds(time.clampedNanoseconds))
    }
}

/// A signal that wakes one waiting thread.
public final class ConditionFlag: Sendable {
    private let isSet = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    /// Creates a flag that is not set.
    public init() {}

    /// Wakes the thread now, or makes its next wait return at once.
    public func set() {
        if !isSet.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
    }

    /// Waits for the signal, for at most `time` if given.
    public func wait(timeout time: Duration?) {
        let end = time.map { DispatchTime.now() + .nanoseconds($0.clampedNanoseconds) } ?? .distantFuture
        // An exchange, and not a store, sees what the thread has done that set the flag last.
        if semaphore.wait(timeout: end) == .success { _ = isSet.exchange(false, ordering: .acquiringAndReleasing) }
    }
}

extension Duration {
    /// The duration in nanoseconds, from 0 to about three centuries.
    public var clampedNanoseconds: Int {
        let nanoseconds = self / .nanoseconds(1)
        return nanoseconds < 9e18 ? Int(max(0, nanoseconds)) : .max
    }
}
