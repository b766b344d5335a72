import CNcurses

/// The control sequences that the program sends in addition to cells.
///
/// Terminals ignore a mode that they do not support.
enum ControlSequences {
    /// Enables mouse reports for buttons (1000) and for drags (1002) in decimal form (1006), and bracketed paste
    /// (2004).
    static let enableInput = Array("\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h".utf8)
    /// Disables what ``enableInput`` enables.
    static let disableInput = Array("\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l".utf8)

    /// Selects explicit mode (BDSM of ECMA-48): the terminal shows each character in the cell to which it was written.
    ///
    /// A terminal in implicit mode may reorder the letters of a line for bidirectional text. The mode also applies to
    /// the cursor's line, so this sequence and ``enableReordering`` are sent while the original screen is shown.
    ///
    /// - SeeAlso: "BiDi in Terminal Emulators", section on escape sequences.
    static let disableReordering = Array("\u{1B}[8l".utf8)
    /// Selects implicit mode, which undoes ``disableReordering``.
    static let enableReordering = Array("\u{1B}[8h".utf8)

    /// Queries the background color, the support for synchronized output and the device attributes.
    static let queries = Array("\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p\u{1B}[c".utf8)

    /// Begins synchronized output: the terminal shows everything up to ``endFrame`` at once.
    static let beginFrame = Array("\u{1B}[?2026h".utf8)
    /// Ends synchronized output.
    static let endFrame = Array("\u{1B}[?2026l".utf8)

    /// Returns the sequence that sets the window's title.
    static func title(_ title: String) -> [UInt8] { Array("\u{1B}]2;\(title)\u{1B}\\".utf8) }
    /// Saves the window's title on the terminal's stack.
    static let pushTitle = Array("\u{1B}[22;2t".utf8)
    /// Restores the window's title from the terminal's stack.
    static let popTitle = Array("\u{1B}[23;2t".utf8)

    /// Cancels a truncated sequence.
    static let cancel: UInt8 = 0x18

    /// Returns the bytes that restore the terminal from any state, for emergencies.
    ///
    /// The bytes begin with the cancellation of a sequence that may be truncated. The function must be called while
    /// ncurses is running, because it reads capabilities.
    ///
    /// - Parameter hasTitle: Whether the window's title was saved.
    static func emergencyRestore(hasTitle: Bool) -> [UInt8] {
        var bytes: [UInt8] = [cancel]
        bytes += endFrame
        if hasTitle { bytes += popTitle }
        bytes += disableInput
        bytes += capabilities(["cnorm", "rmkx"]) + eraseAlternateScreen() + capabilities(["rmcup"])
        bytes += enableReordering
        return bytes
    }

    /// Returns the bytes that end all colors and erase the screen, if the terminal has an alternate screen to leave.
    ///
    /// Some terminals, such as tmux 3.3, that have grown meanwhile show lines of the alternate screen above the original
    /// one after it is left. The function must be called while ncurses is running, because it reads capabilities.
    static func eraseAlternateScreen() -> [UInt8] {
        capabilities(["sgr0", "op"]) + (capabilities(["rmcup"]).isEmpty ? [] : capabilities(["home", "ed"]))
    }

    private static func capabilities(_ names: [String]) -> [UInt8] {
        names.flatMap { name in giftty_string_capability(name).map { withoutPadding(String(cString: $0)) } ?? [] }
    }

    /// Returns a capability without its `$<…>` padding, the delays that serial terminals needed.
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
