import Recordings
import Terminal

extension RecordedLine.TerminalInput {
    /// Creates the recorded form of an input event, or returns `nil` for events that have no effect on a room.
    init?(_ event: InputEvent) {
        switch event {
        case .character(let character): self = .key(String(character))
        case .key(let key, let modifiers): self = .key(KeyNames.text(key, modifiers))
        case .mouse(let mouse):
            self = .mouse(
                button: MouseNames.buttons[mouse.button] ?? "", action: MouseNames.actions[mouse.action] ?? "",
                column: mouse.column, row: mouse.row)
        case .resize(let columns, let rows): self = .resize(columns: columns, rows: rows)
        case .paste, .terminate, .resumed, .background: return nil
        }
    }
}

extension InputEvent {
    /// Creates an input event from its recorded form, or returns `nil` for an unknown key or button.
    init?(_ input: RecordedLine.TerminalInput) {
        switch input {
        case .key(let text):
            if let character = text.first, text.count == 1 {
                self = .character(character)
            } else if let (key, modifiers) = KeyNames.key(text) {
                self = .key(key, modifiers)
            } else {
                return nil
            }
        case .mouse(let button, let action, let column, let row):
            guard let button = MouseNames.buttons.first(where: { $0.value == button })?.key,
                let action = MouseNames.actions.first(where: { $0.value == action })?.key
            else { return nil }
            self = .mouse(MouseEvent(button, action, column: column, row: row))
        case .resize(let columns, let rows): self = .resize(columns: columns, rows: rows)
        }
    }
}

private enum MouseNames {
    static let buttons: [MouseEvent.Button: String] = [
        .left: "left", .middle: "middle", .right: "right", .wheelUp: "wheelUp", .wheelDown: "wheelDown",
    ]
    static let actions: [MouseEvent.Action: String] = [.press: "press", .release: "release", .drag: "drag"]
}

/// The names of keys without a character, with prefixes for their modifiers: `Up`, `F5`, `Ctrl-'a`, `Shift-Tab`.
private enum KeyNames {
    private static let names: [Key: String] = [
        .escape: "Esc", .enter: "Enter", .tab: "Tab", .backspace: "Backspace", .delete: "Delete", .insert: "Insert",
        .up: "Up", .down: "Down", .left: "Left", .right: "Right", .home: "Home", .end: "End", .pageUp: "PageUp",
        .pageDown: "PageDown",
    ]
    private static let modifiers: [(name: String, modifier: KeyModifiers)] = [
        ("Ctrl-", .control), ("Alt-", .alt), ("Shift-", .shift),
    ]
    /// The prefix of a character that was typed with Ctrl or Alt, which distinguishes it from the name of a key.
    private static let characterPrefix = "'"

    static func text(_ key: Key, _ held: KeyModifiers) -> String {
        let prefix = modifiers.filter { held.contains($0.modifier) }.map(\.name).joined()
        switch key {
        case .function(let number): return "\(prefix)F\(number)"
        case .modified(let character): return "\(prefix)\(characterPrefix)\(character)"
        default: return prefix + (names[key] ?? "")
        }
    }

    static func key(_ text: String) -> (Key, KeyModifiers)? {
        var rest = Substring(text)
        var held: KeyModifiers = []
        while let (name, modifier) = modifiers.first(where: { rest.hasPrefix($0.name) }) {
            rest = rest.dropFirst(name.count)
            held.insert(modifier)
        }
        if let key = names.first(where: { $0.value == rest })?.key { return (key, held) }
        if rest.count == 2, rest.hasPrefix(characterPrefix), let character = rest.last {
            return (.modified(character), held)
        }
        if rest.first == "F", let number = Int(rest.dropFirst()), (1...24).contains(number) {
            return (.function(number), held)
        }
        return nil
    }
}
