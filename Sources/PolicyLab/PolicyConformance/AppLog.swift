public import ExactNumbers
public import Playback

/// The log of an app: what its own queue of gifts did, one event a line.
///
///     let log = try AppLog(bytes, path: "app.log")
public struct AppLog: Sendable {
    /// A line of the log.
    public struct Line: Hashable, Sendable {
        /// The line number, from 1.
        public let number: Int
        /// The time in seconds since any moment, which is within the tolerance of the true one.
        public let at: Nanoseconds
        /// The content of the line.
        public let event: Event

        /// Creates a line.
        public init(number: Int, at: Nanoseconds, _ event: Event) {
            self.number = number
            self.at = at
            self.event = event
        }
    }

    /// The content of a line.
    public enum Event: Hashable, Sendable {
        /// A gift arrived.
        case arrived(LoggedGift)
        /// The presentation of the gift with this name in the log started.
        case started(gift: String)
        /// A gift ended.
        case ended(gift: String, LoggedEnd)
        /// The settings at the start, or those that changed.
        case settings([Setting])
        /// Stage time stopped.
        case paused
        /// Stage time resumed.
        case resumed
    }

    /// The name of the log in errors.
    public let path: String
    /// The lines, in the order of the file.
    public let lines: [Line]

    /// Creates a log.
    public init(path: String, lines: [Line]) {
        self.path = path
        self.lines = lines
    }
}

/// A gift as an app logs its arrival.
public struct LoggedGift: Hashable, Sendable {
    /// The number or the name by which the log refers to the gift.
    public var gift: String
    /// The id of the gift kind.
    public var kind: String
    /// The sender's name.
    public var sender = ""
    /// The number of gifts sent at once.
    public var count = 1
    /// The gift's value; `nil` for that of its kind.
    public var value: Int64?
    /// The duration of its animation; `nil` for that of its kind.
    public var duration: Nanoseconds?
    /// The feed's id of the event; `nil` if the log has none.
    public var eventID: String?

    /// Creates a gift.
    public init(gift: String, kind: String) {
        self.gift = gift
        self.kind = kind
    }
}

/// The end of a gift as an app logs it; a `nil` member is not logged and matches everything.
public struct LoggedEnd: Hashable, Sendable {
    /// The outcome.
    public var outcome: Outcome.Name
    /// The reason.
    public var reason: String?
    /// The progress.
    public var progress: Millionths?
    /// The gift that replaces it.
    public var by: String?
    /// The gift into which it is merged.
    public var into: String?

    /// Creates an end of which only the outcome is logged.
    public init(_ outcome: Outcome.Name) { self.outcome = outcome }
}
