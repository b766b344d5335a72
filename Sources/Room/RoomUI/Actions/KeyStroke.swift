import Terminal

/// A key, or a key with modifiers, in the key map.
struct KeyStroke: Equatable {
    /// The input event that the key produces.
    let event: InputEvent

    /// Creates a key that types a character.
    init(_ character: Character) { event = .character(character) }

    /// Creates a key that types no character, with its modifiers.
    init(_ key: Key, _ modifiers: KeyModifiers = []) { event = .key(key, modifiers) }

    /// Creates the key stroke of an event, or returns `nil` if the event is not a key.
    init?(event: InputEvent) {
        switch event {
        case .character(let character): self.init(character)
        case .key(let key, let modifiers): self.init(key, modifiers)
        default: return nil
        }
    }

    /// Returns the label of the key: `x`, `space`, `Esc`, `Shift-←`, `Ctrl-P`.
    func label(_ signs: SymbolSet) -> String {
        switch event {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .key(let key, let modifiers): Self.prefix(modifiers) + Self.name(of: key, signs)
        default: ""
        }
    }

    private static func prefix(_ modifiers: KeyModifiers) -> String {
        let names: [(KeyModifiers, String)] = [(.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-")]
        return names.filter { modifiers.contains($0.0) }.map(\.1).joined()
    }

    private static func name(of key: Key, _ signs: SymbolSet) -> String {
        switch key {
        case .escape: "Esc"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .insert: "Insert"
        case .up: signs.arrows.up
        case .down: signs.arrows.down
        case .left: signs.arrows.left
        case .right: signs.arrows.right
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .function(let number): "F\(number)"
        case .modified(let character): character.uppercased()
        }
    }
}
