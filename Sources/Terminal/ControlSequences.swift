import CNcurses

/// What is said to the terminal beside the cells.
///
/// Terminals that do not know one of these modes ignore it.
enum ControlSequences {
    /// Reports of buttons (1000), of movement while one is held (1002), in decimal (1006); pasted text in brackets.
    static let enableInput = Array("\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h".utf8)
    /// The same off.
    static let disableInput = Array("\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l".utf8)

    /// Every character is shown in the cell it is written to, and the same off: where a terminal may put the letters of a line
    /// in order by itself (BDSM of ECMA-48), it is told that this has been done.
    ///
    /// A terminal applies it to the line of the cursor too, so it is for the screen that was there before.
    /// - SeeAlso: "BiDi in Terminal Emulators", the escape sequences.
    static let keepOrder = Array("\u{1B}[8l".utf8)
    static let giveOrderBack = Array("\u{1B}[8h".utf8)

    /// The colour of the background, whether frames can be shown at once, and what the terminal is.
    static let questions = Array("\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p\u{1B}[c".utf8)

    /// What is between these two is shown at once.
    static let beginFrame = Array("\u{1B}[?2026h".utf8)
    static let endFrame = Array("\u{1B}[?2026l".utf8)

    /// Gives the window a title.
    static func title(_ title: String) -> [UInt8] { Array("\u{1B}]2;\(title)\u{1B}\\".utf8) }
    /// Puts the window's title by, and puts the one from before back.
    static let pushTitle = Array("\u{1B}[22;2t".utf8)
    static let popTitle = Array("\u{1B}[23;2t".utf8)

    /// Ends a sequence that was cut off, without effect.
    static let cancel: UInt8 = 0x18

    /// Everything that leaves the terminal clean, from whatever state; for use when nothing else works any more.
    ///
    /// It begins by cancelling a sequence that may have been cut off. To be asked for while ncurses runs.
    ///
    /// - Parameter hasTitle: whether the window's title was put by.
    static func farewell(hasTitle: Bool) -> [UInt8] {
        var bytes: [UInt8] = [cancel]
        bytes += endFrame
        if hasTitle { bytes += popTitle }
        bytes += disableInput
        for capability in ["sgr0", "op", "cnorm", "rmkx", "rmcup"] {
            guard let text = giftty_string_capability(capability) else { continue }
            bytes += withoutPadding(String(cString: text))
        }
        bytes += giveOrderBack
        return bytes
    }

    /// A capability without its `$<…>`, the pauses that terminals on wires needed.
    static func withoutPadding(_ capability: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(capability.utf8)[...]
        while let byte = rest.first {
            if rest.starts(with: "$<".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                rest = rest[(end + 1)...]
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
