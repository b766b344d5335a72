/// Writes one flat JSON object, member by member in the order given.
struct JSONObjectWriter {
    private var output: [UInt8]
    private var isEmpty = true

    /// Goes on after `output`.
    init(output: consuming [UInt8]) {
        self.output = output
        self.output.append(UInt8(ascii: "{"))
    }

    consuming func finished() -> [UInt8] {
        output.append(UInt8(ascii: "}"))
        return output
    }

    mutating func add(_ key: StaticString, _ text: String) {
        begin(key)
        append(quoted: text)
    }

    mutating func add(_ key: StaticString, number: Int) {
        begin(key)
        output.append(contentsOf: String(number).utf8)
    }

    mutating func add(_ key: StaticString, decimal: ExactDecimal) {
        begin(key)
        decimal.append(to: &output)
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
        }
    }

    private mutating func add(_ key: StaticString, orNull decimal: ExactDecimal?) {
        begin(key)
        if let decimal {
            decimal.append(to: &output)
        } else {
            output.append(contentsOf: "null".utf8)
        }
    }

    private mutating func begin(_ key: StaticString) {
        if !isEmpty { output.append(UInt8(ascii: ",")) }
        isEmpty = false
        output.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { output.append(contentsOf: $0) }
        output.append(contentsOf: "\":".utf8)
    }

    private mutating func append(quoted text: String) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0x0A: output.append(contentsOf: #"\n"#.utf8)
            case 0x0D: output.append(contentsOf: #"\r"#.utf8)
            case 0x09: output.append(contentsOf: #"\t"#.utf8)
            case 0..<0x20:
                output.append(contentsOf: byte < 0x10 ? #"\u000"#.utf8 : #"\u001"#.utf8)
                output.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
