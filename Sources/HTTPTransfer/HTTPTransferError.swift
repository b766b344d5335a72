/// Why a request came to nothing, in one line for people.
public enum HTTPTransferError: Error, Sendable {
    /// The address is none of http or https, or can't be read.
    case unsupportedURL(String)
    /// A header field holds what can't be sent.
    case invalidHeader(String)
    /// The name leads to no address, now.
    case noSuchHost(String)
    /// Nobody listens there; host and port.
    case refused(by: String)
    /// The way there is closed, for this reason; host and port.
    case unreachable(String, reason: String)
    /// No connection within this time; host and port.
    case connectTimedOut(String, after: Duration)
    /// Less moved than the pace asks for.
    case stalled(HTTPLimits.Pace)
    /// Not finished within this time.
    case timedOut(after: Duration)
    /// The body is longer than this many bytes.
    case bodyTooLong(limit: Int)
    /// The header fields are longer than this many bytes.
    case headTooLong(limit: Int)
    /// Redirects led on and on; this many were followed.
    case tooManyRedirects(Int)
    /// A redirect led out of http and https, to this.
    case redirectRefused(String)
    /// The server's certificate doesn't prove that it is that host, for this reason.
    case certificate(host: String, reason: String)
    /// The encrypted connection did not come about, for this reason.
    case encryption(host: String, reason: String)
    /// The connection ended before the body did; the count that was announced, where it was.
    case cutShort(received: Int, announced: Int?)
    /// The connection ended without an answer.
    case noAnswer(from: String)
    /// The connection broke, for this reason.
    case broken(reason: String)
    /// What came is not HTTP.
    case notHTTP(from: String)
    /// The body is packed in a way that can't be unpacked.
    case undecodable
    /// The caller wanted no more of it.
    case cancelled
    /// What the caller's own function threw.
    case consumer(any Error)
    /// The library that speaks HTTP is missing.
    case noLibrary(reason: String)
    /// Anything else.
    case other(String)
}

extension HTTPTransferError: CustomStringConvertible {
    /// What went wrong, in one line.
    public var description: String {
        switch self {
        case .unsupportedURL(let url): "expected an http or https URL, found \(quoted(url))"
        case .invalidHeader(let name): "expected a header field of one line, found \(quoted(name))"
        case .noSuchHost(let host): "no such host \(plain(host))"
        case .refused(let address): "connection refused by \(plain(address))"
        case .unreachable(let address, let reason): "no way to \(plain(address)): \(plain(reason))"
        case .connectTimedOut(let address, let time): "no connection to \(plain(address)) within \(spoken(time))"
        case .stalled(let pace) where pace.bytesPerSecond == 0: "stalled: nothing for \(spoken(pace.time))"
        case .stalled(let pace):
            "stalled: under \(pace.bytesPerSecond) bytes a second for \(spoken(pace.time))"
        case .timedOut(let time): "not finished within \(spoken(time))"
        case .bodyTooLong(let limit): "the answer is longer than \(limit) bytes"
        case .headTooLong(let limit): "the answer's header fields are longer than \(limit) bytes"
        case .tooManyRedirects(let count): "redirected more than \(count) times"
        case .redirectRefused(let url): "redirected out of http and https, to \(quoted(url))"
        case .certificate(let host, let reason): "certificate of \(plain(host)): \(plain(reason))"
        case .encryption(let host, let reason): "no encrypted connection to \(plain(host)): \(plain(reason))"
        case .cutShort(let received, let announced?): "cut short: \(received) of \(announced) bytes came"
        case .cutShort(let received, nil): "cut short: the connection ended after \(received) bytes"
        case .noAnswer(let address): "\(plain(address)) closed the connection without an answer"
        case .broken(let reason): "the connection broke: \(plain(reason))"
        case .notHTTP(let address): "\(plain(address)) does not speak HTTP"
        case .undecodable: "the answer is packed in a way that cannot be read"
        case .cancelled: "cancelled"
        case .consumer(let error): "\(error)"
        case .noLibrary(let reason): "libcurl is missing: \(plain(reason))"
        case .other(let reason): plain(reason)
        }
    }

    /// A length of time as people write it: 20s, 0.25s.
    private func spoken(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        guard milliseconds != 0 else { return "\(seconds)s" }
        var fraction = String(1000 + milliseconds).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(seconds).\(fraction)s"
    }

    private func quoted(_ text: String) -> String { "\"\(plain(text))\"" }

    /// Cut short, and without what would disturb a terminal: the words may be the server's.
    private func plain(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(200).map { scalar in
            [.control, .format].contains(scalar.properties.generalCategory) ? "?" : Character(scalar)
        }
        return String(shown) + (text.unicodeScalars.count > 200 ? "…" : "")
    }
}
