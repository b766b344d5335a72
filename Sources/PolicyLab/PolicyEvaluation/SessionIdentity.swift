package import ExactNumbers
package import PlayerSettings
package import Scenarios
import SessionResults

/// A number that the gifts of a session make: their times, kinds, senders and counts (FNV-1a).
///
/// It decides in which resamples a session is. It does not depend on the name of the session or on other sessions.
package struct SessionIdentity: Sendable {
    /// The number.
    package var number: UInt64 { hash.number }
    private var hash = StableHash()

    /// Creates the number of a session without gifts.
    package init() {}

    /// Reads a session and makes its number.
    package init(of session: SessionSource) throws(ConfigurationError) {
        var events = try session.events()
        while let event = try events.next() {
            if let until = session.until, event.at > until { return }
            guard case .arrival(let gift) = event.input else { continue }
            add(kind: gift.kind, sender: gift.sender, count: gift.count, at: event.at)
        }
    }

    /// Adds a gift.
    package mutating func add(kind: String, sender: String, count: Int, at time: Nanoseconds) {
        for byte in kind.utf8 { hash.add(byte) }
        hash.add(0)
        for byte in sender.utf8 { hash.add(byte) }
        for number in [time, Int64(count)] {
            for shift in stride(from: 0, to: 64, by: 8) { hash.add(UInt8(truncatingIfNeeded: number >> shift)) }
        }
    }
}
