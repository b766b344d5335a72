public import Playback

/// What was on stage when, and what became of the gifts that were not.
public struct Timeline: Hashable, Sendable {
    /// A gift's stay on stage.
    public struct Presentation: Hashable, Sendable {
        /// The gift's number.
        public let gift: Int
        /// Its kind.
        public let kind: String
        /// When it began and ended, in session time.
        public let span: Range<Nanoseconds>
        /// When it had come as far as `replaceAt`, in replace mode; `nil` where it never did.
        public let threshold: Nanoseconds?
        /// How it ended.
        public let outcome: Outcome
    }

    /// The end of a gift that was never on stage.
    public struct Absence: Hashable, Sendable {
        /// The gift's number.
        public let gift: Int
        /// Its kind.
        public let kind: String
        /// When it ended.
        public let at: Nanoseconds
        /// How it ended.
        public let outcome: Outcome
    }

    /// From when on so many gifts waited, were held or parked.
    public struct Backlog: Hashable, Sendable {
        /// When.
        public let since: Nanoseconds
        /// How many.
        public let count: Int
    }

    /// The presentations in order of time.
    public internal(set) var presentations: [Presentation] = []
    /// The gifts that were never on stage, in order of time.
    public internal(set) var absences: [Absence] = []
    /// How many gifts waited, each entry until the next, in order of time; none at the beginning.
    public internal(set) var backlog: [Backlog] = []
    /// Where the timeline stops before the session does, because it would be too long.
    public internal(set) var cutAt: Nanoseconds?

    /// The most entries of a kind, unless another limit is asked for. A picture that is 4000 pixels wide shows fewer; a hundred thousand take some megabytes.
    public static let limit = 100_000
}
