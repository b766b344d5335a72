import CNcurses
public import TerminalCells

/// The terminal's capabilities according to its terminfo entry.
public struct TerminalDescription: Sendable, Hashable {
    /// The name of the entry: `TERM`, or a substitute if the entry of `TERM` does not exist.
    public let name: String
    /// The number of palette colors, or nil if the entry has none.
    public let colors: Int?
    /// Whether the terminal supports 24-bit colors (`RGB`, or tmux's `Tc`).
    public let hasDirectColor: Bool
    /// Whether the terminal can position the cursor, which every full-screen program needs.
    public let canPositionCursor: Bool

    /// Entries that every ncurses installation has, for unknown terminals.
    private static let substitutes = ["xterm-256color", "xterm", "ansi"]

    /// Returns the description of the terminal in the environment.
    ///
    /// A missing entry is common for new terminals and on remote machines; nearly all such terminals are compatible
    /// with xterm. An environment without `TERM` counts as `dumb`.
    public static func current(environment: [String: String]) -> TerminalDescription {
        let named = environment["TERM"] ?? ""
        let term = named.isEmpty ? "dumb" : named
        for name in [term] + substitutes {
            if let found = load(name) { return found }
        }
        return TerminalDescription(name: term, colors: nil, hasDirectColor: false, canPositionCursor: false)
    }

    /// Whether the terminal is a window, which has a title and answers queries; system consoles print unknown
    /// sequences.
    var isWindow: Bool { !["linux", "vt", "cons", "sun"].contains { name.hasPrefix($0) } }

    /// Reads an entry, or returns nil if it does not exist.
    private static func load(_ name: String) -> TerminalDescription? {
        var status: Int32 = 0
        let previous = giftty_current_terminal()
        guard setupterm(name, 1, &status) == OK else { return nil }
        let colors = tigetnum("colors")
        let description = TerminalDescription(
            name: name, colors: colors > 0 ? Int(colors) : nil,
            hasDirectColor: tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || giftty_string_capability("RGB") != nil
                || tigetflag("Tc") > 0,
            canPositionCursor: giftty_string_capability("cup") != nil)
        del_curterm(giftty_current_terminal())
        set_curterm(previous)
        return description
    }

    /// Returns the color depth to use: the requested one, or otherwise the detected one.
    public func depth(requested: ColorDepth?, environment: [String: String]) -> ColorDepth {
        requested
            ?? ColorDepth.detected(
                environment: environment, terminalColors: colors ?? 0, hasDirectColor: hasDirectColor)
    }
}
