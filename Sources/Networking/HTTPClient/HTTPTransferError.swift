import ExactNumbers

/// The reason why a request failed.
public enum HTTPTransferError: Error, Sendable {
    /// The URL is malformed or its scheme is neither http nor https.
    case unsupportedURL(String)
    /// A header field contains characters that cannot be sent.
    case invalidHeader(String)
    /// The host name currently resolves to no address.
    case hostNotFound(String)
    /// Nothing listens at this host and port.
    case connectionRefused(by: String)
    /// This host and port cannot be reached, for the given reason.
    case unreachable(String, reason: String)
    /// The connection to this host and port was not established within the time.
    case connectTimedOut(String, after: Duration)
    /// The transfer was slower than the pace.
    case stalled(HTTPLimits.MinSpeed)
    /// The transfer did not finish within the time.
    case timedOut(after: Duration)
    /// The body is longer than this number of bytes.
    case bodyTooLong(limit: Int)
    /// The header fields are longer than this number of bytes.
    case headTooLong(limit: Int)
    /// There were more redirects than this number, which were followed.
    case tooManyRedirects(Int)
    /// A redirect led to this URL, whose scheme is neither http nor https.
    case redirectRejected(String)
    /// The certificate does not prove the identity of the host, for the given reason.
    case certificate(host: String, reason: String)
    /// The TLS connection to the host failed, for the given reason.
    case encryption(host: String, reason: String)
    /// The connection ended before the body was complete; `announced` is the `Content-Length`, if any.
    case truncated(received: Int, announced: Int?)
    /// The connection ended without a response.
    case noResponse(from: String)
    /// The connection broke, for the given reason.
    case connectionBroken(reason: String)
    /// The response is not HTTP.
    case notHTTP(from: String)
    /// The content coding of the body is unknown or its data is damaged.
    case undecodable
    /// The caller cancelled the request.
    case cancelled
    /// The caller's closure threw this error.
    case callerFailed(any Error)
    /// libcurl is missing.
    case libraryMissing(reason: String)
    /// Any other error, with its message.
    case other(String)
}

extension HTTPTransferError: CustomStringConvertible {
    /// The error in one line of text.
    public var description: String {
        switch self {
        case .unsupportedURL(let url): "expected an http or https URL, found \(quoted(url))"
        case .invalidHeader(let name): "expected a header field of one line, found \(quoted(name))"
        case .hostNotFound(let host): "no such host \(sanitized(host))"
        case .connectionRefused(let address): "connection refused by \(sanitized(address))"
        case .unreachable(let address, let reason): "no way to \(sanitized(address)): \(sanitized(reason))"
        case .connectTimedOut(let address, let time):
            "no connection to \(sanitized(address)) within \(durationText(time))"
        case .stalled(let pace) where pace.bytesPerSecond == 0: "stalled: nothing for \(durationText(pace.period))"
        case .stalled(let pace):
            "stalled: under \(pace.bytesPerSecond) bytes a second for \(durationText(pace.period))"
        case .timedOut(let time): "not finished within \(durationText(time))"
        case .bodyTooLong(let limit): "the answer is longer than \(limit) bytes"
        case .headTooLong(let limit): "the answer's header fields are longer than \(limit) bytes"
        case .tooManyRedirects(let count): "redirected more than \(count) times"
        case .redirectRejected(let url): "redirected out of http and https, to \(quoted(url))"
        case .certificate(let host, let reason): "certificate of \(sanitized(host)): \(sanitized(reason))"
        case .encryption(let host, let reason): "no encrypted connection to \(sanitized(host)): \(sanitized(reason))"
        case .truncated(let received, let announced?): "cut short: \(received) of \(announced) bytes came"
        case .truncated(let received, nil): "cut short: the connection ended after \(received) bytes"
        case .noResponse(let address): "\(sanitized(address)) closed the connection without an answer"
        case .connectionBroken(let reason): "the connection broke: \(sanitized(reason))"
        case .notHTTP(let address): "\(sanitized(address)) does not speak HTTP"
        case .undecodable: "the answer is packed in a way that cannot be read"
        case .cancelled: "cancelled"
        case .callerFailed(let error): "\(error)"
        case .libraryMissing(let reason): "libcurl is missing: \(sanitized(reason))"
        case .other(let reason): sanitized(reason)
        }
    }

    /// Returns a duration as text, such as `20s` or `0.25s`.
    private func durationText(_ time: Duration) -> String {
        "\(ExactDecimal(time.inMilliseconds, digits: 3))s"
    }

    private func quoted(_ text: String) -> String { "\"\(sanitized(text))\"" }

    /// Returns a text that may come from the server, shortened to 200 characters and without characters that would
    /// disturb a terminal.
    private func sanitized(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(200).map { scalar in
            [.control, .format].contains(scalar.properties.generalCategory) ? "?" : Character(scalar)
        }
        return String(shown) + (text.unicodeScalars.count > 200 ? "…" : "")
    }
}
