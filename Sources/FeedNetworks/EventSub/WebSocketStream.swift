import HTTPTransfer
import WebSockets

/// The URL of a WebSocket.
struct WebSocketURL {
    let isEncrypted: Bool
    /// The host and port as in a request's `Host` field.
    let host: String
    /// The path with the query, beginning with a slash.
    let path: String

    /// Parses a URL; nil if it is not the URL of a WebSocket.
    init?(_ text: String) {
        guard let range = text.firstRange(of: "://"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        switch text[..<range.lowerBound].lowercased() {
        case "ws": isEncrypted = false
        case "wss": isEncrypted = true
        default: return nil
        }
        let rest = text[range.upperBound...].prefix { $0 != "#" }
        host = String(rest.prefix { $0 != "/" && $0 != "?" })
        let path = String(rest.dropFirst(host.count))
        self.path = path.first == "/" ? path : "/" + path
        guard !host.isEmpty, (try? ServerAddress(host[...], usualPort: 80)) != nil else { return nil }
    }

    /// The URL to which the byte stream connects.
    var streamURL: String { "\(isEncrypted ? "https" : "http")://\(host)" }
}

/// The error with which a WebSocket could not be opened or ended.
enum WebSocketStreamError: Error {
    case transfer(HTTPTransferError)
    case broken(WebSocketError)
    case notAnswered
    case ended

    var reason: String {
        switch self {
        case .transfer(let error): "\(error)"
        case .broken(let error): error.description
        case .notAnswered: "the server does not answer"
        case .ended: "the server closed the connection"
        }
    }

    var isCancelled: Bool {
        if case .transfer(.cancelled) = self { true } else { false }
    }
}

/// An open WebSocket over a byte stream.
final class WebSocketStream {
    /// The time limit for sending and for the server's answer to the handshake.
    private static let patience: Duration = .seconds(10)

    private let connection: CurlConnection
    private var socket: WebSocketConnection
    /// The bytes that arrived together with the answer to the handshake.
    private var first: [UInt8] = []
    /// The error of a send operation that failed after messages were received; the next call throws it.
    private var failure: HTTPTransferError?

    /// Connects and performs the handshake.
    ///
    /// - Parameters:
    ///   - url: The URL of the WebSocket.
    ///   - options: The options of the connection.
    ///   - random: A generator of unpredictable numbers.
    ///   - isCancelled: Returns whether to stop.
    init(
        _ url: WebSocketURL, options: CurlOptions, random: @escaping @Sendable () -> UInt64,
        isCancelled: () -> Bool
    ) throws(WebSocketStreamError) {
        socket = WebSocketConnection { UInt32(truncatingIfNeeded: random()) }
        let nonce = (0..<2).flatMap { _ in
            let word = random()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        var handshake = WebSocketHandshake(host: url.host, path: url.path, nonce: nonce)
        do {
            connection = try CurlConnection(
                to: url.streamURL, options: options, connectTime: Self.patience, isCancelled: isCancelled)
            try connection.send(handshake.request, within: Self.patience, isCancelled: isCancelled)
            let end = SuspendingClock.now + Self.patience
            while true {
                let left = max(.zero, end - SuspendingClock.now)
                switch try connection.receive(within: left, isCancelled: isCancelled) {
                case .nothing: throw WebSocketStreamError.notAnswered
                case .end: throw WebSocketStreamError.ended
                case .bytes(let bytes):
                    guard let rest = try handshake.take(bytes) else { continue }
                    first = rest
                    return
                }
            }
        } catch {
            throw WebSocketStreamError(error)
        }
    }

    /// Waits for messages and returns those that arrived.
    ///
    /// - Parameters:
    ///   - time: The longest time to wait.
    ///   - wakeUp: A descriptor that becomes readable when `isCancelled` starts to return true.
    ///   - isCancelled: Returns whether to stop.
    /// - Throws: `WebSocketStreamError` if the connection ended or the server violated the protocol.
    func receive(
        within time: Duration, wakeUp: Int32, isCancelled: () -> Bool
    ) throws(WebSocketStreamError) -> [WebSocketConnection.Happening] {
        do {
            if let failure { throw failure }
            // An empty input makes the socket throw an error that followed the last messages.
            let late = try socket.take([])
            guard late.isEmpty else { return late }
            var arrival = CurlConnection.Arrival.bytes(first)
            if first.isEmpty {
                arrival = try connection.receive(within: time, wakeUp: wakeUp, isCancelled: isCancelled)
            }
            first = []
            switch arrival {
            case .nothing: return []
            case .end: throw WebSocketStreamError.ended
            case .bytes(let bytes):
                let happenings = try socket.take(bytes)
                do throws(HTTPTransferError) { try answer(isCancelled) } catch { failure = error }
                return happenings
            }
        } catch {
            throw WebSocketStreamError(error)
        }
    }

    /// Sends the answers that the protocol requires, such as pongs.
    private func answer(_ isCancelled: () -> Bool) throws(HTTPTransferError) {
        let bytes = socket.outgoing()
        if !bytes.isEmpty { try connection.send(bytes, within: Self.patience, isCancelled: isCancelled) }
    }

    /// Closes the connection, after a close frame unless `saysGoodbye` is false. The method does not wait until the
    /// server accepts the frame.
    func close(saysGoodbye: Bool = true) {
        socket.close()
        if saysGoodbye { try? connection.send(socket.outgoing(), within: .zero) }
        connection.close()
    }
}

extension WebSocketStreamError {
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as WebSocketStreamError: self = error
        case let error as HTTPTransferError: self = .transfer(error)
        case let error as WebSocketError: self = .broken(error)
        default: self = .ended
        }
    }
}
