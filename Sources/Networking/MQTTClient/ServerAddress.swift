import TextEncodings

/// The authority part of a URL: host, port, user and password.
public struct ServerAddress: Equatable, Sendable {
    /// The host name or IP address; an IPv6 address without brackets.
    public var host: String
    /// The port, 1 to 65535.
    public var port: Int
    /// The user; nil if there is none.
    public var user: String?
    /// The password. It does not appear in descriptions.
    public var password: String?

    /// Creates an address.
    public init(host: String, port: Int, user: String? = nil, password: String? = nil) {
        self.host = host
        self.port = port
        self.user = user
        self.password = password
    }

    /// The host and port in the syntax of URLs.
    public var hostAndPort: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Parses `[user[:password]@]host[:port]`.
    package init(_ text: Substring, defaultPort: Int) throws(NetworkAddressError) {
        let place = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text
        if let at = text.lastIndex(of: "@") {
            let parts = text[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = try parts[0].percentDecoded().nonEmpty
            password = parts.count > 1 ? try parts[1].percentDecoded().nonEmpty : nil
        }
        let name: Substring
        var rest: Substring
        if place.first == "[", let end = place.firstIndex(of: "]") {
            name = place[place.index(after: place.startIndex)..<end]
            rest = place[place.index(after: end)...]
        } else {
            name = place.prefix { $0 != ":" }
            rest = place[name.endIndex...]
        }
        let isName = name.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || "-._:%".utf8.contains(byte)
        }
        guard !name.isEmpty, isName else { throw NetworkAddressError("expected a host") }
        host = String(name)
        guard rest.first == ":" else {
            guard rest.isEmpty else { throw NetworkAddressError("expected a host, and a port after it") }
            port = defaultPort
            return
        }
        rest = rest.dropFirst()
        guard let port = Int(rest), (1...65_535).contains(port) else {
            // The error does not quote the text, because it may be the beginning of a password.
            throw NetworkAddressError("expected a port from 1 to 65535")
        }
        self.port = port
    }
}

/// The description of an invalid address, without secrets.
public struct NetworkAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The expected form.
    public let description: String

    /// Creates the description.
    package init(_ description: String) {
        self.description = description
    }
}

/// The parts of a URL.
package struct URLParts {
    /// The scheme in small letters.
    package let scheme: String
    /// The server, with user and password.
    package let server: Substring
    /// The path without the slash at its beginning.
    package let path: Substring
    /// The names and values of the query.
    package let query: [(name: Substring, value: Substring)]

    /// Parses `scheme://server/path?name=value&…`; nil if the text is not a URL. A `#` is an ordinary character,
    /// because topics and channels contain it.
    ///
    /// - Throws: `NetworkAddressError` if an `@` follows the server. Then a password probably contains an unescaped `/`
    ///   or `?`, and its rest must not be treated as a path.
    package init?(_ text: String) throws(NetworkAddressError) {
        guard let range = text.firstRange(of: "://") else { return nil }
        scheme = text[..<range.lowerBound].lowercased()
        let rest = text[range.upperBound...]
        let whole = rest.prefix { $0 != "?" }
        server = whole.prefix { $0 != "/" }
        guard !rest[server.endIndex...].contains("@") else {
            throw NetworkAddressError("expected no @ after the host: write / in a password as %2F, ? as %3F")
        }
        path = whole[server.endIndex...].dropFirst()
        query = rest[whole.endIndex...].dropFirst().split(separator: "&").map { part in
            let name = part.prefix { $0 != "=" }
            return (name, part[name.endIndex...].dropFirst())
        }
    }
}

extension Substring {
    /// Returns the text without percent encoding.
    package func percentDecoded() throws(NetworkAddressError) -> String {
        do throws(PercentEncodingError) {
            return try PercentEncoding.decoded(self)
        } catch {
            throw NetworkAddressError(error.description)
        }
    }
}

extension String {
    /// The text; nil if it is empty.
    package var nonEmpty: String? { isEmpty ? nil : self }
}
