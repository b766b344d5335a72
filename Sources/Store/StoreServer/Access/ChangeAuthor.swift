import HTTPTypes
import HummingbirdCore
import StoreProtocol

/// Who makes a change, and why, for the audit log.
public struct ChangeAuthor: Hashable, Sendable {
    /// The name of the token.
    public var token: String
    /// The address of the client.
    public var address: String
    /// The reason, if one was given.
    public var reason: String?

    /// Creates an author.
    public init(token: String, address: String, reason: String? = nil) {
        self.token = token
        self.address = address
        self.reason = reason
    }

    /// The program itself, for changes that no client asked for.
    public static let program = ChangeAuthor(token: "gift-store", address: "-")

    /// The longest reason, in bytes.
    static let maxReasonLength = 500

    /// Returns the reason that a request gives for its change, in the field `Reason`, with characters beyond ASCII
    /// percent-encoded.
    ///
    /// - Throws: `RequestFailure` if it is too long or has control characters.
    static func reason(of request: Request) throws(RequestFailure) -> String? {
        guard let header = request.headers[.reason] else { return nil }
        // A percent sign that begins no escape is just one.
        let text = URI.decoded(header.replacing("+", with: "%2B")[...]) ?? header
        guard text.utf8.count <= maxReasonLength, StoreText.isPublishable(text) else {
            throw RequestFailure(
                .badRequest, "Reason: expected up to \(maxReasonLength) bytes of text without control characters")
        }
        return text.isEmpty ? nil : text
    }
}

extension HTTPField.Name {
    static let reason = Self.fieldName("Reason")
}
