extension DocumentReader {
    /// Returns an error at the value that is being read.
    package func error(_ problem: String) -> StoreDocumentError {
        StoreDocumentError(path: Self.pathText(path), problem: problem)
    }

    /// Returns an error at a member of the object that is being read or was read last.
    package func error(member: String, _ problem: String) -> StoreDocumentError {
        StoreDocumentError(path: Self.pathText(path + [.member(member)]), problem: problem)
    }

    /// Returns the error that the value at `place`, or the next value, is not what was expected.
    package func mismatchError(_ expected: String, at place: Int? = nil) -> StoreDocumentError {
        var ahead = self
        ahead.offset = place ?? offset
        // Skipping needs no stack, and a value that is only too deep is valid JSON, so there is no depth limit here.
        guard let range = try? ahead.skipValue(maxLevels: .max) else { return syntaxError("a value") }
        return error("expected \(expected), found \(Self.valueDescription(bytes[range]))")
    }

    /// Returns the error that a member, which was already read, is not what was expected.
    package func mismatchError(member: String, _ expected: String, found: String = "nothing") -> StoreDocumentError {
        error(member: member, "expected \(expected), found \(found)")
    }

    /// Returns the description of a value in an error: its text, shortened to 40 characters, or its type.
    private static func valueDescription(_ json: ArraySlice<UInt8>) -> String {
        switch json.first {
        case UInt8(ascii: "{"): return "an object"
        case UInt8(ascii: "["): return "a list"
        default: break
        }
        let longest = 40
        let text = String(decoding: json.prefix(4 * longest), as: UTF8.self)
        guard text.count > longest else { return text }
        return text.prefix(longest - 1) + "…" + (json.first == UInt8(ascii: "\"") ? "\"" : "")
    }

    /// Returns the error that the text at `place`, or at the current position, is not valid JSON; its path is the line
    /// and column.
    ///
    /// Reading must end after this error, because the call counts lines from the beginning of the document.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes before `place`.
    func syntaxError(_ expected: String, at place: Int? = nil) -> StoreDocumentError {
        let before = bytes[..<min(place ?? offset, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // The column counts characters, so UTF-8 continuation bytes do not count.
        let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        let found: String
        switch place ?? offset {
        case bytes.count...: found = "the end"
        case let index where 0x20..<0x7F ~= bytes[index]:
            found = "\"\(Character(Unicode.Scalar(bytes[index])))\""
        case let index: found = "byte \(bytes[index])"
        }
        return StoreDocumentError(
            path: "line \(line), column \(column)", problem: "expected \(expected), found \(found) (no JSON)")
    }

    /// The length in bytes after which the path of an error gets no further steps.
    private static let maxPathLength = 256

    private static func pathText(_ path: [Step]) -> String {
        path.reduce(into: "") { text, step in
            guard text.utf8.count < maxPathLength else { return }
            switch step {
            case .element(let index): text += "[\(index)]"
            case .member(let name) where isSimpleName(name): text += text.isEmpty ? name : ".\(name)"
            case .member(let name): text += "[\"\(name.prefix(64))\"]"
            }
        }
    }

    private static func isSimpleName(_ name: String) -> Bool {
        !name.isEmpty && name.count <= 64
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
