import HTTPTransfer
import WebSockets

/// A URL of a WebSocket.
struct WebSocketURL {
    let isEncrypted: Bool
    /// Host and port, as requests name them.
    let host: String
    /// What stands behind the server, from the slash on.
    let path: String

    /// Nil for what is no such URL.
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

    /// Where to connect, in the form that byte streams are asked for.
    var streamURL: String { "\(isEncrypted ? "https" : "http")://\(host)" }
}

/// Why a WebSocket is none, or is none any more.
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

/// An open WebSocket over a stream of bytes.
final class WebSocketStream {
    /// What is sent is taken by the server, and the opening answered, within so long.
    private static let patience: Duration = .seconds(10)

    private let connection: CurlConnection
    private var socket: WebSocketConnection
    /// What came along with the answer to the opening.
    private var first: [UInt8] = []
    /// Why nothing more can be sent, when that was found out along with messages that count.
    private var failure: HTTPTransferError?

    /// Connects and opens.
    /// - Parameter random: chance, anew each time.
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

    /// Waits for messages at most that long and gives those that came.
    /// - Parameter wakeUp: readable from the moment on at which `isCancelled` says yes.
    func receive(
        within time: Duration, wakeUp: Int32, isCancelled: () -> Bool
    ) throws(WebSocketStreamError) -> [WebSocketConnection.Happening] {
        do {
            if let failure { throw failure }
            // What was wrong behind the messages that came last is said now.
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

    /// Sends what the other side asked for, such as signs of life.
    private func answer(_ isCancelled: () -> Bool) throws(HTTPTransferError) {
        let bytes = socket.outgoing()
        if !bytes.isEmpty { try connection.send(bytes, within: Self.patience, isCancelled: isCancelled) }
    }

    /// Says goodbye, unless it is not to, and ends; a server that does not take it is left without it.
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
