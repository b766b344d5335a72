/// What a simulated room is made of: who is there, what they say, what they send and how often.
public struct RoomScript: Sendable, Equatable {
    /// The one who streams.
    public var host: String
    /// What the stream is called.
    public var title: String
    /// The names of those who come and go.
    public var viewers: [String]
    /// What anybody may say at any time, in the order of a conversation.
    public var chat: [String]
    /// What somebody may say to one who comes in. Like thanks and cheers, a line may hold `{host}`, `{name}` (the one
    /// spoken to), `{gift}` and `{count}`.
    public var greetings: [String]
    /// What the host may say after one gift.
    public var thanksForOne: [String]
    /// What the host may say after several of a kind.
    public var thanksForMany: [String]
    /// What others may say while a dear gift plays.
    public var cheers: [String]
    /// How lively the room can be, by name.
    public var profiles: [String: Profile]
    /// The rooms beside this one.
    public var lobby: [Neighbour]

    /// A room of these parts.
    public init(
        host: String, title: String, viewers: [String], chat: [String] = [], greetings: [String] = [],
        thanksForOne: [String] = [], thanksForMany: [String] = [], cheers: [String] = [],
        profiles: [String: Profile], lobby: [Neighbour] = []
    ) {
        self.host = host
        self.title = title
        self.viewers = viewers
        self.chat = chat
        self.greetings = greetings
        self.thanksForOne = thanksForOne
        self.thanksForMany = thanksForMany
        self.cheers = cheers
        self.profiles = profiles
        self.lobby = lobby
    }

    /// A room beside this one, with the same people and words unless it is a direct chat.
    public struct Neighbour: Sendable, Equatable {
        /// What recordings call it: of the form of a gift's id.
        public var id: String
        /// The one who streams.
        public var host: String
        /// What the stream is called.
        public var title: String
        /// How lively it is: the name of a profile.
        public var profile: String
        /// Whether nobody is there but the host and the one who looks on.
        public var isDirect: Bool
        /// What they say, instead of what is said in all rooms; nothing for that.
        public var chat: [String]

        /// A room of this host.
        public init(
            id: String, host: String, title: String, profile: String, isDirect: Bool = false, chat: [String] = []
        ) {
            self.id = id
            self.host = host
            self.title = title
            self.profile = profile
            self.isDirect = isDirect
            self.chat = chat
        }
    }

    /// How much happens in a room. Rates are means per minute over a long time, 0 or more; likelihoods are 0 to 1.
    public struct Profile: Sendable, Equatable {
        /// Gifts in all, those of streaks and bursts counted.
        public var giftsPerMinute: Double
        /// Lines that are said without a reason; greetings, thanks and cheers come on top.
        public var chatPerMinute: Double
        /// People who come in.
        public var joinsPerMinute: Double
        /// People who go.
        public var leavesPerMinute: Double
        /// Likes in all.
        public var likesPerMinute: Double
        /// How many likes one event counts.
        public var likesAtOnce: ClosedRange<Int>
        /// How likely somebody sends the kind of gift sent by the same person last.
        public var favourite: Double
        /// Runs of one gift by one sender.
        public var streak: Streak
        /// Many senders at once.
        public var burst: Burst
        /// The kinds that are sent and how often, relative to each other.
        public var weights: [String: Double]

        /// Runs of one gift by one sender.
        public struct Streak: Sendable, Equatable {
            /// How likely a gift opens a run.
            public var probability: Double
            /// How many gifts a run has in all.
            public var length: ClosedRange<Int>
            /// How far apart they are.
            public var spacing: ClosedRange<Duration>

            /// Runs of this kind.
            public init(probability: Double, length: ClosedRange<Int>, spacing: ClosedRange<Duration>) {
                self.probability = probability
                self.length = length
                self.spacing = spacing
            }
        }

        /// Many senders at once, after one dear gift.
        public struct Burst: Sendable, Equatable {
            /// How many bursts there are.
            public var perMinute: Double
            /// How many gifts a burst has in all.
            public var gifts: ClosedRange<Int>
            /// How long it lasts at most.
            public var within: Duration

            /// Bursts of this kind.
            public init(perMinute: Double, gifts: ClosedRange<Int>, within: Duration) {
                self.perMinute = perMinute
                self.gifts = gifts
                self.within = within
            }
        }

        /// A profile of these rates.
        public init(
            giftsPerMinute: Double, chatPerMinute: Double, joinsPerMinute: Double, leavesPerMinute: Double,
            likesPerMinute: Double, likesAtOnce: ClosedRange<Int>, favourite: Double, streak: Streak, burst: Burst,
            weights: [String: Double]
        ) {
            self.giftsPerMinute = giftsPerMinute
            self.chatPerMinute = chatPerMinute
            self.joinsPerMinute = joinsPerMinute
            self.leavesPerMinute = leavesPerMinute
            self.likesPerMinute = likesPerMinute
            self.likesAtOnce = likesAtOnce
            self.favourite = favourite
            self.streak = streak
            self.burst = burst
            self.weights = weights
        }
    }
}

/// A kind of gift that a room can send.
public struct GiftKind: Sendable, Equatable {
    /// What the feed calls it.
    public var id: String
    /// Its name for people.
    public var name: String
    /// Its price in coins; 0 or more.
    public var value: Int

    /// A kind of this id, name and price.
    public init(id: String, name: String, value: Int) {
        self.id = id
        self.name = name
        self.value = value
    }
}
