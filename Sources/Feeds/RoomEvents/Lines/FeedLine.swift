import PlayerSettings
import TerminalText

/// One line of a stored feed: a JSON object with an event in a room and its time.
///
///     {"at": 1.25, "type": "gift", "id": "m-17", "gift": "rocket", "from": {"id": "u-1", "name": "ann"}, "value": 500}
///     {"time": "2026-11-21T10:00:00Z", "type": "chat", "id": "c-3", "from": "cy", "text": "wow"}
///
/// The parser ignores unknown members. A known member of the wrong type is an error that names its path.
public struct FeedLine: Equatable, Sendable {
    /// The time of an event.
    public enum Moment: Equatable, Sendable {
        /// The time since the start of the feed, in nanoseconds, from `at`. Digits after the ninth are rounded half up.
        case sinceStart(Int64)
        /// The time since 1970-01-01T00:00:00Z, in nanoseconds, from `time`.
        case date(Int64)
    }

    /// The type of an event, with its data.
    public enum Kind: Equatable, Sendable {
        /// A viewer sent a gift.
        case gift(Gift)
        /// A viewer wrote a chat message. The id is empty if the line has none.
        case chat(ChatMessage)
        /// A viewer entered the room.
        case join(Viewer)
        /// A viewer left the room.
        case leave(Viewer)
        /// A viewer sent `count` likes; 1 or more.
        case like(from: Viewer, count: Int)
        /// A viewer has read the message with this id.
        case seen(by: Viewer, message: String)
        /// The streak with this id ended, with the total number of gifts if the line has it.
        case streakEnd(id: String, total: Int?)
        /// `total` gifts belong to one batch: the gifts that name this id as their batch.
        case batch(id: String, total: Int)
        /// The gift or message with this id was withdrawn.
        case retract(id: String)
        /// An event of another `type`.
        case other(String)
    }

    /// A gift as a feed line reports it.
    public struct Gift: Equatable, Sendable {
        /// The id of the event. If the same id arrives twice, both events report the same gift.
        public var id: String?
        /// The id of the gift kind in the catalogue.
        public var kind: String
        /// The display name of the gift kind, if the line has it.
        public var name: String?
        /// The sender.
        public var from: Viewer
        /// The number of gifts sent at once; 1 or more.
        public var count: Int
        /// The price of one gift, in coins, 0 or more, if the line has it.
        public var value: Int64?
        /// The duration of the animation in nanoseconds, if the line has it (`duration`, in seconds).
        public var duration: Int64?
        /// The gift's streak; nil if it belongs to none.
        public var streak: Streak?
        /// The id of the gift's batch; nil if it belongs to none.
        public var batch: String?

        /// A streak as a feed line reports it.
        public struct Streak: Equatable, Sendable {
            /// The id of the streak.
            public var id: String
            /// The number of gifts in the streak up to and including this line, 1 or more, if the line has it.
            public var total: Int?
            /// Whether the streak ends with this line.
            public var isFinal: Bool

            /// Creates a position in the streak `id`.
            public init(id: String, total: Int? = nil, isFinal: Bool = false) {
                self.id = id
                self.total = total
                self.isFinal = isFinal
            }
        }

        /// The sender's name, or the id if the sender has no name.
        public var sender: String { from.name }

        /// Creates a gift of a kind from a sender.
        public init(
            id: String? = nil, kind: String, name: String? = nil, from: Viewer, count: Int = 1, value: Int64? = nil,
            duration: Int64? = nil, streak: Streak? = nil, batch: String? = nil
        ) {
            self.id = id
            self.kind = kind
            self.name = name
            self.from = from
            self.count = count
            self.value = value
            self.duration = duration
            self.streak = streak
            self.batch = batch
        }
    }

    /// The known types of feed lines; later versions may add others.
    package static let types = ["gift", "streak", "batch", "chat", "retract", "seen", "like", "join", "leave"]

    /// The time of the event.
    public var moment: Moment
    /// The type of the event, with its data.
    public var kind: Kind

    /// Creates a line.
    public init(moment: Moment, kind: Kind) {
        self.moment = moment
        self.kind = kind
    }

    /// Parses a line from its bytes, without the line break.
    ///
    /// - Throws: `FeedLineError` if the line is not valid.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FeedLineError) {
        self = try FeedLineParser.parse(bytes)
    }
}

/// An error in a feed line, with its position, the problem and what was expected.
public struct FeedLineError: Error, Equatable, Sendable {
    /// The column of the error, in characters from 1.
    public let column: Int
    /// The description of the problem.
    public let problem: String

    /// Creates an error.
    ///
    /// The message may quote the line and is shown to people, so the initialiser removes characters that would break
    /// the line or control a terminal.
    public init(column: Int = 1, problem: String) {
        self.column = column
        self.problem = problem.terminalSafe()
    }

    /// Creates an error at the byte offset `place` of a line.
    package init(at place: Int, in line: UnsafeBufferPointer<UInt8>, problem: String) {
        // A column counts characters, so UTF-8 continuation bytes do not count.
        self.init(column: line.prefix(place).count { $0 & 0xC0 != 0x80 } + 1, problem: problem)
    }

    /// Creates an error for an unknown type that is misspelt or belongs to recorded sessions.
    ///
    /// The initialiser returns nil for any other type, which a later version may define.
    package init?(misspelledType type: String) {
        if Self.recordedTypes.contains(type) {
            self.init(problem: "unknown type \"\(type)\": only recorded sessions have such lines")
        } else if Suggestion.nearest(to: type, among: FeedLine.types) != nil {
            self.init(problem: Suggestion.unknown("type", type, among: Array(FeedLine.types)))
        } else {
            return nil
        }
    }

    /// The types of lines that occur in recorded sessions but not in feeds.
    private static let recordedTypes: Set = ["do", "set", "asset", "end", "enter", "key", "mouse", "resize"]
}
