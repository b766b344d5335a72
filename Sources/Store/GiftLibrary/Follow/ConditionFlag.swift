import ExactNumbers
import Foundation

/// A signal that wakes a waiting thread.
final class ConditionFlag: Sendable {
    private let condition = NSCondition()
    /// Accessed only under the lock of the condition.
    private nonisolated(unsafe) var isSet = false

    /// Wakes the thread now, or makes its next wait return at once.
    func set() {
        condition.withLock {
            isSet = true
            condition.signal()
        }
    }

    /// Waits for the signal, for at most `length` nanoseconds if given.
    func wait(timeout length: Nanoseconds?) {
        let end = length.map { Date(timeIntervalSinceNow: Double($0) / Double(Nanoseconds.second)) }
        condition.withLock {
            while !isSet {
                if let end {
                    guard condition.wait(until: end) else { break }
                } else {
                    condition.wait()
                }
            }
            isSet = false
        }
    }
}
