public import ExactNumbers
public import Playback

/// One line of a recorded session: an input or a resulting decision.
public struct RecordedLine: Equatable, Sendable {
    /// The content of a line.
    public enum Kind: Equatable, Sendable {
        /// An input of the session.
        case input(SessionInput)
        /// An input from the terminal; its effects have their own lines.
        case terminalInput(TerminalInput)
        /// A line of the trace.
        case decision(RecordedDecision)
    }

    /// An input from the terminal.
    public enum TerminalInput: Equatable, Sendable {
        /// A key: the character that it types, or a name of several letters, such as `Up` or `Ctrl-a`.
        case key(String)
        /// A mouse event at a cell, counted from 0; `button` and `action` are names such as `left` and `press`.
        case mouse(button: String, action: String, column: Int, row: Int)
        /// The new size of the terminal.
        case resize(columns: Int, rows: Int)
    }

    /// The session time.
    public var at: Nanoseconds
    /// The content.
    public var kind: Kind
    /// The line number in the file, from 1; 0 for a line made in code.
    public var number: Int

    /// Creates a line.
    public init(at: Nanoseconds, _ kind: Kind, number: Int = 0) {
        self.at = at
        self.kind = kind
        self.number = number
    }

    /// The input of the session; `nil` for other lines.
    public var input: SessionInput? {
        if case .input(let input) = kind { input } else { nil }
    }

    /// Creates a line with an input of the session.
    public init(at: Nanoseconds, _ input: SessionInput) { self.init(at: at, .input(input)) }

    /// Creates a line of the trace.
    public init(_ event: TraceEvent) {
        self.init(at: event.at, .decision(RecordedDecision(text: event.json, ending: nil)))
    }
}

/// A recorded trace line.
public struct RecordedDecision: Equatable, Sendable {
    /// The end of a gift, with the members that the line has.
    public struct Ending: Equatable, Sendable {
        /// The gift's number.
        public var gift: Int
        /// The outcome.
        public var outcome: Outcome.Name
        /// The reason.
        public var reason: String?
        /// The progress.
        public var progress: Millionths?
        /// The number of the gift that replaced it.
        public var by: Int?
        /// The number of the gift into which it was merged.
        public var into: Int?

        /// Creates the end of a gift.
        public init(
            gift: Int, outcome: Outcome.Name, reason: String? = nil, progress: Millionths? = nil, by: Int? = nil,
            into: Int? = nil
        ) {
            self.gift = gift
            self.outcome = outcome
            self.reason = reason
            self.progress = progress
            self.by = by
            self.into = into
        }
    }

    /// The line, a JSON object as ``TraceEvent/json`` writes it.
    public var text: String
    /// The end of a gift, in a line that was read; `nil` for other lines.
    public var ending: Ending?

    /// Creates a decision.
    public init(text: String, ending: Ending?) {
        self.text = text
        self.ending = ending
    }
}
