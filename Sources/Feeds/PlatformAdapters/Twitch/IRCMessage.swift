import RoomEvents

/// A line of IRC: tags, source, command and parameters.
///
/// - SeeAlso: RFC 1459, section 2.3.1; IRCv3 Message Tags.
struct IRCMessage: Equatable, Sendable {
    /// The unescaped values of the tags; a tag without a value has an empty one.
    var tags: [String: String] = [:]
    /// The nick of the sender, or the server's name.
    var source: String?
    /// The command in upper case.
    var command: String
    var parameters: [String] = []

    /// The length limit of a line, in bytes: IRCv3 allows 8191 bytes of tags, and Twitch sends up to 500 characters of
    /// text.
    static let maxLineLength = 16_384
    /// The largest number of parameters; the last one contains the rest of the line.
    static let maxParameters = 15

    /// Parses a line without its line break.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(FeedLineError) {
        guard line.count <= Self.maxLineLength else {
            throw FeedLineError(problem: "expected a line of at most \(Self.maxLineLength) bytes")
        }
        // IRC forbids NUL and carriage returns in a line, and a reply that quotes such a line would contain them too.
        if let place = line.firstIndex(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }) {
            throw FeedLineError(at: place, in: line, problem: "expected a line without NUL and carriage returns")
        }
        var rest = line[...]
        func word() -> Slice<UnsafeBufferPointer<UInt8>> {
            let word = rest.prefix { $0 != UInt8(ascii: " ") }
            rest = rest[word.endIndex...].drop { $0 == UInt8(ascii: " ") }
            return word
        }
        if rest.first == UInt8(ascii: "@") { tags = Self.tags(word().dropFirst()) }
        if rest.first == UInt8(ascii: ":") {
            source = String(decoding: word().dropFirst().prefix { $0 != UInt8(ascii: "!") }, as: UTF8.self)
        }
        let command = word()
        let isCommand = command.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        }
        guard !command.isEmpty, isCommand else {
            throw FeedLineError(
                at: command.startIndex, in: line,
                problem: "expected a command, found \"\(String(decoding: command.prefix(40), as: UTF8.self))\"")
        }
        self.command = String(decoding: command, as: UTF8.self).uppercased()
        while let first = rest.first {
            if first == UInt8(ascii: ":") || parameters.count == Self.maxParameters - 1 {
                let last = first == UInt8(ascii: ":") ? rest.dropFirst() : rest
                parameters.append(String(decoding: last, as: UTF8.self))
                break
            }
            parameters.append(String(decoding: word(), as: UTF8.self))
        }
    }

    /// Returns the value of a tag; nil if the tag is missing or empty.
    func tag(_ name: String) -> String? {
        tags[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func tags(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [String: String] {
        var tags: [String: String] = [:]
        for tag in bytes.split(separator: UInt8(ascii: ";")) {
            let key = tag.prefix { $0 != UInt8(ascii: "=") }
            tags[String(decoding: key, as: UTF8.self)] = unescaped(tag[key.endIndex...].dropFirst())
        }
        return tags
    }

    private static func unescaped(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        var isEscape = false
        for byte in bytes {
            if !isEscape, byte == UInt8(ascii: "\\") {
                isEscape = true
                continue
            }
            guard isEscape else {
                result.append(byte)
                continue
            }
            isEscape = false
            switch byte {
            case UInt8(ascii: ":"): result.append(UInt8(ascii: ";"))
            case UInt8(ascii: "s"): result.append(UInt8(ascii: " "))
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "n"): result.append(0x0A)
            // IRCv3: a backslash before any other character, or at the end, is dropped.
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns a tag's value with escapes.
    static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case ";": result += "\\:"
            case " ": result += "\\s"
            case "\\": result += "\\\\"
            case "\r": result += "\\r"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
