import CLibcrypto

/// An incremental SHA-256 computation with OpenSSL.
///
///     var hash = SHA256Hash()
///     hash.update(chunk)
///     let digest = hash.digest()
///
/// The type has value semantics: a copy continues independently.
public struct SHA256Hash: Sendable {
    /// OpenSSL's state, which copies of a hash share until one of them changes.
    ///
    /// It is `Sendable` because a hash changes the state only while it is the sole owner; otherwise it copies the state
    /// first.
    private final class State: @unchecked Sendable {
        let context: OpaquePointer

        init() {
            context = State.allocateContext()
            // The call fails only if OpenSSL was built or configured without SHA-256; then no download can be verified.
            precondition(EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1, "OpenSSL has no SHA-256")
        }

        init(copying other: State) {
            context = State.allocateContext()
            precondition(EVP_MD_CTX_copy_ex(context, other.context) == 1, "OpenSSL is out of memory")
        }

        deinit { EVP_MD_CTX_free(context) }

        private static func allocateContext() -> OpaquePointer {
            guard let context = EVP_MD_CTX_new() else { preconditionFailure("OpenSSL is out of memory") }
            return context
        }
    }

    private var state = State()

    /// Creates a hash of no bytes.
    public init() {}

    /// Adds bytes to the hash.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
        precondition(EVP_DigestUpdate(state.context, bytes.baseAddress, bytes.count) == 1, "SHA-256 failed")
    }

    /// Adds bytes to the hash.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// Returns the digest of all bytes so far; more bytes may follow.
    public func digest() -> SHA256Digest {
        let last = State(copying: state)
        defer { withExtendedLifetime(last) {} }
        var digest = [UInt8](repeating: 0, count: SHA256Digest.length)
        precondition(EVP_DigestFinal_ex(last.context, &digest, nil) == 1, "SHA-256 failed")
        return SHA256Digest(bytes: digest)
    }
}
