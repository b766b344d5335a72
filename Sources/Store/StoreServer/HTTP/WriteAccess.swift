import Hummingbird
public import StoreProtocol

/// The permission to change the store.
public enum WriteAccess: Sendable {
    /// Nobody may change the store.
    case off
    /// Clients that know the token with this digest may change the store.
    case token(SHA256Digest)

    /// Returns the access for clients that know `token`.
    public static func token(_ token: String) -> WriteAccess { .token(SHA256Digest.digest(of: Array(token.utf8))) }

    /// Checks that a request may change the store.
    ///
    /// - Throws: `RequestFailure` if it may not.
    func check(_ request: Request) throws(RequestFailure) {
        guard case .token(let digest) = self else {
            throw RequestFailure(.forbidden, "writing is off: start gift-store with --token-file FILE")
        }
        guard let header = request.headers[.authorization] else {
            throw Self.unauthorized("expected a token: Authorization: Bearer …")
        }
        let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw Self.unauthorized("expected Authorization: Bearer …")
        }
        let given = SHA256Digest.digest(of: Array(parts[1].trimmingWhitespace.utf8))
        guard Self.areEqual(given.bytes, digest.bytes) else {
            throw Self.unauthorized("wrong token", reason: ", error=\"invalid_token\"")
        }
    }

    private static func unauthorized(_ message: String, reason: String = "") -> RequestFailure {
        RequestFailure(
            .unauthorized, message, headers: [.wwwAuthenticate: "Bearer realm=\"gift-store\"\(reason)"])
    }

    /// Compares two digests in constant time, so that the time does not show where they differ. Both have the length of
    /// a digest, which reveals nothing about the token.
    private static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(a, b) { difference |= a ^ b }
        return difference == 0
    }
}
