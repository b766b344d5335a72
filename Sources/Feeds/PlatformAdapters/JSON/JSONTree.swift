import RoomEvents

/// A JSON value in memory, for messages of platforms, in which the same data can have several names and places.
indirect enum JSONTree: Sendable {
    case object([String: JSONTree])
    case array([JSONTree])
    case string(String)
    case number(ScannedNumber)
    case bool(Bool)
    case null

    /// Parses a line that contains one value.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(FeedLineError) {
        var scanner = JSONScanner(line)
        self = try JSONTree(&scanner, depth: 0)
        guard scanner.peek() == nil else {
            throw scanner.error("expected one value a line, found \(scanner.nextTokenDescription()) after it")
        }
    }

    private init(_ scanner: inout JSONScanner, depth: Int) throws(FeedLineError) {
        guard depth <= JSONScanner.maxDepth else {
            throw scanner.error("expected at most \(JSONScanner.maxDepth) levels")
        }
        switch scanner.peek() {
        case UInt8(ascii: "{"):
            var members: [String: JSONTree] = [:]
            try scanner.readObject { (scanner, key) throws(FeedLineError) in
                members[try scanner.decoded(key)] = try JSONTree(&scanner, depth: depth + 1)
            }
            self = .object(members)
        case UInt8(ascii: "["):
            try scanner.expect("[")
            var elements: [JSONTree] = []
            if !scanner.consume("]") {
                repeat { elements.append(try JSONTree(&scanner, depth: depth + 1)) } while scanner.consume(",")
                try scanner.expect("]")
            }
            self = .array(elements)
        case UInt8(ascii: "\""): self = .string(try scanner.text())
        default:
            if scanner.consume(word: "true") {
                self = .bool(true)
            } else if scanner.consume(word: "false") {
                self = .bool(false)
            } else if scanner.consume(word: "null") {
                self = .null
            } else {
                self = .number(try scanner.number())
            }
        }
    }

    /// Returns the member at a path such as `gift.gift_id`, or the element at a path such as `info.1`; nil if there is
    /// none or it is null.
    subscript(_ path: String) -> JSONTree? {
        var tree = self
        for name in path.split(separator: ".") {
            switch tree {
            case .object(let members):
                guard let member = members[String(name)] else { return nil }
                tree = member
            case .array(let elements):
                guard let index = Int(name), elements.indices.contains(index) else { return nil }
                tree = elements[index]
            default: return nil
            }
        }
        if case .null = tree { return nil }
        return tree
    }

    /// Returns the first value that exists among several paths.
    subscript(_ paths: String...) -> JSONTree? {
        for path in paths {
            if let tree = self[path] { return tree }
        }
        return nil
    }

    /// Returns the first string among the values at several paths.
    func firstString(_ paths: String...) -> String? {
        for path in paths {
            if case .string(let text)? = self[path] { return text }
        }
        return nil
    }

    var elements: [JSONTree]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The string, or an integer as a string: platforms send ids in both forms.
    var string: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.integer.map { String($0) }
        default: nil
        }
    }

    /// The string if it is not empty.
    var nonEmptyString: String? {
        string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The integer, or a string that contains one.
    var number: Int? {
        switch self {
        case .number(let number): number.integer.map { Int($0) }
        case .string(let text): Int(text)
        default: nil
        }
    }

    /// The Boolean value; a number is true unless it is 0.
    var bool: Bool? {
        switch self {
        case .bool(let flag): flag
        case .number, .string: number.map { $0 != 0 }
        default: nil
        }
    }

    /// The date in the syntax of RFC 3339, in nanoseconds since 1970.
    var date: Int64? { string.flatMap { Timestamp($0)?.nanoseconds } }

    /// Returns a count of `unit` nanoseconds since 1970 in nanoseconds; nil if it is not positive or too large.
    ///
    /// The same platform uses seconds in one place and milliseconds in another. Therefore the method ignores `unit` for
    /// plausible numbers: from 10⁹ to 10¹¹ they are seconds (dates from 2001 on), and from 10¹¹ to 10¹⁴ milliseconds
    /// (dates from 1973 on).
    func nanoseconds(unit: Int64) -> Int64? {
        guard let number = number.flatMap({ Int64(exactly: $0) }), number > 0 else { return nil }
        let unit: Int64 =
            switch number {
            case 1_000_000_000..<100_000_000_000: 1_000_000_000
            case 100_000_000_000..<100_000_000_000_000: 1_000_000
            default: unit
            }
        let (product, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow ? nil : product
    }
}
