/// A message of a stream of server-sent events (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// The id to go on from after a break: its own, or the last one before it; nil when there was none.
    public var id: String?
    /// What kind of message it is; `message` unless the server says otherwise.
    public var event: String
    /// What it says; lines are separated by a line feed.
    public var data: String

    /// A message.
    public init(id: String? = nil, event: String = "message", data: String) {
        self.id = id
        self.event = event
        self.data = data
    }

    /// The bytes that say this in a stream, the empty line at its end with them.
    ///
    /// An id or a kind is one line: what would end it is left out, and NUL, with which a client would pass an id over.
    public func encoded() -> [UInt8] {
        var text = ""
        if let id { text += "id: \(Self.line(id))\n" }
        text += "event: \(Self.line(event))\n"
        for line in Self.lines(data) { text += "data: \(String(line))\n" }
        return Array("\(text)\n".utf8)
    }

    /// The bytes of a comment, which keeps a silent connection open and means nothing.
    public static func comment(_ text: String = "") -> [UInt8] {
        let lines = lines(text).map { $0.isEmpty ? ":\n" : ": \(String($0))\n" }
        return Array("\(lines.joined())\n".utf8)
    }

    private static func line(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" })
    }

    /// The lines of a text, which may end with CR, LF or both.
    private static func lines(_ text: String) -> [Substring.UnicodeScalarView] {
        var lines: [Substring.UnicodeScalarView] = []
        var rest = text.unicodeScalars[...]
        while let end = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" }) {
            lines.append(rest[..<end])
            let isPair = rest[end] == "\r" && rest[rest.index(after: end)...].first == "\n"
            rest = rest[rest.index(end, offsetBy: isPair ? 2 : 1)...]
        }
        return lines + [rest]
    }
}
