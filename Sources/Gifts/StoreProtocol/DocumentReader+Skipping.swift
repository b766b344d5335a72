extension DocumentReader {
    /// Skips the next value without recursion, so that its depth needs no stack.
    ///
    /// - Parameter maxLevels: The maximum nesting depth of objects and lists in the value.
    /// - Returns: The range of the value's text.
    /// - Throws: `StoreDocumentError` if the value is not valid JSON or is nested too deeply.
    @discardableResult
    mutating func skipValue(maxLevels: Int) throws(StoreDocumentError) -> Range<Int> {
        _ = peek()
        let start = offset
        // The closing brackets of the open objects and lists, the innermost last.
        var ends: [UInt8] = []
        repeat {
            if try skipValueStart(maxLevels: maxLevels, &ends) { continue }
            // The value is complete, and the containers that it was the last value of may be complete as well.
            while let end = ends.last {
                if consume(UInt8(ascii: ",")) {
                    if end == UInt8(ascii: "}") { try skipMemberName() }
                    break
                }
                guard consume(end) else {
                    throw syntaxError(end == UInt8(ascii: "}") ? "\",\" or \"}\"" : "\",\" or \"]\"")
                }
                ends.removeLast()
            }
        } while !ends.isEmpty
        return start..<offset
    }

    /// Skips a scalar value, an empty object or list, or the opening part of another object or list.
    ///
    /// - Returns: Whether another value must follow.
    private mutating func skipValueStart(
        maxLevels: Int, _ ends: inout [UInt8]
    ) throws(StoreDocumentError) -> Bool {
        switch peek() {
        case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
            guard ends.count < maxLevels else { throw error("expected at most \(Self.maxDepth) levels") }
            let isObject = bytes[offset] == UInt8(ascii: "{")
            let end = UInt8(ascii: isObject ? "}" : "]")
            offset += 1
            if consume(end) { return false }
            if isObject { try skipMemberName() }
            ends.append(end)
            return true
        case UInt8(ascii: "\"")?: _ = try readQuotedString()
        default:
            if !(consume(word: "true") || consume(word: "false") || consume(word: "null")) { _ = try consumeNumber() }
        }
        return false
    }

    private mutating func skipMemberName() throws(StoreDocumentError) {
        guard peek() == UInt8(ascii: "\"") else { throw syntaxError("a name in quotes") }
        _ = try readQuotedString()
        guard consume(UInt8(ascii: ":")) else { throw syntaxError("\":\"") }
    }
}
