/// A frame of the WebSocket protocol.
///
/// - SeeAlso: RFC 6455, section 5.2.
struct WebSocketFrame: Equatable, Sendable {
    enum Opcode: UInt8, Sendable {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        var isControl: Bool { rawValue >= 8 }
    }

    var isFinal: Bool
    var opcode: Opcode
    var payload: [UInt8]

    /// The longest payload of a control frame, in bytes.
    static let maxControlPayload = 125

    /// Returns the frame's bytes as a client sends them, masked with the four bytes of `mask`.
    func bytes(mask: UInt32) -> [UInt8] {
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode.rawValue]
        switch payload.count {
        case ...125: bytes.append(0x80 | UInt8(payload.count))
        case ...0xFFFF:
            bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes.append(0x80 | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
            }
        }
        let key = stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: mask >> $0) }
        bytes += key
        bytes.reserveCapacity(bytes.count + payload.count)
        for (index, byte) in payload.enumerated() { bytes.append(byte ^ key[index & 3]) }
        return bytes
    }

    /// Parses the frame at the beginning of `bytes`, as a server sends it.
    ///
    /// - Parameters:
    ///   - bytes: The received bytes.
    ///   - limit: The longest payload, in bytes.
    /// - Returns: The frame with its length in bytes; nil if it is incomplete.
    /// - Throws: `WebSocketError` if the frame violates the protocol or is too long.
    static func parseFirst(
        of bytes: ArraySlice<UInt8>, limit: Int
    ) throws(WebSocketError) -> (frame: WebSocketFrame, length: Int)? {
        guard bytes.count >= 2 else { return nil }
        let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
        guard first & 0x70 == 0 else { throw .protocolError("expected no reserved bits") }
        guard let opcode = Opcode(rawValue: first & 0x0F) else {
            throw .protocolError("expected a known kind of frame, found \(first & 0x0F)")
        }
        guard second & 0x80 == 0 else { throw .protocolError("expected frames of a server without a mask") }
        let isFinal = first & 0x80 != 0
        if opcode.isControl {
            guard isFinal else { throw .protocolError("expected a control frame in one piece") }
            guard second & 0x7F <= maxControlPayload else {
                throw .protocolError("expected a control frame of at most \(maxControlPayload) bytes")
            }
        }
        guard let (count, head) = try payloadLength(of: bytes, short: second & 0x7F) else { return nil }
        guard count <= UInt64(limit) else { throw .tooLong(limit) }
        let end = head + Int(count)
        guard bytes.count >= end else { return nil }
        let payload = Array(bytes[bytes.startIndex + head..<bytes.startIndex + end])
        return (WebSocketFrame(isFinal: isFinal, opcode: opcode, payload: payload), end)
    }

    /// Parses the length of the payload.
    ///
    /// - Returns: The length of the payload and of the header before it; nil if the header is incomplete.
    private static func payloadLength(
        of bytes: ArraySlice<UInt8>, short: UInt8
    ) throws(WebSocketError) -> (count: UInt64, head: Int)? {
        let more: Int
        switch short {
        case 126: more = 2
        case 127: more = 8
        default: return (UInt64(short), 2)
        }
        guard bytes.count >= 2 + more else { return nil }
        let start = bytes.startIndex + 2
        let count = bytes[start..<start + more].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard count > (more == 2 ? 125 : 0xFFFF), count >> 63 == 0 else {
            throw .protocolError("expected the shortest form of a length")
        }
        return (count, 2 + more)
    }
}
