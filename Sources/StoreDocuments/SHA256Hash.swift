import CLibcrypto

/// Takes bytes piece by piece and gives their SHA-256, by OpenSSL.
///
///     var hash = SHA256Hash()
///     hash.update(chunk)
///     let digest = hash.finish()
///
/// It is a value: a copy goes its own way.
public struct SHA256Hash: Sendable {
    /// OpenSSL's state, which one hash owns until it is copied.
    ///
    /// Sendable because it is only changed by a hash that is its sole owner; one that shares it copies it first.
    private final class State: @unchecked Sendable {
        let context: OpaquePointer

        init() {
            context = State.allocated()
            // It fails only where OpenSSL was built or configured without SHA-256, and then nothing can be verified.
            precondition(EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1, "OpenSSL has no SHA-256")
        }

        init(copying other: State) {
            context = State.allocated()
            precondition(EVP_MD_CTX_copy_ex(context, other.context) == 1, "OpenSSL is out of memory")
        }

        deinit { EVP_MD_CTX_free(context) }

        private static func allocated() -> OpaquePointer {
            guard let context = EVP_MD_CTX_new() else { preconditionFailure("OpenSSL is out of memory") }
            return context
        }
    }

    private var state = State()

    /// The hash of nothing yet.
    public init() {}

    /// Takes more bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
        precondition(EVP_DigestUpdate(state.context, bytes.baseAddress, bytes.count) == 1, "SHA-256 failed")
    }

    /// Takes more bytes.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of all bytes so far; more may follow.
    public func finish() -> SHA256Digest {
        let last = State(copying: state)
        var digest = [UInt8](repeating: 0, count: SHA256Digest.length)
        precondition(EVP_DigestFinal_ex(last.context, &digest, nil) == 1, "SHA-256 failed")
        return SHA256Digest(bytes: digest)
    }
}
