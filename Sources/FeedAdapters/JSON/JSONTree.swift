import GiftFeed

/// A JSON value as a whole, for messages of platforms, in which the same thing has several names and places.
indirect enum JSONTree: Sendable {
    case object([String: JSONTree])
    case list([JSONTree])
    case text(String)
    case number(ScannedNumber)
    case flag(Bool)
    case null

    /// Reads one line, which must be one value.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(FeedLineError) {
        var scanner = JSONScanner(line)
        self = try JSONTree(&scanner, depth: 0)
        guard scanner.peek() == nil else {
            throw scanner.error("expected one value a line, found \(scanner.wordsForNext()) behind it")
        }
    }

    private init(_ scanner: inout JSONScanner, depth: Int) throws(FeedLineError) {
        guard depth <= JSONScanner.greatestDepth else {
            throw scanner.error("expected at most \(JSONScanner.greatestDepth) levels")
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
            if !scanner.take("]") {
                repeat { elements.append(try JSONTree(&scanner, depth: depth + 1)) } while scanner.take(",")
                try scanner.expect("]")
            }
            self = .list(elements)
        case UInt8(ascii: "\""): self = .text(try scanner.text())
        default:
            if scanner.take(word: "true") {
                self = .flag(true)
            } else if scanner.take(word: "false") {
                self = .flag(false)
            } else if scanner.take(word: "null") {
                self = .null
            } else {
                self = .number(try scanner.number())
            }
        }
    }

    /// The member at a path such as `gift.gift_id`, or the element at one such as `info.1`; nil where there is none
    /// or it is null.
    subscript(_ path: String) -> JSONTree? {
        var tree = self
        for name in path.split(separator: ".") {
            switch tree {
            case .object(let members):
                guard let member = members[String(name)] else { return nil }
                tree = member
            case .list(let elements):
                guard let index = Int(name), elements.indices.contains(index) else { return nil }
                tree = elements[index]
            default: return nil
            }
        }
        if case .null = tree { return nil }
        return tree
    }

    /// The first of several places at which there is something.
    subscript(_ paths: String...) -> JSONTree? {
        for path in paths {
            if let tree = self[path] { return tree }
        }
        return nil
    }

    var elements: [JSONTree]? {
        if case .list(let elements) = self { elements } else { nil }
    }

    /// A text, or a whole number written as one: platforms send ids both ways.
    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): number.whole.map { String($0) }
        default: nil
        }
    }

    /// A text that says something.
    var word: String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A whole number, or a text that is one.
    var number: Int? {
        switch self {
        case .number(let number): number.whole.map { Int($0) }
        case .text(let text): Int(text)
        default: nil
        }
    }

    /// A flag, or a number that stands for one.
    var flag: Bool? {
        switch self {
        case .flag(let flag): flag
        case .number, .text: number.map { $0 != 0 }
        default: nil
        }
    }

    /// A date of RFC 3339, in nanoseconds since 1970.
    var date: Int64? { text.flatMap { Timestamp($0)?.nanoseconds } }

    /// A count of `unit` nanoseconds since 1970, in nanoseconds.
    func moment(unit: Int64) -> Int64? {
        guard let number = number.flatMap({ Int64(exactly: $0) }), number > 0 else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow ? nil : product
    }
}
