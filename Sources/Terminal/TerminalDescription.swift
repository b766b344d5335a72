import CNcurses
public import HalfBlocks

/// What the terminal's own description says of it.
public struct TerminalDescription: Sendable, Hashable {
    /// The entry's name: `TERM`, or what stands in for it where there is no such entry.
    public let name: String
    /// Colours of its palette; nil where it does not say.
    public let colors: Int?
    /// Whether it takes exact colours (`RGB`, or tmux's `Tc`).
    public let hasDirectColor: Bool
    /// Whether the cursor can be placed anywhere, without which nothing moves on a screen.
    public let canPlaceCursor: Bool

    /// Entries that every ncurses brings, for terminals it has not heard of.
    private static let substitutes = ["xterm-256color", "xterm", "ansi"]

    /// The description of the terminal that an environment names.
    ///
    /// An entry that this machine lacks is common for a new terminal or on a remote machine; nearly all such terminals
    /// do what xterm does. No `TERM` at all is taken for `dumb`.
    public static func current(environment: [String: String]) -> TerminalDescription {
        let named = environment["TERM"] ?? ""
        let term = named.isEmpty ? "dumb" : named
        for name in [term] + substitutes {
            if let found = load(name) { return found }
        }
        return TerminalDescription(name: term, colors: nil, hasDirectColor: false, canPlaceCursor: false)
    }

    /// Whether it is a window, which has a title and takes questions: consoles of systems print what they don't know.
    var isWindow: Bool { !["linux", "vt", "cons", "sun"].contains { name.hasPrefix($0) } }

    private static func load(_ name: String) -> TerminalDescription? {
        var status: Int32 = 0
        let previous = giftty_current_terminal()
        guard setupterm(name, 1, &status) == OK else { return nil }
        let colors = tigetnum("colors")
        let description = TerminalDescription(
            name: name, colors: colors > 0 ? Int(colors) : nil,
            hasDirectColor: tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || giftty_string_capability("RGB") != nil
                || tigetflag("Tc") > 0,
            canPlaceCursor: giftty_string_capability("cup") != nil)
        del_curterm(giftty_current_terminal())
        set_curterm(previous)
        return description
    }

    /// The colours to use: those asked for, else those found.
    public func depth(asked: ColorDepth?, environment: [String: String]) -> ColorDepth {
        asked
            ?? ColorDepth.detected(
                environment: environment, terminalColors: colors ?? 0, hasDirectColor: hasDirectColor)
    }
}
