import TextEncodings

/// The request line and the fields of an HTTP request.
///
/// Programs of the same machine ask for a page, for a stream, or to open a WebSocket; such requests have no body.
///
/// - SeeAlso: RFC 9112, sections 2 to 5.
public struct RequestHead: Equatable, Sendable {
    /// The method, such as `GET`.
    public let method: String
    /// The path without the query, beginning with `/`.
    public let path: String
    /// The parameters of the query, without percent encoding.
    public let query: [String: String]
    /// The fields, by their names in lower case; several of one name are joined with `, `.
    public let fields: [String: String]

    /// Creates the head of a text of lines without the empty line at its end; `nil` if it is none.
    init?(_ text: String) {
        // In Swift, a carriage return and a line feed are one character.
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        let parts = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].hasPrefix("HTTP/1."), parts[1].hasPrefix("/") else { return nil }
        method = String(parts[0])
        let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(target[0])
        query = target.count == 2 ? Self.parameters(target[1]) : [:]
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            // RFC 9112, section 5.1: no space precedes the colon.
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                !line[..<colon].contains(where: \.isWhitespace)
            else { return nil }
            let value = line[line.index(after: colon)...].trimmingBlanks
            let name = line[..<colon].lowercased()
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        self.fields = fields
    }

    /// Returns whether a field that is a list, such as `Connection`, has a word; case does not count.
    public func field(_ name: String, contains word: String) -> Bool {
        (fields[name] ?? "").split(separator: ",").contains { $0.trimmingBlanks.lowercased() == word }
    }

    private static func parameters(_ query: Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = try? PercentEncoding.decoded(parts[0]),
                let value = parts.count == 2 ? try? PercentEncoding.decoded(parts[1]) : ""
            else { continue }
            parameters[name] = value
        }
        return parameters
    }
}

/// The bytes of a request until its head is complete.
public struct RequestHeadReader: Sendable {
    /// The result of a reading.
    public enum Result: Equatable, Sendable {
        /// The head is incomplete.
        case incomplete
        /// The head, with the bytes that follow it.
        case complete(RequestHead, rest: [UInt8])
        /// The bytes are no request, or the head is longer than ``RequestHeadReader/maxLength``.
        case malformed
    }

    /// The longest head, in bytes; browsers send a few hundred.
    public static let maxLength = 16_384

    private var bytes: [UInt8] = []

    /// Creates a reader at the beginning of a connection.
    public init() {}

    /// Adds received bytes.
    public mutating func receive(_ more: [UInt8]) -> Result {
        // The end of the head may be split across two pieces.
        let searched = max(0, bytes.count - 3)
        bytes += more
        guard let end = headEnd(from: searched) else { return bytes.count > Self.maxLength ? .malformed : .incomplete }
        guard end <= Self.maxLength, let text = String(validating: bytes[..<end], as: UTF8.self),
            let head = RequestHead(text)
        else { return .malformed }
        return .complete(head, rest: Array(bytes[(end + 4)...]))
    }

    private func headEnd(from start: Int) -> Int? {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard bytes.count >= start + 4 else { return nil }
        return (start...bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(end) }
    }
}

extension Substring {
    /// The text without blanks and tabs at its ends.
    fileprivate var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
