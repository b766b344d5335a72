import HTTPClient
import MQTTClient
import WebSocket

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
        guard !host.isEmpty, (try? ServerAddress(host[...], defaultPort: 80)) != nil else { return nil }
    }

    /// The URL to which the byte stream connects.
    var streamURL: String { "\(isEncrypted ? "https" : "http")://\(host)" }
}

/// The error with which a WebSocket could not be opened or ended.
enum WebSocketStreamError: Error {
    case transfer(HTTPTransferError)
    case protocolError(WebSocketError)
    case timedOut
    case ended

    var reason: String {
        switch self {
        case .transfer(let error): "\(error)"
        case .protocolError(let error): error.description
        case .timedOut: "the server does not answer"
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
    private static let timeout: Duration = .seconds(10)

    private let connection: CurlConnection
    private var socket: WebSocketConnection
    /// The bytes that arrived together with the answer to the handshake.
    private var initialBytes: [UInt8] = []
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
                to: url.streamURL, options: options, connectTimeout: Self.timeout, isCancelled: isCancelled)
            try connection.send(handshake.request, timeout: Self.timeout, isCancelled: isCancelled)
            let end = SuspendingClock.now + Self.timeout
            while true {
                let left = max(.zero, end - SuspendingClock.now)
                switch try connection.receive(timeout: left, isCancelled: isCancelled) {
                case .timedOut: throw WebSocketStreamError.timedOut
                case .end: throw WebSocketStreamError.ended
                case .bytes(let bytes):
                    guard let rest = try handshake.receive(bytes) else { continue }
                    initialBytes = rest
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
    ///   - wakeDescriptor: A descriptor that becomes readable when `isCancelled` starts to return true.
    ///   - isCancelled: Returns whether to stop.
    /// - Throws: `WebSocketStreamError` if the connection ended or the server violated the protocol.
    func receive(
        timeout time: Duration, wakeDescriptor: Int32, isCancelled: () -> Bool
    ) throws(WebSocketStreamError) -> [WebSocketConnection.Event] {
        do {
            if let failure { throw failure }
            // An empty input makes the socket throw an error that followed the last messages.
            let late = try socket.receive([])
            guard late.isEmpty else { return late }
            var arrival = CurlConnection.ReceiveResult.bytes(initialBytes)
            if initialBytes.isEmpty {
                arrival = try connection.receive(
                    timeout: time, wakeDescriptor: wakeDescriptor, isCancelled: isCancelled)
            }
            initialBytes = []
            switch arrival {
            case .timedOut: return []
            case .end: throw WebSocketStreamError.ended
            case .bytes(let bytes):
                let events = try socket.receive(bytes)
                do throws(HTTPTransferError) { try sendReplies(isCancelled) } catch { failure = error }
                return events
            }
        } catch {
            throw WebSocketStreamError(error)
        }
    }

    /// Sends the answers that the protocol requires, such as pongs.
    private func sendReplies(_ isCancelled: () -> Bool) throws(HTTPTransferError) {
        let bytes = socket.consumeOutgoingBytes()
        if !bytes.isEmpty { try connection.send(bytes, timeout: Self.timeout, isCancelled: isCancelled) }
    }

    /// Closes the connection, after a close frame unless `sendsCloseFrame` is false. The method does not wait until the
    /// server accepts the frame.
    func close(sendsCloseFrame: Bool = true) {
        socket.close()
        if sendsCloseFrame { try? connection.send(socket.consumeOutgoingBytes(), timeout: .zero) }
        connection.close()
    }
}

extension WebSocketStreamError {
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as WebSocketStreamError: self = error
        case let error as HTTPTransferError: self = .transfer(error)
        case let error as WebSocketError: self = .protocolError(error)
        default: self = .ended
        }
    }
}
