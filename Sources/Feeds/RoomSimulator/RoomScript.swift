/// The contents of a simulated room: its viewers, their texts, its gifts and its rates.
public struct RoomScript: Sendable, Equatable {
    /// The name of the streamer.
    public var host: String
    /// The title of the stream.
    public var title: String
    /// The names of the viewers.
    public var viewers: [String]
    /// The chat messages that any viewer may write at any time, in the order of a conversation.
    public var chat: [String]
    /// The greetings for a viewer who enters the room.
    ///
    /// Greetings, thanks and cheers can contain the placeholders `{host}`, `{name}` (the viewer addressed), `{gift}`
    /// and `{count}`.
    public var greetings: [String]
    /// The host's thanks for a single gift.
    public var thanksForOne: [String]
    /// The host's thanks for several gifts of one kind.
    public var thanksForMany: [String]
    /// The reactions of other viewers to an expensive gift.
    public var cheers: [String]
    /// The activity profiles, by name.
    public var profiles: [String: Profile]
    /// The rooms that the lobby offers besides this one.
    public var lobby: [LobbyRoom]

    /// Creates a script.
    public init(
        host: String, title: String, viewers: [String], chat: [String] = [], greetings: [String] = [],
        thanksForOne: [String] = [], thanksForMany: [String] = [], cheers: [String] = [],
        profiles: [String: Profile], lobby: [LobbyRoom] = []
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

    /// A room that the lobby offers, with the same viewers and texts unless it is a direct chat.
    public struct LobbyRoom: Sendable, Equatable {
        /// The id of the room in recordings. It has the syntax of a gift kind's id.
        public var id: String
        /// The name of the streamer.
        public var host: String
        /// The title of the stream.
        public var title: String
        /// The name of the room's activity profile.
        public var profile: String
        /// Whether the room is a direct chat, with only the host and the local viewer.
        public var isDirect: Bool
        /// The chat messages of this room; if it is empty, the room uses those of the script.
        public var chat: [String]

        /// Creates a room with a host.
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

    /// An activity profile of a room. Rates are long-term means per minute, 0 or more; probabilities are from 0 to 1.
    public struct Profile: Sendable, Equatable {
        /// The rate of all gifts, including those of streaks and bursts.
        public var giftsPerMinute: Double
        /// The rate of spontaneous chat messages; greetings, thanks and cheers are additional.
        public var chatPerMinute: Double
        /// The rate of viewers who enter.
        public var joinsPerMinute: Double
        /// The rate of viewers who leave.
        public var leavesPerMinute: Double
        /// The rate of all likes.
        public var likesPerMinute: Double
        /// The number of likes in one event.
        public var likesPerEvent: ClosedRange<Int>
        /// The probability that a sender repeats the kind of the sender's last gift.
        public var repeatProbability: Double
        /// The streaks.
        public var streak: Streak
        /// The bursts.
        public var burst: Burst
        /// The relative frequency of each gift kind, by id. The room sends only kinds that have a weight.
        public var weights: [String: Double]
        /// Whether the cheapest kind is never most of the gifts of a minute, whatever its weight.
        public var limitsCheapest: Bool
        /// What surely happens at the beginning, in addition to the rates.
        public var opening: [Opening]

        /// Something that surely happens at the beginning; chance decides the exact time, the senders and the kinds.
        public struct Opening: Sendable, Equatable {
            /// What happens.
            public enum Act: String, Sendable, CaseIterable {
                /// A sender sends several gifts of one kind.
                case streak
                /// A sender sends one of the most expensive kinds.
                case expensive
                /// Several senders send inexpensive gifts within two seconds, so that a queue forms.
                case crowd
            }

            /// What happens.
            public var act: Act
            /// The earliest and the latest time.
            public var at: ClosedRange<Duration>

            /// Creates a part of the opening.
            public init(_ act: Act, at: ClosedRange<Duration>) {
                self.act = act
                self.at = at
            }
        }

        /// The parameters of streaks: several gifts of one kind by one sender.
        public struct Streak: Sendable, Equatable {
            /// The probability that a gift starts a streak.
            public var probability: Double
            /// The number of gifts in a streak.
            public var length: ClosedRange<Int>
            /// The interval between two gifts of a streak.
            public var spacing: ClosedRange<Duration>

            /// Creates the parameters of streaks.
            public init(probability: Double, length: ClosedRange<Int>, spacing: ClosedRange<Duration>) {
                self.probability = probability
                self.length = length
                self.spacing = spacing
            }
        }

        /// The parameters of bursts: an expensive gift, followed by gifts of many senders.
        public struct Burst: Sendable, Equatable {
            /// The rate of bursts, per minute.
            public var perMinute: Double
            /// The number of gifts in a burst, including the first.
            public var gifts: ClosedRange<Int>
            /// The longest duration of a burst.
            public var maxDuration: Duration

            /// Creates the parameters of bursts.
            public init(perMinute: Double, gifts: ClosedRange<Int>, maxDuration: Duration) {
                self.perMinute = perMinute
                self.gifts = gifts
                self.maxDuration = maxDuration
            }
        }

        /// Creates a profile.
        public init(
            giftsPerMinute: Double, chatPerMinute: Double, joinsPerMinute: Double, leavesPerMinute: Double,
            likesPerMinute: Double, likesAtOnce: ClosedRange<Int>, repeatProbability: Double, streak: Streak,
            burst: Burst,
            weights: [String: Double], limitsCheapest: Bool = false, opening: [Opening] = []
        ) {
            self.giftsPerMinute = giftsPerMinute
            self.chatPerMinute = chatPerMinute
            self.joinsPerMinute = joinsPerMinute
            self.leavesPerMinute = leavesPerMinute
            self.likesPerMinute = likesPerMinute
            self.likesPerEvent = likesAtOnce
            self.repeatProbability = repeatProbability
            self.streak = streak
            self.burst = burst
            self.weights = weights
            self.limitsCheapest = limitsCheapest
            self.opening = opening
        }
    }
}
