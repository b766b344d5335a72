/// A fault that a proxy adds to the answer on one connection.
package enum Fault: Hashable, Sendable {
    /// A position in the bytes that the server sends.
    package enum Position: Hashable, Sendable {
        /// An offset in bytes from the start of the answer.
        case answer(Int)
        /// An offset in bytes from the end of the head.
        case body(Int)
    }

    /// The way in which a connection ends early.
    package enum Ending: Hashable, Sendable {
        /// The connection is closed normally, as if the answer were complete.
        case finish
        /// The connection is reset.
        case reset
    }

    /// No fault.
    case none
    /// The connection is reset before the request reaches the server.
    case refuse
    /// The connection ends at this place. With ``Ending/finish`` the body is shorter than its head states.
    case truncate(after: Position, Ending)
    /// The answer starts after this time.
    case delay(Duration)
    /// The answer is limited to this speed and sent in pieces of a twentieth of a second.
    case throttle(bytesPerSecond: Int)
    /// Nothing is sent after this place, and the connection stays open.
    case stall(after: Position)
    /// The byte at this place has one bit changed.
    case corrupt(at: Position)
    /// Each of `count` bytes from this place on is sent twice in a row.
    case duplicate(at: Position, count: Int)
    /// The proxy sends another answer and never asks the server.
    case replace(status: Int, headers: [String: String], body: String)

    /// The page of a network that asks users to accept its terms first.
    package static let captivePortal = Fault.replace(
        status: 200, headers: ["Content-Type": "text/html; charset=utf-8"],
        body: "<!DOCTYPE html><title>Welcome</title><p>Please accept our terms to go online.</p>")

    /// Returns a redirect, as to the page of such a network.
    package static func redirect(to url: String) -> Fault {
        .replace(status: 302, headers: ["Location": url], body: "")
    }

    /// The name of the fault in ``FaultProxy/Entry`` and in counts.
    package var name: String {
        switch self {
        case .none: "none"
        case .refuse: "refuse"
        case .truncate: "cut"
        case .delay: "delay"
        case .throttle: "throttle"
        case .stall: "stall"
        case .corrupt: "corrupt"
        case .duplicate: "duplicate"
        case .replace: "replace"
        }
    }
}
