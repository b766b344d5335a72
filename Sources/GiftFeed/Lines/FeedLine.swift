/// One line of a feed that was written down: one JSON object that says what happened in a room, and when.
///
///     {"at": 1.25, "type": "gift", "id": "m-17", "gift": "rocket", "from": {"id": "u-1", "name": "ann"}, "value": 500}
///     {"time": "2026-11-21T10:00:00Z", "type": "chat", "id": "c-3", "from": "cy", "text": "wow"}
///
/// Members that are not known are ignored; a known one of the wrong type is an error that names its path.
public struct FeedLine: Equatable, Sendable {
    /// When something happened.
    public enum Moment: Equatable, Sendable {
        /// So many nanoseconds after the start, from `at`; digits beyond the ninth are rounded half up.
        case sinceStart(Int64)
        /// So many nanoseconds after 1970 began in Greenwich, from `time`.
        case date(Int64)
    }

    /// What happened.
    public enum Kind: Equatable, Sendable {
        /// Somebody sent a gift.
        case gift(Gift)
        /// Somebody said something; the id is empty where the line says none.
        case chat(ChatMessage)
        /// Somebody came in.
        case join(Viewer)
        /// Somebody left.
        case leave(Viewer)
        /// Somebody liked the stream `count` times; 1 or more.
        case like(from: Viewer, count: Int)
        /// Somebody has seen the message of this id.
        case seen(by: Viewer, message: String)
        /// The run of this id is over, with so many gifts in all where the line says it.
        case streakEnd(id: String, total: Int?)
        /// So many gifts belong together: those that name this id as their batch.
        case batch(id: String, total: Int)
        /// What has this id is taken back.
        case retract(id: String)
        /// Something else, of this `type`.
        case other(String)
    }

    /// A gift as a line tells of it.
    public struct Gift: Equatable, Sendable {
        /// The event's own id: the same id twice is the same gift told twice.
        public var id: String?
        /// The kind of gift, as the catalogue calls it.
        public var kind: String
        /// The kind's name for people, where the line says it.
        public var name: String?
        /// Who sent it.
        public var from: Viewer
        /// How many at once; 1 or more.
        public var count: Int
        /// The price of one, from 0 up, where the line says it.
        public var value: Int64?
        /// How long the animation plays, in nanoseconds, where the line says it (`duration`, in seconds).
        public var duration: Int64?
        /// The run it belongs to.
        public var streak: Streak?
        /// The id of the batch it belongs to.
        public var batch: String?

        /// A run of gifts as a line tells of it.
        public struct Streak: Equatable, Sendable {
            /// The run's id.
            public var id: String
            /// How many were sent in it up to and with this line, where the line says it; 1 or more.
            public var total: Int?
            /// Whether this is its last.
            public var isFinal: Bool

            /// A place in the run `id`.
            public init(id: String, total: Int? = nil, isFinal: Bool = false) {
                self.id = id
                self.total = total
                self.isFinal = isFinal
            }
        }

        /// The sender's name, or the id where there is no name.
        public var sender: String { from.name }

        /// A gift of this kind from this sender.
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

    /// When it happened.
    public var moment: Moment
    /// What happened.
    public var kind: Kind

    /// A line that says this.
    public init(moment: Moment, kind: Kind) {
        self.moment = moment
        self.kind = kind
    }

    /// Reads a line from its bytes, without the line break.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FeedLineError) {
        self = try FeedLineParser.parse(bytes)
    }
}

/// Something wrong with a line of a feed: where it is, what it is and what was expected.
public struct FeedLineError: Error, Equatable, Sendable {
    /// The character at which it is, from 1.
    public let column: Int
    /// What it is.
    public let problem: String

    /// A fault at a character. What it repeats of the line is shown to people, so a `�` stands for what would break the
    /// line or steer a terminal.
    public init(column: Int = 1, problem: String) {
        self.column = column
        let isPlain = problem.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        self.problem = isPlain ? problem : Self.plain(problem)
    }

    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            plain.append(isControl || scalar == "\u{2028}" || scalar == "\u{2029}" ? "\u{FFFD}" : scalar)
        }
        return String(plain)
    }
}
