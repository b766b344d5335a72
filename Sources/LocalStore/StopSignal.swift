import Foundation
import Playback

/// A request to stop, given once and seen by all threads that have it; those that wait wake up.
public final class StopSignal: Sendable {
    private let condition = NSCondition()
    /// Changed and read under the condition's lock only.
    private nonisolated(unsafe) var isGiven = false

    /// Nothing is to stop yet.
    public init() {}

    /// Whether it is time to stop.
    public var isStopped: Bool { condition.withLock { isGiven } }

    /// Has everybody stop.
    public func stop() {
        condition.withLock {
            isGiven = true
            condition.broadcast()
        }
    }

    /// Waits until it is time to stop, but for `length` at most.
    func wait(atMost length: Nanoseconds) {
        let end = Date(timeIntervalSinceNow: Double(length) / Double(Nanoseconds.second))
        condition.withLock {
            while !isGiven, condition.wait(until: end) {}
        }
    }
}
