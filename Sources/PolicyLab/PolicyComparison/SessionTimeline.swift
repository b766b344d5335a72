public import ExactNumbers
public import Playback

/// The presentations of a session over time, and the ends of the gifts that were not presented.
public struct SessionTimeline: Hashable, Sendable {
    /// The presentation of one gift.
    public struct Presentation: Hashable, Sendable {
        /// The number of the gift.
        public let gift: Int
        /// The id of the gift kind.
        public let kind: String
        /// The session time from the start to the end of the presentation.
        public let span: Range<Nanoseconds>
        /// The session time at which the presentation reached `replaceAt` in replace mode; `nil` if it did not.
        public let threshold: Nanoseconds?
        /// The outcome of the presentation.
        public let outcome: Outcome
    }

    /// The end of a gift that was not presented.
    public struct UnshownGift: Hashable, Sendable {
        /// The number of the gift.
        public let gift: Int
        /// The id of the gift kind.
        public let kind: String
        /// The session time of the end.
        public let at: Nanoseconds
        /// The outcome of the gift.
        public let outcome: Outcome
    }

    /// The number of gifts that wait, are held or are parked from one session time on.
    public struct Backlog: Hashable, Sendable {
        /// The session time from which the number applies.
        public let since: Nanoseconds
        /// The number of gifts.
        public let count: Int
    }

    /// The presentations, in the order of time.
    public internal(set) var presentations: [Presentation] = []
    /// The ends of gifts that were not presented, in the order of time.
    public internal(set) var unshownGifts: [UnshownGift] = []
    /// The numbers of waiting gifts in the order of time; each applies until the next entry, and none waits at the
    /// start.
    public internal(set) var backlog: [Backlog] = []
    /// The session time at which the timeline stops before the session does because of the limit; `nil` if it is
    /// complete.
    public internal(set) var truncatedAt: Nanoseconds?

    /// The default for the maximum number of entries of each type.
    ///
    /// A picture 4000 pixels wide cannot show as many; 100,000 entries take a few megabytes.
    public static let defaultLimit = 100_000
}
