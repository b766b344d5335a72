/// An error in a JSON text, with the offset of the byte that causes it.
public struct JSONError: Error, Equatable {
    /// The offset in the text.
    public let offset: Int
    /// What was expected; without what was found if ``namesFound`` is true.
    public let problem: String
    /// Whether the text is not JSON; its place is then a line and a column instead of a path.
    public let isSyntax: Bool
    /// Whether a description of what is at ``offset`` belongs behind ``problem``.
    public let namesFound: Bool
    /// The name of the member that the error concerns, if it belongs behind the path of ``offset``.
    public let member: String?

    /// Creates an error at `offset`.
    public init(
        offset: Int, problem: String, isSyntax: Bool = false, namesFound: Bool = false, member: String? = nil
    ) {
        self.offset = offset
        self.problem = problem
        self.isSyntax = isSyntax
        self.namesFound = namesFound
        self.member = member
    }

    /// Returns the problem, and after it `found` if that belongs to it.
    public func problem(found: @autoclosure () -> String) -> String {
        namesFound ? "\(problem), found \(found())" : problem
    }

    // MARK: - What was found

    /// Returns the byte at the error as a character in quotes.
    public func character(in text: UnsafeBufferPointer<UInt8>) -> String {
        guard offset < text.count else { return "the end" }
        let byte = text[offset]
        return 0x20..<0x7F ~= byte ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte \(byte)"
    }

    /// Returns the value at the error, shortened to 40 characters, or its kind if it is an object or a list.
    ///
    /// - Parameter end: The description of the text's end.
    public func token(in text: UnsafeBufferPointer<UInt8>, end: String = "the end") -> String {
        var reader = JSONReader(text).moved(to: offset)
        guard let byte = reader.peek() else { return end }
        switch JSONKind(firstByte: byte) {
        case .object?, .array?: return JSONKind(firstByte: byte)?.description ?? ""
        case .string?:
            guard let text = try? reader.readString() else { return "a text without an end" }
            return text.count <= 40 ? "\"\(text)\"" : "\"\(text.prefix(39))…\""
        default:
            let rest = text[reader.offset...].prefix(40)
            let word = rest.prefix { !" \t\r\n,:]}".utf8.contains($0) }
            return String(decoding: word.isEmpty ? rest.prefix(1) : word, as: UTF8.self)
        }
    }

    /// Returns the kind of the value at the error.
    public func kind(in text: UnsafeBufferPointer<UInt8>) -> String {
        var reader = JSONReader(text).moved(to: offset)
        return (try? reader.peekKind())?.description ?? character(in: text)
    }

    // MARK: - Places

    /// Returns the line and the column of the error, both counted from 1; the column counts characters.
    public func position(in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
        let before = text[..<min(offset, text.count)]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // The continuation bytes of UTF-8 do not count.
        return (line, before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    /// Returns the line and the column of the error in words.
    public func lineAndColumn(in text: UnsafeBufferPointer<UInt8>) -> String {
        let (line, column) = position(in: text)
        return "line \(line), column \(column)"
    }

    /// Returns the path of the error, such as `layers[2].ks.p.k`.
    ///
    /// - Parameter start: The offset of a value that contains the error, at which the path begins.
    public func path(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> String {
        var path = JSONPath(of: offset, in: text, from: start)
        if let member { path.append(member: member) }
        return path.text
    }
}
