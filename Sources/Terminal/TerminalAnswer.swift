/// What a terminal says when it is asked.
///
/// - SeeAlso: "XTerm Control Sequences": OSC 11, DECRQM and Primary DA; the synchronized output of private mode 2026.
enum TerminalAnswer: Equatable {
    /// The colour of its background.
    case background(TerminalColor)
    /// Whether it knows a private mode, and whether that is set.
    case mode(Int, isKnown: Bool)
    /// What it is. Every terminal answers this, and answers come in the order of the questions: what is not there by now
    /// will not come.
    case attributes

    /// Reads what stands between ESC ] and its end; nil for what nobody has asked.
    init?(controlString body: ArraySlice<UInt8>) {
        guard body.starts(with: "11;".utf8), let color = TerminalColor(body.dropFirst(3)) else { return nil }
        self = .background(color)
    }

    /// Reads what stands between ESC [ and the last byte, and that; nil for what nobody has asked.
    init?(controlSequence body: ArraySlice<UInt8>, final: UInt8) {
        guard body.first == UInt8(ascii: "?") else { return nil }
        switch final {
        case UInt8(ascii: "c"): self = .attributes
        case UInt8(ascii: "y") where body.last == UInt8(ascii: "$"):
            let fields = body.dropFirst().dropLast().split(separator: UInt8(ascii: ";"))
            guard fields.count == 2, let mode = Int(String(decoding: fields[0], as: UTF8.self)),
                let state = Int(String(decoding: fields[1], as: UTF8.self))
            else { return nil }
            // 1 and 2 are set and not set; 0 is not known, 4 can't be set.
            self = .mode(mode, isKnown: (1...3).contains(state))
        default: return nil
        }
    }
}

/// A colour as a terminal tells it.
public struct TerminalColor: Hashable, Sendable {
    /// Red, green and blue, 0 to 255.
    public let red, green, blue: UInt8

    /// A colour of three parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Reads `rgb:` or `rgba:` and parts of one to four hexadecimal digits between slashes, as X11 writes colours.
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
            let greatest = (1 << (4 * part.count)) - 1
            levels.append(UInt8((value * 255 + greatest / 2) / greatest))
        }
        self.init(red: levels[0], green: levels[1], blue: levels[2])
    }

    /// Whether it is nearer to white than to black, as eyes see it.
    ///
    /// - SeeAlso: ITU-R BT.709, by which green counts most and blue least.
    public var isLight: Bool { 2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) >= 10_000 * 255 / 2 }
}
