import ExactNumbers
import Foundation

/// A request to stop, shared by several threads; it wakes those that wait.
public final class StopSignal: Sendable {
    private let condition = NSCondition()
    /// Accessed only under the lock of the condition.
    private nonisolated(unsafe) var isSet = false

    /// Creates a signal that has not been given.
    public init() {}

    /// Whether the signal has been given.
    public var isStopped: Bool { condition.withLock { isSet } }

    /// Gives the signal.
    public func stop() {
        condition.withLock {
            isSet = true
            condition.broadcast()
        }
    }

    /// Waits for the signal, for at most `length` nanoseconds.
    func wait(timeout length: Nanoseconds) {
        let end = Date(timeIntervalSinceNow: Double(length) / Double(Nanoseconds.second))
        condition.withLock {
            while !isSet, condition.wait(until: end) {}
        }
    }
}
