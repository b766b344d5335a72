/// The limits of a YAML text, checked before it is parsed.
///
/// A parser expands nested aliases, whose number grows exponentially, and reads nested lists recursively.
enum YAMLLimits {
    /// The maximum number of aliases; with so few, the expansion has a few hundred values at most.
    private static let maxAliases = 16
    /// The maximum number of brackets that are open at the same time.
    private static let maxBracketDepth = 1_000
    /// The maximum number of blanks and indicators at the start of a line, each of which can begin a level.
    private static let maxMargin = 1_000

    /// Checks a text.
    ///
    /// - Throws: `ConfigurationError` if it exceeds a limit.
    static func check(_ text: String, file: String) throws(ConfigurationError) {
        var scan = ScanState()
        for byte in text.utf8 {
            scan.consume(byte)
            func place(_ problem: String) -> ConfigurationError {
                ConfigurationError(.file(path: file, line: scan.line, column: 1), problem)
            }
            if scan.aliases > maxAliases {
                throw ConfigurationError(.wholeFile(path: file), "expected at most \(maxAliases) aliases")
            }
            if scan.openBrackets > maxBracketDepth || scan.margin > maxMargin {
                throw place("expected fewer nested lists and mappings")
            }
        }
    }

    private struct ScanState {
        var aliases = 0
        var openBrackets = 0
        /// The number of blanks and indicators since the line began; 0 after its first word.
        var margin = 0
        var line = 1
        private var isInMargin = true
        private var previous = UInt8(ascii: "\n")

        mutating func consume(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "*"): if beginsValue { aliases += 1 }
            case UInt8(ascii: "["), UInt8(ascii: "{"): openBrackets += 1
            // A bracket in a word or in quotation marks may be closed without an opening one.
            case UInt8(ascii: "]"), UInt8(ascii: "}"): openBrackets = max(0, openBrackets - 1)
            default: break
            }
            consumeMargin(byte)
            if byte == UInt8(ascii: "\n") { line += 1 }
            previous = byte
        }

        /// Whether an indicator at this position can begin a value; inside a word it is an ordinary character.
        ///
        /// YAML has line breaks and blanks outside ASCII, so every non-ASCII byte counts as one.
        private var beginsValue: Bool {
            switch previous {
            case 0...0x20, 0x7F...: true
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","),
                UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "-"), UInt8(ascii: "\""), UInt8(ascii: "'"):
                true
            default: false
            }
        }

        private mutating func consumeMargin(_ byte: UInt8) {
            switch byte {
            // A non-ASCII byte can be part of a line break.
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x7F...:
                isInMargin = true
                margin = 0
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
                if isInMargin { margin += 1 }
            default:
                isInMargin = false
                margin = 0
            }
        }
    }
}
