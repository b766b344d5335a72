import CLibcrypto

/// What both sides show each other when a WebSocket is opened, by OpenSSL; it protects nothing but against answers by
/// mistake.
/// - SeeAlso: RFC 6455, section 1.3.
enum WebSocketKey {
    private static let digestLength = 20

    /// The key of a client, for 16 bytes by chance.
    static func text(_ nonce: [UInt8]) -> String { base64(nonce) }

    /// What a server answers to a key.
    static func answer(to key: String) -> String {
        let message = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var digest = [UInt8](repeating: 0, count: digestLength)
        // An OpenSSL that is told to know no SHA-1 leaves zeros, which no server sends: no WebSocket is opened then.
        _ = EVP_Digest(message, message.count, &digest, nil, EVP_sha1(), nil)
        return base64(digest)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        // Four letters for every three bytes, and a zero at the end.
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let length = EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
        return String(decoding: text.prefix(Int(length)), as: UTF8.self)
    }
}
