import ExactNumbers
import JSON
public import StoreProtocol

/// What the owner of a token may do. Everybody may read what players read, without a token.
public enum TokenRole: String, CaseIterable, Sendable {
    /// Publish, withdraw and roll back gift kinds.
    case publish
    /// Publish settings.
    case settings
    /// Read the audit log and preview settings; every token permits this.
    case readOnly = "read-only"
}

/// A token of the store, without its secret, of which only the digest is known.
public struct StoreToken: Hashable, Sendable {
    /// The name for the audit log.
    public let name: String
    /// What the owner may do; never empty.
    public let roles: Set<TokenRole>
    /// The SHA-256 of the secret. A secret of 192 random bits needs neither salt nor a slow hash.
    public let digest: SHA256Digest
    /// The time of its creation in UTC in the format of RFC 3339; `nil` for the token of a plain file.
    public let created: String?
    /// The time from which it is refused in UTC in the format of RFC 3339; `nil` for a token that does not expire.
    public let expires: String?

    /// Creates a token.
    public init(
        name: String, roles: Set<TokenRole>, digest: SHA256Digest, created: String? = nil, expires: String? = nil
    ) {
        self.name = name
        self.roles = roles
        self.digest = digest
        self.created = created
        self.expires = expires
    }

    /// Returns whether the owner may do what `role` permits.
    public func permits(_ role: TokenRole) -> Bool { role == .readOnly || roles.contains(role) }

    /// Returns whether the token has expired at `time`, in the format of RFC 3339.
    public func hasExpired(at time: String) -> Bool {
        guard let expires else { return false }
        // A time that cannot be read must not prolong a token.
        guard let end = Timestamp(expires), let time = Timestamp(time) else { return true }
        return time.nanoseconds >= end.nanoseconds
    }

    /// The form of a name, in words.
    static let expectedName = "a name of 1 to 64 letters, digits, dots, hyphens and underscores"

    /// Returns whether a text can name a token.
    static func isName(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: ".-_".utf8.contains(byte)
                }
            }
    }
}

// MARK: - Lines of a token file

extension StoreToken {
    init(json: [UInt8]) throws(StoreDocumentError) {
        self = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var (name, created, expires) = (String?.none, String?.none, String?.none)
            var roles: Set<TokenRole> = []
            var digest: SHA256Digest?
            try reader.readMembers("a token") { reader, member throws(JSONError) in
                let place = reader.offset
                switch member {
                case "name":
                    let text = try reader.readString(Self.expectedName)
                    guard Self.isName(text) else { throw reader.mismatchError(Self.expectedName, at: place) }
                    name = text
                case "roles":
                    try reader.readArray("a list of roles") { reader throws(JSONError) in
                        let place = reader.offset
                        guard let role = TokenRole(rawValue: try reader.readString("a role")) else {
                            throw reader.mismatchError("publish, settings or read-only", at: place)
                        }
                        roles.insert(role)
                    }
                case "sha256":
                    guard let found = SHA256Digest(hex: try reader.readString("a SHA-256")) else {
                        throw reader.mismatchError("64 hexadecimal digits", at: place)
                    }
                    digest = found
                case "created": created = try reader.readTime()
                case "expires": expires = try reader.readTime()
                default: try reader.skipValue()
                }
            }
            guard let name else { throw reader.mismatchError(member: "name", Self.expectedName) }
            guard !roles.isEmpty else { throw reader.mismatchError(member: "roles", "at least one role") }
            guard let digest else { throw reader.mismatchError(member: "sha256", "64 hexadecimal digits") }
            return StoreToken(name: name, roles: roles, digest: digest, created: created, expires: expires)
        }
    }

    /// The token as one JSON object without white space.
    var json: [UInt8] {
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("name", name)
            json.add("roles", TokenRole.allCases.filter(roles.contains).map(\.rawValue))
            json.add("sha256", digest.hex)
            if let created { json.add("created", created) }
            if let expires { json.add("expires", expires) }
        }
        return json
    }
}

extension JSONReader {
    fileprivate mutating func readTime() throws(JSONError) -> String? {
        if try readNull() { return nil }
        let place = offset
        let text = try readString("a time of RFC 3339")
        guard Timestamp(text) != nil else { throw mismatchError("a time of RFC 3339", at: place) }
        return text
    }
}
