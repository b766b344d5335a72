import Foundation

/// The error that is thrown if a condition does not hold within the time limit.
package struct WaitTimeoutError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// The time limit of tests that wait for programs and threads.
///
/// It is longer than any machine needs under load, so only a condition that never holds fails a test.
package let defaultTimeout = Duration.seconds(120)

/// Waits until a condition holds, by evaluating it repeatedly.
///
/// - Parameters:
///   - what: A description of the condition, for the error.
///   - limit: The time limit.
///   - pause: The time between two evaluations.
///   - found: Returns a description of the state, for the error.
///   - condition: The condition to wait for.
/// - Throws: `WaitTimeoutError` if the condition does not hold within `limit`.
package func waitFor(
    _ what: String, within limit: Duration = defaultTimeout, every pause: Duration = .milliseconds(5),
    found: () -> String = { "" }, _ condition: () throws -> Bool
) throws {
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard .now < end else { throw WaitTimeoutError("waited \(limit) for \(what)\n\(found())") }
        if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
    }
}
