/// An answer of the terminal to a query.
///
/// - SeeAlso: "XTerm Control Sequences": OSC 11, DECRQM and Primary DA; the synchronized output of private mode 2026.
enum TerminalAnswer: Equatable {
    /// The background color.
    case background(TerminalColor)
    /// Whether the terminal supports a private mode and permits changing it.
    case mode(Int, isKnown: Bool)
    /// The device attributes, which every terminal reports.
    ///
    /// Answers arrive in the order of the queries, so earlier queries without an answer by now will not get one.
    case attributes

    /// Parses the body of a control string, between ESC ] and its terminator, or returns nil for an unknown answer.
    init?(controlString body: ArraySlice<UInt8>) {
        guard body.starts(with: "11;".utf8), let color = TerminalColor(body.dropFirst(3)) else { return nil }
        self = .background(color)
    }

    /// Parses the body and the final byte of a control sequence after ESC [, or returns nil for an unknown answer.
    init?(controlSequence body: ArraySlice<UInt8>, final: UInt8) {
        guard body.first == UInt8(ascii: "?") else { return nil }
        switch final {
        case UInt8(ascii: "c"): self = .attributes
        case UInt8(ascii: "y") where body.last == UInt8(ascii: "$"):
            let fields = body.dropFirst().dropLast().split(separator: UInt8(ascii: ";"))
            guard fields.count == 2, let mode = Int(String(decoding: fields[0], as: UTF8.self)),
                let state = Int(String(decoding: fields[1], as: UTF8.self))
            else { return nil }
            // 1 and 2 mean set and reset, 3 permanently set; 0 means unknown, 4 permanently reset.
            self = .mode(mode, isKnown: (1...3).contains(state))
        default: return nil
        }
    }
}

/// A color that the terminal reports.
public struct TerminalColor: Hashable, Sendable {
    /// The red, green and blue channels, 0 to 255.
    public let red, green, blue: UInt8

    /// Creates a color from three channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Parses X11's form of a color: `rgb:` or `rgba:`, and channels of one to four hexadecimal digits between slashes.
    init?(_ text: ArraySlice<UInt8>) {
        let words = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard words.count == 2, words[0].elementsEqual("rgb".utf8) || words[0].elementsEqual("rgba".utf8) else {
            return nil
        }
        let parts = words[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 4 else { return nil }
        var levels: [UInt8] = []
        for part in parts {
            guard (1...4).contains(part.count), let value = Int(String(decoding: part, as: UTF8.self), radix: 16),
                value >= 0
            else { return nil }
            let maximum = (1 << (4 * part.count)) - 1
            levels.append(UInt8((value * 255 + maximum / 2) / maximum))
        }
        self.init(red: levels[0], green: levels[1], blue: levels[2])
    }

    /// Whether the color's luminance is at least half that of white.
    ///
    /// - SeeAlso: ITU-R BT.709, in which green has the largest and blue the smallest weight.
    public var isLight: Bool { 2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) >= 10_000 * 255 / 2 }
}
