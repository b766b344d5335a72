/// A flat JSON object at the end of a buffer, written member by member in the order given.
///
/// It is written in place: a writer that held the buffer would copy it with the first byte of each line.
extension [UInt8] {
    package mutating func beginObject() { append(UInt8(ascii: "{")) }

    package mutating func endObject() { append(UInt8(ascii: "}")) }

    package mutating func add(_ key: StaticString, _ text: String) {
        begin(key)
        append(quoted: text)
    }

    package mutating func add(_ key: StaticString, number: Int) {
        begin(key)
        append(decimal: number.magnitude, isNegative: number < 0)
    }

    package mutating func add(_ key: StaticString, decimal: ExactDecimal) {
        begin(key)
        decimal.append(to: &self)
    }

    mutating func add(_ outcome: Outcome) {
        add("outcome", outcome.name.rawValue)
        if let reason = outcome.reason { add("reason", reason) }
        if let progress = outcome.progress { add("progress", decimal: ExactDecimal(progress.count, digits: 6)) }
        if case .replaced(let by, _) = outcome { add("by", number: by) }
        if case .merged(let into) = outcome { add("into", number: into) }
    }

    mutating func add(_ setting: Setting) {
        switch setting {
        case .mode(let value): add("mode", value.rawValue)
        case .replaceAt(let value): add("replaceAt", decimal: ExactDecimal(value.count, digits: 6))
        case .early(let value): add("early", value.rawValue)
        case .backlog(let value): add("backlog", value.rawValue)
        case .maxWaiting(let value): add("maxWaiting", orNull: value.map { ExactDecimal(Int64($0), digits: 0) })
        case .overflow(let value): add("overflow", value.rawValue)
        case .expireAfter(let value): add("expireAfter", orNull: value.map(ExactDecimal.init(seconds:)))
        case .combineWithin(let value): add("combineWithin", orNull: value.map(ExactDecimal.init(seconds:)))
        case .order(let value): add("order", value.rawValue)
        case .gap(let value): add("gap", decimal: ExactDecimal(seconds: value))
        case .missing(let value): add("missing", value.rawValue)
        case .waitAtMost(let value): add("waitAtMost", decimal: ExactDecimal(seconds: value))
        case .arm(let value):
            if let value { add("arm", value) } else { add("arm", orNull: nil) }
        }
    }

    private mutating func add(_ key: StaticString, orNull decimal: ExactDecimal?) {
        begin(key)
        if let decimal {
            decimal.append(to: &self)
        } else {
            append(contentsOf: "null".utf8)
        }
    }

    /// Begins a member, whose value the caller appends.
    package mutating func begin(_ key: StaticString) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        key.withUTF8Buffer { append(contentsOf: $0) }
        append(contentsOf: "\":".utf8)
    }

    package mutating func append(quoted text: String) {
        append(UInt8(ascii: "\""))
        if text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for byte in text.utf8 { append(escaping: byte) }
        } else {
            append(contentsOf: text.utf8)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            append(UInt8(ascii: "\\"))
            append(byte)
        case 0x0A: append(contentsOf: #"\n"#.utf8)
        case 0x0D: append(contentsOf: #"\r"#.utf8)
        case 0x09: append(contentsOf: #"\t"#.utf8)
        case 0..<0x20:
            append(contentsOf: byte < 0x10 ? #"\u000"#.utf8 : #"\u001"#.utf8)
            append(contentsOf: String(byte & 0xF, radix: 16).utf8)
        default: append(byte)
        }
    }

    /// Appends the digits of a whole number.
    mutating func append(decimal magnitude: UInt, isNegative: Bool = false) {
        if isNegative { append(UInt8(ascii: "-")) }
        guard magnitude >= 10 else { return append(UInt8(ascii: "0") + UInt8(magnitude)) }
        let start = count
        var rest = magnitude
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            append(UInt8(ascii: "0") + UInt8(digit))
            rest = quotient
        }
        self[start...].reverse()
    }
}
