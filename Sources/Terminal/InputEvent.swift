/// What a person, the terminal or the system tells the program.
public enum InputEvent: Equatable, Sendable {
    /// A character was typed.
    case character(Character)
    /// A key without a character of its own was pressed.
    case key(Key, KeyModifiers)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// Text was pasted; line breaks and control characters are in it as they came.
    case paste(String)
    /// The terminal has a new size; what it shows is unknown until the next frame.
    case resize(columns: Int, rows: Int)
    /// The system asks the program to end: SIGINT (also Ctrl-C), SIGTERM, SIGQUIT, or SIGHUP when the terminal is gone.
    case terminate(signal: Int32)
    /// The program was stopped and goes on; the next frame repaints everything.
    case resumed

    /// The terminal has said what colour its background has.
    case background(TerminalColor)

    /// A key pressed without modifiers.
    public static func key(_ key: Key) -> InputEvent { .key(key, []) }
}

/// A key without a character of its own.
public enum Key: Hashable, Sendable {
    case escape, enter, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F24.
    case function(Int)
    /// A character typed with Ctrl or Alt held; a letter is in lower case.
    case modified(Character)
}

/// The keys held while another is pressed or the mouse is used.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// One bit a key.
    public let rawValue: UInt8

    /// The modifiers whose bits are set.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Shift.
    public static let shift = KeyModifiers(rawValue: 1)
    /// Alt, also Option or Meta.
    public static let alt = KeyModifiers(rawValue: 2)
    /// Ctrl.
    public static let control = KeyModifiers(rawValue: 4)
}

/// One use of the mouse.
public struct MouseEvent: Hashable, Sendable {
    /// A button, or a step of the wheel, which is only ever pressed.
    public enum Button: Hashable, Sendable {
        case left, middle, right, wheelUp, wheelDown
    }

    /// What was done with a button.
    public enum Action: Hashable, Sendable {
        case press, release
        /// Moved while held.
        case drag
    }

    /// The button used.
    public var button: Button
    /// What was done with it.
    public var action: Action
    /// The column of the cell under the pointer, from 0.
    public var column: Int
    /// The row of the cell under the pointer, from 0.
    public var row: Int
    /// Keys held meanwhile.
    public var modifiers: KeyModifiers

    /// An event; by default without modifiers.
    public init(_ button: Button, _ action: Action, column: Int, row: Int, modifiers: KeyModifiers = []) {
        self.button = button
        self.action = action
        self.column = column
        self.row = row
        self.modifiers = modifiers
    }
}
