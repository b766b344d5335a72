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

    /// Returns the frame's bytes.
    ///
    /// - Parameter mask: The four bytes with which a client masks the payload; `nil` for a server, which does not.
    func bytes(mask: UInt32?) -> [UInt8] {
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode.rawValue]
        let maskBit: UInt8 = mask == nil ? 0 : 0x80
        switch payload.count {
        case ...125: bytes.append(maskBit | UInt8(payload.count))
        case ...0xFFFF:
            bytes += [maskBit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes.append(maskBit | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
            }
        }
        bytes.reserveCapacity(bytes.count + payload.count + 4)
        guard let mask else { return bytes + payload }
        let key = stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: mask >> $0) }
        return bytes + key + Self.masked(payload[...], with: key[...])
    }

    /// Returns a payload combined with a key of four bytes, which masks it or removes the mask.
    private static func masked(_ payload: ArraySlice<UInt8>, with key: ArraySlice<UInt8>) -> [UInt8] {
        payload.enumerated().map { $1 ^ key[key.startIndex + ($0 & 3)] }
    }

    /// Parses the frame at the beginning of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: The received bytes.
    ///   - limit: The longest payload, in bytes.
    ///   - isMasked: Whether the frame must be masked, as those of clients are, or must not be.
    /// - Returns: The frame with its length in bytes; nil if it is incomplete.
    /// - Throws: `WebSocketError` if the frame violates the protocol or is too long.
    static func parseFirst(
        of bytes: ArraySlice<UInt8>, limit: Int, isMasked: Bool
    ) throws(WebSocketError) -> (frame: WebSocketFrame, length: Int)? {
        guard bytes.count >= 2 else { return nil }
        let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
        guard first & 0x70 == 0 else { throw .protocolError("expected no reserved bits") }
        guard let opcode = Opcode(rawValue: first & 0x0F) else {
            throw .protocolError("expected a known kind of frame, found \(first & 0x0F)")
        }
        guard (second & 0x80 != 0) == isMasked else {
            throw .protocolError(
                isMasked ? "expected frames of a client with a mask" : "expected frames of a server without a mask")
        }
        let isFinal = first & 0x80 != 0
        if opcode.isControl {
            guard isFinal else { throw .protocolError("expected a control frame in one piece") }
            guard second & 0x7F <= maxControlPayload else {
                throw .protocolError("expected a control frame of at most \(maxControlPayload) bytes")
            }
        }
        guard let (count, lengthEnd) = try payloadLength(of: bytes, short: second & 0x7F) else { return nil }
        guard count <= UInt64(limit) else { throw .tooLong(limit) }
        let head = lengthEnd + (isMasked ? 4 : 0)
        let end = head + Int(count)
        guard bytes.count >= end else { return nil }
        let content = bytes[bytes.startIndex + head..<bytes.startIndex + end]
        let key = bytes[bytes.startIndex + lengthEnd..<bytes.startIndex + head]
        let payload = isMasked ? masked(content, with: key) : Array(content)
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
