/// An input event from the user, the terminal or the system.
public enum InputEvent: Equatable, Sendable {
    /// The user typed a character.
    case character(Character)
    /// The user pressed a key without a character of its own.
    case key(Key, KeyModifiers)
    /// The user used the mouse.
    case mouse(MouseEvent)
    /// The user pasted text, which contains line breaks and control characters unchanged.
    case paste(String)
    /// The terminal has a new size; its contents are unknown until the next frame.
    case resize(columns: Int, rows: Int)
    /// The system asks the program to end: SIGINT (also Ctrl-C), SIGTERM, SIGQUIT, or SIGHUP when the terminal is gone.
    case terminate(signal: Int32)
    /// The program was stopped and continues; the next frame repaints everything.
    case resumed

    /// The terminal has reported its background color.
    case background(TerminalColor)

    /// Returns the event of a key pressed without modifiers.
    public static func key(_ key: Key) -> InputEvent { .key(key, []) }
}

/// A key without a character of its own.
public enum Key: Hashable, Sendable {
    case escape, enter, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// A function key, F1 to F24.
    case function(Int)
    /// A character typed with Ctrl or Alt; letters are in lower case.
    case modified(Character)
}

/// The modifier keys that are held while another key is pressed or the mouse is used.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// The modifiers, one bit each.
    public let rawValue: UInt8

    /// Creates a set of modifiers from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The Shift key.
    public static let shift = KeyModifiers(rawValue: 1)
    /// The Alt key, also called Option or Meta.
    public static let alt = KeyModifiers(rawValue: 2)
    /// The Ctrl key.
    public static let control = KeyModifiers(rawValue: 4)
}

/// A mouse event.
public struct MouseEvent: Hashable, Sendable {
    /// A mouse button, or a step of the wheel, which only has press events.
    public enum Button: Hashable, Sendable {
        case left, middle, right, wheelUp, wheelDown
    }

    /// The action on a button.
    public enum Action: Hashable, Sendable {
        case press, release
        /// The mouse moved while the button was pressed.
        case drag
    }

    /// The button.
    public var button: Button
    /// The action.
    public var action: Action
    /// The column of the cell under the pointer, from 0.
    public var column: Int
    /// The row of the cell under the pointer, from 0.
    public var row: Int
    /// The modifier keys held during the event.
    public var modifiers: KeyModifiers

    /// Creates an event, by default without modifiers.
    public init(_ button: Button, _ action: Action, column: Int, row: Int, modifiers: KeyModifiers = []) {
        self.button = button
        self.action = action
        self.column = column
        self.row = row
        self.modifiers = modifiers
    }
}
