import Foundation
import Playback

/// A request to stop, shared by several threads; it wakes those that wait.
public final class StopSignal: Sendable {
    private let condition = NSCondition()
    /// Accessed only under the lock of the condition.
    private nonisolated(unsafe) var isGiven = false

    /// Creates a signal that has not been given.
    public init() {}

    /// Whether the signal has been given.
    public var isStopped: Bool { condition.withLock { isGiven } }

    /// Gives the signal.
    public func stop() {
        condition.withLock {
            isGiven = true
            condition.broadcast()
        }
    }

    /// Waits for the signal, for at most `length` nanoseconds.
    func wait(atMost length: Nanoseconds) {
        let end = Date(timeIntervalSinceNow: Double(length) / Double(Nanoseconds.second))
        condition.withLock {
            while !isGiven, condition.wait(until: end) {}
        }
    }
}
