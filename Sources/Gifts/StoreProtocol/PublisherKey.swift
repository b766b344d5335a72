import CLibcrypto
import TextEncodings

/// The public key of a publisher, with which players check that a package is the publisher's, or that of a store, for its
/// documents.
///
/// - SeeAlso: RFC 8032, Ed25519.
public struct PublisherKey: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes of the key.
    let bytes: [UInt8]

    /// The length of a key, in bytes.
    private static let length = 32

    /// Creates the key of a text; `nil` unless it is 32 bytes in Base64.
    public init?(_ text: some StringProtocol) {
        guard let bytes = Base64Text.bytes(of: text), bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The key in Base64.
    public var description: String { Base64Text.text(of: bytes) }

    /// Creates the keys of a text with spaces or commas between them.
    ///
    /// - Throws: `PublisherKeyError` for a word that is no key.
    public static func list(_ text: String) throws(PublisherKeyError) -> [PublisherKey] {
        var keys: [PublisherKey] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
            guard let key = PublisherKey(word) else { throw PublisherKeyError(found: String(word)) }
            keys.append(key)
        }
        // Without a key, everything would be accepted.
        guard !keys.isEmpty else { throw PublisherKeyError(found: text) }
        return keys
    }

    /// Returns whether a signature of a message was made with the private key that belongs to this one.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count) else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return false }
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}

/// A text that is no list of public keys.
public struct PublisherKeyError: Error, Equatable, Sendable, CustomStringConvertible {
    let found: String

    /// What was expected and what was found.
    public var description: String { "expected public keys of 32 bytes in Base64, found \"\(found)\"" }
}

/// The private key of a publisher or a store, as `openssl genpkey -algorithm ed25519` makes it.
///
/// It may be used by several threads at the same time: OpenSSL does not change the key after it was read, and each
/// signature has a context of its own (`openssl-threads(7)`). The owner frees the key after the last use, and has no
/// other state.
public struct PublisherPrivateKey: @unchecked Sendable {
    private let key: OpaquePointer
    private let owner: Owner

    /// Frees the key when nobody uses it any more.
    private final class Owner {
        let key: OpaquePointer
        init(_ key: OpaquePointer) { self.key = key }
        deinit { EVP_PKEY_free(key) }
    }

    /// Creates the key of a text in the format PEM; `nil` if it has none of Ed25519 without a password.
    public init?(pem: [UInt8]) {
        guard let key = pem.withUnsafeBytes(Self.read) else { return nil }
        owner = Owner(key)
        self.key = key
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519 else { return nil }
    }

    /// Returns the key of a text, to be freed by the caller.
    private static func read(_ pem: UnsafeRawBufferPointer) -> OpaquePointer? {
        // The input reads the bytes in place, and must not outlive them.
        guard let input = BIO_new_mem_buf(pem.baseAddress, Int32(clamping: pem.count)) else { return nil }
        defer { BIO_free(input) }
        // An encrypted key must not ask for a password on the terminal.
        return PEM_read_bio_PrivateKey(input, nil, { _, _, _, _ in 0 }, nil)
    }

    /// The public key that belongs to this one.
    public var publicKey: PublisherKey {
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        EVP_PKEY_get_raw_public_key(key, &bytes, &count)
        return PublisherKey(bytes: bytes)
    }

    /// Returns the signature of a message; `nil` if the library cannot make one.
    func signature(of message: [UInt8]) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: PackageSignature.length)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == signature.count
        else { return nil }
        return signature
    }
}
