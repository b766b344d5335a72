import HummingbirdCore
import PlayerSettings
import StoreProtocol

/// The parameters that a publisher sends in the query next to the package; they override `gift.yaml`.
///
///     PUT /gifts/rocket?name=Rocket&value=500&tags=space,large&emoji=🚀&ascii=^^
struct PublishParameters: Equatable {
    var name: String?
    var value: Int64?
    var tags: [String]?
    var symbol: GiftSymbol?

    /// The longest text, in bytes; it fits one line.
    private static let maxTextLength = 200
    private static let names = ["name", "value", "tags", "emoji", "ascii"]

    /// Creates parameters from a query.
    ///
    /// - Throws: `RequestFailure` if a parameter is unknown or its value is invalid.
    init(query: [(key: String, value: String)]) throws(RequestFailure) {
        var emoji: String?
        var ascii: String?
        for (key, text) in query {
            switch key {
            case "name": name = try Self.text(text, of: key)
            case "value":
                guard let number = Int64(text), number >= 0 else {
                    throw Self.failure(key, "expected a whole number from 0 up", text)
                }
                value = number
            case "tags":
                tags = []
                for tag in text.split(separator: ",") { tags?.append(try Self.text(tag.trimmingWhitespace, of: key)) }
            case "emoji": emoji = try Self.text(text, of: key)
            case "ascii": ascii = try Self.text(text, of: key)
            default:
                throw RequestFailure(
                    .badRequest, Suggestion.unknown("parameter", String(key.prefix(64)), among: Self.names))
            }
        }
        guard (emoji == nil) == (ascii == nil) else {
            throw RequestFailure(.badRequest, "expected emoji and ascii together: they are one sign")
        }
        if let emoji, let ascii { symbol = GiftSymbol(emoji: emoji, ascii: ascii) }
    }

    private static func text(_ text: String, of key: String) throws(RequestFailure) -> String {
        guard !text.isEmpty, text.utf8.count <= maxTextLength,
            StoreText.isPublishable(text)
        else { throw failure(key, "expected 1 to \(maxTextLength) bytes of text without control characters", text) }
        return text
    }

    private static func failure(_ key: String, _ expected: String, _ found: String) -> RequestFailure {
        RequestFailure(.badRequest, "\(key): \(expected), found \"\(found.prefix(64))\"")
    }
}

extension URI {
    /// Returns the decoded names and values of the query; `+` and `%20` are spaces, as HTML forms and scripts encode
    /// them.
    ///
    /// - Throws: `RequestFailure` if a name or value is not UTF-8, or a name comes twice: which one counts would depend on
    ///   who reads the query, a proxy or the server.
    func decodedQuery() throws(RequestFailure) -> [(key: String, value: String)] {
        var pairs: [(key: String, value: String)] = []
        for part in (query ?? "").split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = Self.decoded(sides[0]), let value = sides.count == 2 ? Self.decoded(sides[1]) : "" else {
                throw RequestFailure(.badRequest, "expected a query in UTF-8")
            }
            guard !pairs.contains(where: { $0.key == key }) else {
                throw RequestFailure(.badRequest, "\(key.prefix(64)): expected once, found twice")
            }
            pairs.append((key, value))
        }
        return pairs
    }

    /// Returns a text without its percent-encoding, in which `+` stands for a space; `nil` if it is malformed.
    static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns the value of a hexadecimal digit; `nil` for any other byte.
    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
