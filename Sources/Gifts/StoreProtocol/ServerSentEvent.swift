/// A server-sent event (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// The last event id, with which a client resumes the stream: the event's own or the one before it; `nil` if there
    /// was none.
    public var id: String?
    /// The event type; `message` by default.
    public var event: String
    /// The data; a line feed separates its lines.
    public var data: String

    /// Creates an event.
    public init(id: String? = nil, event: String = "message", data: String) {
        self.id = id
        self.event = event
        self.data = data
    }

    /// Returns the bytes of the event in a stream, with the empty line that ends it.
    ///
    /// The id and the type must fit one line, so line ends are removed. NUL is removed as well, because clients ignore
    /// an id with NUL.
    public func encoded() -> [UInt8] {
        var text = ""
        if let id { text += "id: \(Self.removingLineBreaks(id))\n" }
        text += "event: \(Self.removingLineBreaks(event))\n"
        for line in Self.lines(data) { text += "data: \(String(line))\n" }
        return Array("\(text)\n".utf8)
    }

    /// Returns the bytes of a comment, which clients ignore; it keeps an idle connection open.
    public static func encodedComment(_ text: String = "") -> [UInt8] {
        let lines = lines(text).map { $0.isEmpty ? ":\n" : ": \(String($0))\n" }
        return Array("\(lines.joined())\n".utf8)
    }

    private static func removingLineBreaks(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" })
    }

    /// Returns the lines of a text; a line ends with CR, LF or CR LF.
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
