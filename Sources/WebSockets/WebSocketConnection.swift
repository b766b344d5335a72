/// The client's side of an open WebSocket, without a socket: bytes in, messages and bytes to send out.
///
///     for happening in try connection.take(bytes) {
///         if case .text(let text) = happening { … }
///     }
///     socket.send(connection.outgoing())
/// - SeeAlso: RFC 6455, sections 5 to 7.
public struct WebSocketConnection: Sendable {
    /// What comes from the other side.
    public enum Happening: Equatable, Sendable {
        /// A whole message of text.
        case text(String)
        /// A whole message of bytes.
        case binary([UInt8])
        /// The answer to a ping, or a sign of life.
        case pong([UInt8])
        /// The other side closes, with a code where it says one; nothing comes after it. It has been answered.
        case closed(code: UInt16?, reason: String)
    }

    private enum State: Sendable {
        /// Frames go both ways.
        case open
        /// A close was sent; the other side's is awaited, and data that comes before it still counts.
        case closing
        /// Both closed, or one broke the rules: what comes now is passed over.
        case closed
    }

    /// The longest message by default, in bytes: platforms send some thousands.
    public static let longestMessage = 1 << 20

    private let limit: Int
    private var mask: @Sendable () -> UInt32
    private var state = State.open
    private var bytes: [UInt8] = []
    /// How many of them were read.
    private var consumed = 0
    private var message: (opcode: WebSocketFrame.Opcode, payload: [UInt8])?
    private var waiting: [UInt8] = []
    /// How the other side broke the rules behind messages that count.
    private var fault: WebSocketError?

    /// A connection that has just been opened.
    /// - Parameters:
    ///   - limit: the longest message that is taken, in bytes.
    ///   - mask: a new number by chance each time; what a client sends is masked with it.
    public init(limit: Int = WebSocketConnection.longestMessage, mask: @escaping @Sendable () -> UInt32) {
        self.limit = limit
        self.mask = mask
    }

    /// Whether messages can be sent.
    public var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Takes bytes that came, answers pings and closes, and gives the messages that are whole.
    /// - Throws: how the other side broke the rules; where messages came before that, at the next call, which may be one
    ///   without bytes. The close that tells it so is among the ``outgoing()`` bytes.
    public mutating func take(_ more: [UInt8]) throws(WebSocketError) -> [Happening] {
        if let fault {
            self.fault = nil
            throw fault
        }
        guard !isClosed else { return [] }
        bytes += more
        var happenings: [Happening] = []
        do throws(WebSocketError) {
            while !isClosed, let (frame, length) = try WebSocketFrame.first(of: bytes[consumed...], limit: limit) {
                consumed += length
                if let happening = try take(frame) { happenings.append(happening) }
            }
        } catch {
            close(code: error.closeCode ?? 1002)
            state = .closed
            guard !happenings.isEmpty else { throw error }
            fault = error
            return happenings
        }
        // In one go, as taking away the front moves all that is behind it.
        bytes.removeFirst(consumed)
        consumed = 0
        return happenings
    }

    /// What is to be sent by now; it is given out once.
    public mutating func outgoing() -> [UInt8] {
        defer { waiting = [] }
        return waiting
    }

    /// Sends a text.
    public mutating func send(_ text: String) {
        send(WebSocketFrame(isFinal: true, opcode: .text, payload: Array(text.utf8)))
    }

    /// Asks for a sign of life, with at most 125 bytes that the answer repeats.
    public mutating func ping(_ payload: [UInt8] = []) {
        send(
            WebSocketFrame(isFinal: true, opcode: .ping, payload: Array(payload.prefix(WebSocketFrame.longestControl))))
    }

    /// Closes this side: 1000 means that all is done.
    public mutating func close(code: UInt16 = 1000) {
        send(WebSocketFrame(isFinal: true, opcode: .close, payload: [UInt8(code >> 8), UInt8(code & 0xFF)]))
        if case .open = state { state = .closing }
    }

    private var isClosed: Bool {
        if case .closed = state { true } else { false }
    }

    private mutating func send(_ frame: WebSocketFrame) {
        guard isOpen || frame.opcode == .pong && !isClosed else { return }
        waiting += frame.bytes(mask: mask())
    }

    private mutating func take(_ frame: WebSocketFrame) throws(WebSocketError) -> Happening? {
        switch frame.opcode {
        case .ping:
            send(WebSocketFrame(isFinal: true, opcode: .pong, payload: frame.payload))
            return nil
        case .pong: return .pong(frame.payload)
        case .close: return try takeClose(frame.payload)
        case .text, .binary:
            guard message == nil else { throw .protocolError("expected the rest of a message, found a new one") }
            message = (frame.opcode, frame.payload)
        case .continuation:
            guard message != nil else { throw .protocolError("expected a message, found the rest of one") }
            guard (message?.payload.count ?? 0) + frame.payload.count <= limit else { throw .tooLong(limit) }
            message?.payload += frame.payload
        }
        guard frame.isFinal, let whole = message else { return nil }
        message = nil
        guard whole.opcode == .text else { return .binary(whole.payload) }
        guard let text = String(validating: whole.payload, as: UTF8.self) else { throw .notUTF8 }
        return .text(text)
    }

    private mutating func takeClose(_ payload: [UInt8]) throws(WebSocketError) -> Happening {
        guard payload.count != 1 else { throw .protocolError("expected a close with a whole code") }
        let code = payload.count < 2 ? nil : UInt16(payload[0]) << 8 | UInt16(payload[1])
        if let code {
            // 1004 to 1006 and 1015 only stand for what no close says.
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
