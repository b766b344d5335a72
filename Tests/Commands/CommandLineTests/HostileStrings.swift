/// Hostile text, and a check of the parts that must not reach a terminal.
///
/// The check is independent of the program, which is the code under test.
enum HostileStrings {
    /// Everything that a name may contain and a terminal must not receive.
    ///
    /// It has each C0 and C1 control and DEL, sequences that set the title, start blinking and clear the screen,
    /// characters that change the order of letters, characters without width, and an unlimited number of marks.
    static let all: String = {
        var text = "pw"
        let controls = Array(1..<0x20) + Array(0x7F..<0xA0)
        text.unicodeScalars += controls.compactMap { Unicode.Scalar(UInt32($0)) }
        text += "\u{1B}]0;pwned\u{7}\u{1B}[5mblink\u{1B}[2J\u{1B}c\u{9B}5m\u{9D}0;pwned\u{9C}"
        let invisible: [ClosedRange<UInt32>] = [
            0xAD...0xAD, 0x61C...0x61C, 0x180E...0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2064,
            0x2066...0x206F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB,
        ]
        text.unicodeScalars += invisible.joined().compactMap(Unicode.Scalar.init)
        return text + "e" + String(repeating: "\u{301}", count: 500) + "nd"
    }()

    /// Hostile text that is short enough for a file name.
    static let short =
        "pw\n\u{1B}]0;pwned\u{7}\u{1B}[5m\u{7F}\u{85}\u{9B}5m\u{202E}\u{2066}\u{200B}\u{200D}\u{2028}\u{FEFF}e"
        + String(repeating: "\u{301}", count: 12)

    /// The text as a string of JSON or YAML, in ASCII, with NUL too.
    static let quoted = "\"" + all.unicodeScalars.map(escaped).joined() + "\\u0000\""
    /// The text without NUL, for YAML.
    static let quotedForYAML = "\"" + all.unicodeScalars.map(escaped).joined() + "\""

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return (0x61...0x7A).contains(scalar.value)
            ? String(scalar) : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// A kind of output.
    enum Output {
        /// Lines of text.
        case lines
        /// Lines that may have colors.
        case coloredLines
        /// Output that may contain any screen sequences.
        case screen
    }

    /// The largest number of marks that a letter may keep.
    private static let maxMarks = 5

    /// Returns the parts of an output that could cause harm.
    static func violations(in text: String, as output: Output) -> Set<String> {
        var found: Set<String> = []
        for words in ["\u{1B}]0;pwned", "\u{1B}[5m", "\u{1B}c", "\u{1B}[2Je", "\u{1B}[2J\u{9B}"]
        where text.contains(words) {
            found.insert(words.debugDescription)
        }
        var text = text.replacing("\r\n", with: "\n")
        if output == .coloredLines { text = text.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
        var marks = 0
        for scalar in text.unicodeScalars {
            let name = "U+\(String(scalar.value, radix: 16, uppercase: true))"
            switch scalar.properties.generalCategory {
            case .control where scalar.value >= 0x80: found.insert(name)
            case .control: if output != .screen, scalar != "\n" { found.insert(name) }
            case .lineSeparator, .paragraphSeparator: found.insert(name)
            case .format: found.insert(name)
            case .nonspacingMark: marks += 1
            default: marks = 0
            }
            if marks > maxMarks { found.insert("more than \(maxMarks) marks") }
        }
        return found
    }
}
