import Foundation
import Playback

/// Wakes a thread that waits for something to do.
final class Alarm: Sendable {
    private let condition = NSCondition()
    /// Changed and read under the condition's lock only.
    private nonisolated(unsafe) var isRinging = false

    /// Wakes the thread, now or when it waits next.
    func ring() {
        condition.withLock {
            isRinging = true
            condition.signal()
        }
    }

    /// Waits until it rings, but for `length` at most where that is given.
    func wait(atMost length: Nanoseconds?) {
        let end = length.map { Date(timeIntervalSinceNow: Double($0) / Double(Nanoseconds.second)) }
        condition.withLock {
            while !isRinging {
                if let end {
                    guard condition.wait(until: end) else { break }
                } else {
                    condition.wait()
                }
            }
            isRinging = false
        }
    }
}
