/// The secret that a request shows to get access.
///
/// - SeeAlso: RFC 6750, section 2.1.
public struct BearerSecret: Sendable {
    /// The bytes of the secret.
    public let bytes: [UInt8]

    /// Creates the secret of the field `Authorization`, such as `Bearer 7f3a…`; `nil` if the field has another form.
    public init?(authorization field: String) {
        let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        bytes = parts[1].utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    }
}

extension Collection<UInt8> {
    /// Returns whether the bytes are those of another secret.
    ///
    /// All bytes are compared, so that the time depends on the lengths only and does not tell how many bytes are right.
    public func isSameSecret(as other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for (byte, otherByte) in zip(self, other) { difference |= byte ^ otherByte }
        return difference == 0
    }
}
