import CLibcrypto
import TextEncodings

/// The keys of the opening handshake, computed with OpenSSL. They detect accidental responses and provide no security.
///
/// - SeeAlso: RFC 6455, section 1.3.
enum WebSocketKey {
    private static let digestLength = 20

    /// Returns the client's key for 16 random bytes.
    static func key(from nonce: [UInt8]) -> String { Base64Text.text(of: nonce) }

    /// Returns the server's answer to a key.
    static func acceptKey(for key: String) -> String {
        let message = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var digest = [UInt8](repeating: 0, count: digestLength)
        // If OpenSSL's configuration forbids SHA-1, the digest stays zero. No server sends that, so the handshake
        // fails.
        _ = EVP_Digest(message, message.count, &digest, nil, EVP_sha1(), nil)
        return Base64Text.text(of: digest)
    }
}
