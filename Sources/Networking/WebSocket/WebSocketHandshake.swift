/// The client side of the opening handshake, without a socket: it creates the request and checks the response.
///
/// - SeeAlso: RFC 6455, section 4.1.
public struct WebSocketHandshake: Sendable {
    /// The longest response header, in bytes; servers send a few hundred.
    public static let maxHeaderLength = 16_384

    private let host: String
    private let path: String
    private let key: String
    private let token: String?
    private var headerBytes: [UInt8] = []

    /// Creates the handshake of a connection.
    ///
    /// - Parameters:
    ///   - host: The server's name, with `:port` unless it is the default port of the scheme.
    ///   - path: The path with the query, beginning with `/`.
    ///   - nonce: 16 random bytes.
    ///   - token: The secret that gives access; `nil` if none is needed.
    public init(host: String, path: String, nonce: [UInt8], token: String? = nil) {
        self.host = host
        self.path = path
        self.token = token
        key = WebSocketKey.key(from: nonce)
    }

    /// The bytes of the request.
    public var request: [UInt8] {
        let lines =
            [
                "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
            ] + (token.map { ["Authorization: Bearer \($0)"] } ?? [])
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Processes received bytes of the response.
    ///
    /// - Returns: Nil while the response is incomplete; then the bytes after the response, which belong to frames.
    /// - Throws: `WebSocketError` if the response does not open a WebSocket.
    public mutating func receive(_ bytes: [UInt8]) throws(WebSocketError) -> [UInt8]? {
        // The end of the header may be split across two chunks.
        let searched = max(0, headerBytes.count - 3)
        headerBytes += bytes
        guard let end = headerEnd(from: searched) else {
            guard headerBytes.count < Self.maxHeaderLength + 4 else {
                throw .handshake("expected an answer of at most \(Self.maxHeaderLength) bytes")
            }
            return nil
        }
        guard end <= Self.maxHeaderLength else {
            throw .handshake("expected an answer of at most \(Self.maxHeaderLength) bytes")
        }
        try check(String(decoding: headerBytes[..<end], as: UTF8.self))
        return Array(headerBytes[(end + 4)...])
    }

    private func headerEnd(from start: Int) -> Int? {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        var index = start
        while index + 4 <= headerBytes.count {
            if headerBytes[index..<index + 4].elementsEqual(end) { return index }
            index += 1
        }
        return nil
    }

    private func check(_ head: String) throws(WebSocketError) {
        // In Swift, a carriage return and a line feed are one character.
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let status = lines.first.map(String.init) ?? ""
        guard status.hasPrefix("HTTP/1.1 101") else {
            let parts = status.split(separator: " ")
            throw .handshake(
                "expected \"HTTP/1.1 101 Switching Protocols\", found \(Self.quoted(status))",
                httpStatus: parts.first?.hasPrefix("HTTP/") == true ? parts.dropFirst().first.flatMap { Int($0) } : nil)
        }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw .handshake("expected a field, found \(Self.quoted(line))") }
            let name = parts[0].lowercased()
            let value = String(
                parts[1].drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        guard fields["upgrade"]?.lowercased() == "websocket" else {
            throw .handshake("Upgrade: expected \"websocket\", found \(Self.quoted(fields["upgrade"]))")
        }
        let tokens = (fields["connection"] ?? "").lowercased().split { $0 == "," || $0 == " " }
        guard tokens.contains("upgrade") else {
            throw .handshake("Connection: expected \"Upgrade\", found \(Self.quoted(fields["connection"]))")
        }
        guard fields["sec-websocket-accept"] == Self.acceptKey(key) else {
            throw .handshake("Sec-WebSocket-Accept: expected the answer to the key that was sent")
        }
        for name in ["sec-websocket-extensions", "sec-websocket-protocol"] where !(fields[name] ?? "").isEmpty {
            throw .handshake("\(name): expected nothing, as nothing was asked for, found \(Self.quoted(fields[name]))")
        }
    }

    /// Returns a server's text in quotes, with at most 60 scalars in one line.
    private static func quoted(_ text: (some StringProtocol)?) -> String {
        let scalars = (text.map { String($0) } ?? "").unicodeScalars.prefix(60).map { scalar in
            scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}" ? "�" : scalar
        }
        return "\"\(String(String.UnicodeScalarView(scalars)))\""
    }

    /// Returns the server's answer to a key.
    package static func acceptKey(_ key: String) -> String { WebSocketKey.acceptKey(for: key) }
}
