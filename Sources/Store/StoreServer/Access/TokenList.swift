import ExactNumbers
import LocalHTTP
import StoreProtocol

/// The tokens of a store, as a token file lists them.
public struct TokenList: Hashable, Sendable {
    /// The tokens; their names are unique.
    public private(set) var tokens: [StoreToken]

    /// Creates a list of tokens with unique names.
    public init(_ tokens: [StoreToken] = []) { self.tokens = tokens }

    /// Creates the list of one token that permits everything.
    public init(secret: String) {
        self.init([
            StoreToken(
                name: "token", roles: Set(TokenRole.allCases), digest: SHA256Digest.digest(of: Array(secret.utf8)))
        ])
    }

    /// The reason why a file lists no tokens.
    public struct InvalidFileError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The line and the problem.
        public let description: String
    }

    /// The minimum length of the secret in a plain file. A shorter one could be guessed.
    static let minSecretLength = 16

    /// Reads a token file: either one secret alone, which permits everything, or one JSON object a line for each token.
    ///
    /// - Throws: `InvalidFileError` if it is neither.
    public init(file bytes: [UInt8]) throws(InvalidFileError) {
        let start = bytes.first { $0 > 0x20 }
        if start == UInt8(ascii: "{") {
            try self.init(lines: bytes)
        } else {
            let words = bytes.split { $0 <= 0x20 }
            guard words.count == 1, let secret = words.first, secret.count >= Self.minSecretLength,
                secret.allSatisfy({ 0x21...0x7E ~= $0 })
            else {
                throw InvalidFileError(
                    description: "expected one token of at least \(Self.minSecretLength) characters without spaces")
            }
            self.init(secret: String(decoding: secret, as: UTF8.self))
        }
    }

    private init(lines bytes: [UInt8]) throws(InvalidFileError) {
        self.init()
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where line.contains(where: { $0 > 0x20 }) {
            do throws(StoreDocumentError) {
                let token = try StoreToken(json: Array(line))
                guard !tokens.contains(where: { $0.name == token.name }) else {
                    throw StoreDocumentError(path: "name", problem: "expected another name, found it twice")
                }
                tokens.append(token)
            } catch {
                throw InvalidFileError(description: "line \(index + 1): \(error)")
            }
        }
    }

    /// The list as a token file.
    public var file: [UInt8] { tokens.flatMap { $0.json + [UInt8(ascii: "\n")] } }

    // MARK: - Changes

    /// Adds a token with a new secret.
    ///
    /// - Parameters:
    ///   - name: The name of the token.
    ///   - roles: What its owner may do, at least one role.
    ///   - now: The current time in the format of RFC 3339.
    ///   - lifetime: The seconds until it expires; `nil` for ever.
    ///   - randomBytes: At least 24 random bytes.
    /// - Returns: The secret, which nothing keeps.
    /// - Throws: `InvalidFileError` if the name is not valid or in use.
    public mutating func add(
        _ name: String, roles: Set<TokenRole>, now: String, lifetime: Int64?, randomBytes: [UInt8]
    ) throws(InvalidFileError) -> String {
        precondition(randomBytes.count >= 24 && !roles.isEmpty, "a secret must be impossible to guess")
        guard StoreToken.isName(name) else {
            throw InvalidFileError(description: "expected \(StoreToken.expectedName)")
        }
        guard !tokens.contains(where: { $0.name == name }) else {
            throw InvalidFileError(description: "there is a token \"\(name)\" already: revoke it first")
        }
        let digits = SHA256Digest.digest(of: randomBytes).hex.prefix(48)
        // The prefix lets scanners of published code find a secret.
        let secret = "giftstore_\(digits)"
        var expires: String?
        if let lifetime {
            guard let time = Timestamp(now) else { throw InvalidFileError(description: "the clock cannot be read") }
            expires = Timestamp(secondsSince1970: time.nanoseconds / 1_000_000_000 + lifetime).text
        }
        tokens.append(
            StoreToken(
                name: name, roles: roles, digest: SHA256Digest.digest(of: Array(secret.utf8)), created: now,
                expires: expires))
        return secret
    }

    /// Removes a token.
    ///
    /// - Returns: Whether there was one of this name.
    public mutating func revoke(_ name: String) -> Bool {
        let count = tokens.count
        tokens.removeAll { $0.name == name }
        return tokens.count < count
    }

    // MARK: - Use

    /// Returns the token with this secret; `nil` if there is none.
    ///
    /// The time does not depend on where digests differ, or on which token it is: all are compared to the end.
    func token(withSecret secret: [UInt8]) -> StoreToken? {
        let given = SHA256Digest.digest(of: secret).bytes
        var found: StoreToken?
        for token in tokens {
            if given.isSameSecret(as: token.digest.bytes) { found = token }
        }
        return found
    }
}
