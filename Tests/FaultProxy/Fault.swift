/// What a proxy does to the answer of one connection.
package enum Fault: Hashable, Sendable {
    /// A place in what the server sends.
    package enum Place: Hashable, Sendable {
        /// So many bytes after the first.
        case answer(Int)
        /// So many bytes after the head.
        case body(Int)
    }

    /// How a connection is cut.
    package enum Ending: Hashable, Sendable {
        /// As if all had been sent.
        case finish
        /// Broken off.
        case reset
    }

    /// Nothing.
    case none
    /// The connection is broken off before the server is asked.
    case refuse
    /// Nothing after this place. With ``Ending/finish`` a body is shorter than its head says.
    case cut(after: Place, Ending)
    /// Nothing comes for this time, then everything.
    case delay(Duration)
    /// No faster than so many bytes a second, in pieces of a twentieth of it.
    case throttle(bytesPerSecond: Int)
    /// Nothing after this place, and no end.
    case stall(after: Place)
    /// The byte at this place is another.
    case corrupt(at: Place)
    /// So many bytes from this place on come twice, each right after itself.
    case duplicate(at: Place, count: Int)
    /// Another answer in place of the server's, which is never asked.
    case replace(status: Int, headers: [String: String], body: String)

    /// The page of a network that wants a password first.
    package static let captivePortal = Fault.replace(
        status: 200, headers: ["Content-Type": "text/html; charset=utf-8"],
        body: "<!DOCTYPE html><title>Welcome</title><p>Please accept our terms to go online.</p>")

    /// What leads to such a page.
    package static func redirect(to url: String) -> Fault {
        .replace(status: 302, headers: ["Location": url], body: "")
    }

    /// The word for the fault in ``FaultProxy/Entry``s and counts.
    package var name: String {
        switch self {
        case .none: "none"
        case .refuse: "refuse"
        case .cut: "cut"
        case .delay: "delay"
        case .throttle: "throttle"
        case .stall: "stall"
        case .corrupt: "corrupt"
        case .duplicate: "duplicate"
        case .replace: "replace"
        }
    }
}
