import RoomControl
import SystemIO
import WebSocket

/// A connection to a room that listens for requests.
struct ControlClient {
    private let socket: OpenFile
    private let address: ControlAddress
    /// The WebSocket; `nil` at a path, where a line is a message.
    private var webSocket: WebSocketConnection?
    private var unread: [UInt8] = []
    private var messages: [[UInt8]] = []

    private static let readSize = 65_536
    /// The time after which a room that has sent nothing does not answer any more.
    static let answerTime: Duration = .seconds(10)
    /// The longest message of a room: a screenshot.
    private static let maxMessageLength = 16 << 20

    /// Connects to the room that listens at an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - token: The secret for a WebSocket; `nil` for none.
    /// - Throws: `CommandFailure` with exit status 69 if no room listens there, or it refuses the token.
    init(_ address: ControlAddress, token: ControlToken?) throws(CommandFailure) {
        self.address = address
        if case .unix(let path) = address, path.utf8.count > UnixSocket.maxPathBytes {
            throw CommandFailure(.usage, "\(path): expected a path of at most \(UnixSocket.maxPathBytes) bytes")
        }
        do throws(SystemError) {
            switch address {
            case .unix(let path): socket = try UnixSocket.connect(to: path)
            case .webSocket(let place): socket = try place.connect()
            }
        } catch {
            let problem = error == .accessDenied ? "the room of another user" : "no room listens there"
            throw CommandFailure(.unavailable, "\(address): \(problem): \(error)")
        }
        if case .webSocket(let place) = address { try openWebSocket(at: place, token) }
    }

    /// Sends a request.
    mutating func send(_ request: ControlRequest) throws(CommandFailure) {
        guard webSocket != nil else { return try write(request.line) }
        webSocket?.send(String(decoding: request.line.dropLast(), as: UTF8.self))
        try write(webSocket?.consumeOutgoingBytes() ?? [])
    }

    /// Returns the next message without its line break; `nil` at the end, or after a signal.
    ///
    /// - Parameters:
    ///   - stop: The signals that end the wait.
    ///   - isAnswer: Whether the room must send something within ``answerTime``.
    mutating func readLine(_ stop: StopSignals, isAnswer: Bool) throws(CommandFailure) -> [UInt8]? {
        var end = isAnswer ? ContinuousClock.now + Self.answerTime : nil
        while true {
            if let message = try nextMessage() { return message }
            if stop.wait(for: [AwaitedDescriptor(socket.descriptor)], until: end) != nil { return nil }
            guard let bytes = try read() else {
                if let end, end <= ContinuousClock.now { throw silence }
                continue
            }
            guard !bytes.isEmpty else { return nil }
            unread += bytes
            // A long answer comes in pieces.
            if end != nil { end = ContinuousClock.now + Self.answerTime }
        }
    }

    private var silence: CommandFailure {
        CommandFailure(.unavailable, "\(address): no answer within \(Self.answerTime.components.seconds) s")
    }

    /// Returns the next complete message among the received bytes; `nil` if there is none.
    private mutating func nextMessage() throws(CommandFailure) -> [UInt8]? {
        guard webSocket != nil else {
            guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { unread.removeFirst(end + 1) }
            return Array(unread[..<end])
        }
        do throws(WebSocketError) {
            for event in try webSocket?.receive(unread) ?? [] {
                if case .text(let text) = event { messages.append(Array(text.utf8)) }
            }
        } catch {
            throw CommandFailure(.unavailable, "\(address): \(error)")
        }
        unread = []
        try write(webSocket?.consumeOutgoingBytes() ?? [])
        return messages.isEmpty ? nil : messages.removeFirst()
    }

    private mutating func openWebSocket(at place: LoopbackAddress, _ token: ControlToken?) throws(CommandFailure) {
        var random = SystemRandomNumberGenerator()
        let nonce = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        var handshake = WebSocketHandshake(host: "\(place)", path: "/", nonce: nonce, token: token?.text)
        try write(handshake.request)
        let end = ContinuousClock.now + Self.answerTime
        while true {
            guard let bytes = try read() else {
                if end <= ContinuousClock.now { throw silence }
                Descriptor.isReadable(socket.descriptor, withinMilliseconds: 1_000)
                continue
            }
            guard !bytes.isEmpty else {
                throw CommandFailure(.unavailable, "\(address): the room ended before it answered")
            }
            do throws(WebSocketError) {
                guard let rest = try handshake.receive(bytes) else { continue }
                unread = rest
                break
            } catch {
                let problem =
                    switch error.httpStatus {
                    case 401: "the room refuses the token of --control-token-file"
                    case 503: "all places of the room are taken"
                    default: error.description
                    }
                throw CommandFailure(.unavailable, "\(address): \(problem)")
            }
        }
        webSocket = WebSocketConnection(maxMessageLength: Self.maxMessageLength) { UInt32.random(in: 0...UInt32.max) }
    }

    private func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard !bytes.isEmpty else { return }
        do throws(SystemError) {
            try Descriptor.send(bytes, to: socket.descriptor)
        } catch {
            throw CommandFailure(.unavailable, "\(address): \(error)")
        }
    }

    /// Returns available bytes, none at the end; `nil` if there are none yet.
    private func read() throws(CommandFailure) -> [UInt8]? {
        do throws(SystemError) {
            return try Descriptor.read(socket.descriptor, upTo: Self.readSize)
        } catch {
            if error.wouldBlock { return nil }
            throw CommandFailure(.unavailable, "\(address): \(error)")
        }
    }
}
