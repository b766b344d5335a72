/// The client's side of the opening of a WebSocket, without a socket: what to send, and whether the answer is one.
/// - SeeAlso: RFC 6455, section 4.1.
public struct WebSocketHandshake: Sendable {
    /// The longest head of an answer, in bytes; servers send a few hundred.
    public static let longestHead = 16_384

    private let host: String
    private let path: String
    private let key: String
    private var head: [UInt8] = []

    /// The opening of a connection.
    /// - Parameters:
    ///   - host: the server's name, with `:port` where that is not the scheme's.
    ///   - path: the path with the query, beginning with `/`.
    ///   - nonce: 16 bytes by chance.
    public init(host: String, path: String, nonce: [UInt8]) {
        self.host = host
        self.path = path
        key = WebSocketKey.text(nonce)
    }

    /// The request to send.
    public var request: [UInt8] {
        let lines = [
            "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
        ]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Takes bytes of the answer. Nil while more must come; then what followed the answer, the first bytes of frames.
    /// - Throws: why the answer opens no WebSocket.
    public mutating func take(_ bytes: [UInt8]) throws(WebSocketError) -> [UInt8]? {
        // The end may lie across two pieces.
        let searched = max(0, head.count - 3)
        head += bytes
        guard let end = endOfHead(from: searched) else {
            guard head.count < Self.longestHead + 4 else {
                throw .handshake("expected an answer of at most \(Self.longestHead) bytes")
            }
            return nil
        }
        guard end <= Self.longestHead else {
            throw .handshake("expected an answer of at most \(Self.longestHead) bytes")
        }
        try check(String(decoding: head[..<end], as: UTF8.self))
        return Array(head[(end + 4)...])
    }

    private func endOfHead(from start: Int) -> Int? {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        var index = start
        while index + 4 <= head.count {
            if head[index..<index + 4].elementsEqual(end) { return index }
            index += 1
        }
        return nil
    }

    private func check(_ head: String) throws(WebSocketError) {
        // A carriage return and a line feed are one character.
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let status = lines.first.map(String.init) ?? ""
        guard status.hasPrefix("HTTP/1.1 101") else {
            throw .handshake("expected \"HTTP/1.1 101 Switching Protocols\", found \(Self.quoted(status))")
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
        guard fields["sec-websocket-accept"] == Self.accept(key) else {
            throw .handshake("Sec-WebSocket-Accept: expected the answer to the key that was sent")
        }
        for name in ["sec-websocket-extensions", "sec-websocket-protocol"] where !(fields[name] ?? "").isEmpty {
            throw .handshake("\(name): expected nothing, as nothing was asked for, found \(Self.quoted(fields[name]))")
        }
    }

    /// What a server said, at most sixty characters in one line.
    private static func quoted(_ text: (some StringProtocol)?) -> String {
        let scalars = (text.map { String($0) } ?? "").unicodeScalars.prefix(60).map { scalar in
            scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}" ? "�" : scalar
        }
        return "\"\(String(String.UnicodeScalarView(scalars)))\""
    }

    /// What a server answers to a key.
    package static func accept(_ key: String) -> String { WebSocketKey.answer(to: key) }
}
