extension JSONReader {
    /// Skips the next value of any kind. A lenient reader does not check the content of objects and arrays.
    ///
    /// - Parameter maxDepth: The deepest permitted nesting, for a strict reader; by default that of the reader.
    public mutating func skipValue(maxDepth: Int? = nil) throws(JSONError) {
        switch try peekKind() {
        case .string: try skipString()
        case .number: if options.isLenient { _ = try readDecimal() } else { _ = try readNumberText() }
        case .bool: _ = try readBool()
        case .null: _ = try readNull()
        case .object, .array:
            if options.isLenient {
                try skipUncheckedNesting()
            } else {
                try skipNesting(maxDepth: (maxDepth ?? options.maxDepth) - depth)
            }
        }
    }

    /// Skips the next value and returns its text.
    public mutating func readRawValue() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        skipWhitespace()
        let first = cursor
        try skipValue()
        return UnsafeBufferPointer(start: first, count: cursor - first)
    }

    private mutating func skipString() throws(JSONError) {
        let raw = try readRawString()
        // Decoding checks the escapes and the UTF-8.
        if !options.isLenient, raw.hasEscapes || !raw.isASCII { _ = try decoded(raw) }
    }

    private mutating func skipUncheckedNesting() throws(JSONError) {
        var open = 0
        var place = cursor
        let end = end
        while place < end {
            if end - place >= 8 {
                let word = TextWord(at: place)
                let length = word.bits(before: word.brackets)
                place += Int(truncatingIfNeeded: length >> 3)
                if length == 64 { continue }
            }
            switch place.pointee {
            case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                open -= 1
                if open == 0 {
                    cursor = place + 1
                    return
                }
            case UInt8(ascii: "\""): place = Self.endOfString(place + 1, end)
            default: break
            }
            place += 1
        }
        cursor = end
        throw syntaxError("\"]\" or \"}\"")
    }

    /// Returns the place of the quotation mark that ends a string, or the end of the text.
    private static func endOfString(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var place = start
        while place < end {
            if end - place >= 8 {
                let word = TextWord(at: place)
                let length = word.bits(before: word.quotes | word.unusual)
                place += Int(truncatingIfNeeded: length >> 3)
                if length == 64 { continue }
            }
            if place.pointee == UInt8(ascii: "\"") { return place }
            place += place.pointee == UInt8(ascii: "\\") && end - place > 1 ? 2 : 1
        }
        return place
    }

    /// Skips an object or an array without recursion, so that its depth needs no stack.
    private mutating func skipNesting(maxDepth: Int) throws(JSONError) {
        let place = offset
        var levels = OpenLevels()
        repeat {
            if consume("{") {
                guard levels.count < maxDepth else { throw depthError(at: place) }
                if !consume("}") {
                    try skipKey()
                    levels.open(isObject: true)
                    continue
                }
            } else if consume("[") {
                guard levels.count < maxDepth else { throw depthError(at: place) }
                if !consume("]") {
                    levels.open(isObject: false)
                    continue
                }
            } else {
                try skipValue()
            }
            // The value is complete, and the levels that it was the last value of may be complete as well.
            while levels.count > 0 {
                if consume(",") {
                    if levels.isObject { try skipKey() }
                    break
                }
                guard consume(levels.isObject ? "}" : "]") else {
                    throw syntaxError(levels.isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
                }
                levels.close()
            }
        } while levels.count > 0
    }

    private mutating func skipKey() throws(JSONError) {
        guard peek() == UInt8(ascii: "\"") else { throw syntaxError("a name in quotes") }
        try skipString()
        guard consume(":") else { throw syntaxError("\":\"") }
    }
}

/// The objects and arrays that are open, with a bit for each, so that usual depths need no memory.
private struct OpenLevels {
    private(set) var count = 0
    /// The innermost levels; the lowest bit is 1 if the innermost level is an object.
    private var bits: UInt64 = 0
    /// The levels around those, 64 in each word.
    private var outer: [UInt64] = []

    var isObject: Bool { bits & 1 == 1 }

    mutating func open(isObject: Bool) {
        if count > 0, count % 64 == 0 { outer.append(bits) }
        bits = bits << 1 | (isObject ? 1 : 0)
        count += 1
    }

    mutating func close() {
        count -= 1
        bits >>= 1
        if count > 0, count % 64 == 0, let word = outer.popLast() { bits = word }
    }
}
