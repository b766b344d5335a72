/// One side of an open WebSocket, without a socket: it processes received bytes and returns messages and bytes to send.
///
///     for event in try connection.receive(bytes) {
///         if case .text(let text) = event { … }
///     }
///     socket.send(connection.consumeOutgoingBytes())
///
/// - SeeAlso: RFC 6455, sections 5 to 7.
public struct WebSocketConnection: Sendable {
    /// An event from the other side.
    public enum Event: Equatable, Sendable {
        /// A complete text message.
        case text(String)
        /// A complete binary message.
        case binary([UInt8])
        /// A pong: the answer to a ping, or an unsolicited one.
        case pong([UInt8])
        /// The other side closed the connection, with a code if it sent one. Nothing follows it, and the connection has
        /// already answered.
        case closed(code: UInt16?, reason: String)
    }

    private enum State: Sendable {
        /// Both sides can send frames.
        case open
        /// This side has sent a close frame and waits for the other side's. Messages that arrive before it still count.
        case closing
        /// Both sides have closed, or the other side violated the protocol. The connection ignores later bytes.
        case closed
    }

    /// The default limit for messages, in bytes; platforms send a few thousand.
    public static let defaultMaxMessageLength = 1 << 20

    private let maxMessageLength: Int
    /// Returns the masking key of the next frame; `nil` on the side of the server, which masks nothing.
    private let mask: (@Sendable () -> UInt32)?
    private var state = State.open
    private var bytes: [UInt8] = []
    /// The number of parsed bytes in `bytes`.
    private var consumedCount = 0
    private var message: (opcode: WebSocketFrame.Opcode, payload: [UInt8])?
    private var outgoingBytes: [UInt8] = []
    /// A protocol error that follows messages; the next call throws it.
    private var pendingError: WebSocketError?

    /// Creates the client side of an open connection.
    ///
    /// - Parameters:
    ///   - maxMessageLength: The longest message, in bytes.
    ///   - mask: Returns a new random masking key for each frame that the client sends.
    public init(
        maxMessageLength: Int = WebSocketConnection.defaultMaxMessageLength, mask: @escaping @Sendable () -> UInt32
    ) {
        self.maxMessageLength = maxMessageLength
        self.mask = mask
    }

    /// Creates the server side of an open connection.
    ///
    /// - Parameter maxMessageLength: The longest message, in bytes.
    public init(serverWithMaxMessageLength maxMessageLength: Int) {
        self.maxMessageLength = maxMessageLength
        mask = nil
    }

    /// Returns the bytes with which a server sends a text message, for messages that no connection has to know of.
    public static func serverMessage(_ text: [UInt8]) -> [UInt8] {
        WebSocketFrame(isFinal: true, opcode: .text, payload: text).bytes(mask: nil)
    }

    /// Whether this side can send messages.
    public var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Processes received bytes, answers pings and closes, and returns the complete messages.
    ///
    /// - Throws: `WebSocketError` if the other side violates the protocol. If messages precede the error, the next call
    ///   throws it, which may be one without bytes. The ``consumeOutgoingBytes()`` bytes then contain a close frame with the
    ///   error's code.
    public mutating func receive(_ more: [UInt8]) throws(WebSocketError) -> [Event] {
        if let pendingError {
            self.pendingError = nil
            throw pendingError
        }
        guard !isClosed else { return [] }
        bytes += more
        var events: [Event] = []
        do throws(WebSocketError) {
            while !isClosed,
                let (frame, length) = try WebSocketFrame.parseFirst(
                    of: bytes[consumedCount...], limit: maxMessageLength, isMasked: mask == nil)
            {
                consumedCount += length
                if let event = try receive(frame) { events.append(event) }
            }
        } catch {
            close(code: error.closeCode ?? 1002)
            state = .closed
            guard !events.isEmpty else { throw error }
            pendingError = error
            return events
        }
        // Removes all parsed frames at once, because each removal at the front moves the rest.
        bytes.removeFirst(consumedCount)
        consumedCount = 0
        return events
    }

    /// Returns the bytes to send and removes them from the connection.
    public mutating func consumeOutgoingBytes() -> [UInt8] {
        defer { outgoingBytes = [] }
        return outgoingBytes
    }

    /// Sends a text message.
    public mutating func send(_ text: String) {
        send(WebSocketFrame(isFinal: true, opcode: .text, payload: Array(text.utf8)))
    }

    /// Closes this side; the code 1000 means a normal closure.
    public mutating func close(code: UInt16 = 1000) {
        send(WebSocketFrame(isFinal: true, opcode: .close, payload: [UInt8(code >> 8), UInt8(code & 0xFF)]))
        if case .open = state { state = .closing }
    }

    private var isClosed: Bool {
        if case .closed = state { true } else { false }
    }

    private mutating func send(_ frame: WebSocketFrame) {
        guard isOpen || frame.opcode == .pong && !isClosed else { return }
        outgoingBytes += frame.bytes(mask: mask?())
    }

    private mutating func receive(_ frame: WebSocketFrame) throws(WebSocketError) -> Event? {
        switch frame.opcode {
        case .ping:
            send(WebSocketFrame(isFinal: true, opcode: .pong, payload: frame.payload))
            return nil
        case .pong: return .pong(frame.payload)
        case .close: return try receiveClose(frame.payload)
        case .text, .binary:
            guard message == nil else { throw .protocolError("expected the rest of a message, found a new one") }
            message = (frame.opcode, frame.payload)
        case .continuation:
            guard message != nil else { throw .protocolError("expected a message, found the rest of one") }
            guard (message?.payload.count ?? 0) + frame.payload.count <= maxMessageLength else {
                throw .tooLong(maxMessageLength)
            }
            message?.payload += frame.payload
        }
        guard frame.isFinal, let whole = message else { return nil }
        message = nil
        guard whole.opcode == .text else { return .binary(whole.payload) }
        guard let text = String(validating: whole.payload, as: UTF8.self) else { throw .notUTF8 }
        return .text(text)
    }

    private mutating func receiveClose(_ payload: [UInt8]) throws(WebSocketError) -> Event {
        guard payload.count != 1 else { throw .protocolError("expected a close with a whole code") }
        let code = payload.count < 2 ? nil : UInt16(payload[0]) << 8 | UInt16(payload[1])
        if let code {
            // RFC 6455, section 7.4.1: 1004 to 1006 and 1015 are never sent in a close frame.
            let isKnown = (1000...1014).contains(code) && !(1004...1006).contains(code)
            guard isKnown || (3000...4999).contains(code) else {
                throw .protocolError("expected a code that can be sent, found \(code)")
            }
        }
        guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw .notUTF8 }
        close(code: code ?? 1000)
        state = .closed
        return .closed(code: code, reason: reason)
    }
}
