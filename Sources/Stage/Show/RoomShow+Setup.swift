public import Configuration
public import GiftFeed
public import GiftStore
public import Lottie
public import Playback
public import Recordings
public import StoreDocuments

extension RoomShow {
    /// What a room is made of.
    public struct Setup {
        /// The room's words: host and title.
        public var script: RoomScript
        /// People who are there at the beginning.
        public var viewers: Int
        /// The gifts that are built in.
        public var catalogue: GiftCatalogue
        /// The Lottie file of a kind of gift that is built in; nil where there is none.
        public var animation: (String) -> [UInt8]?
        /// The animation of a version that a store has made ready.
        public var publishedAnimation: (StoreGift) throws(UnplayableGift) -> Composition = {
            (_: StoreGift) throws(UnplayableGift) in throw UnplayableGift("there is no store")
        }
        /// What a kind that is built in wants of the stage; asked after its animation was read.
        public var directions: (String, Composition) -> GiftDirections = { _, _ in GiftDirections() }
        /// The same of a version that a store has made ready.
        public var publishedDirections: (StoreGift) -> GiftDirections = { _ in GiftDirections() }
        /// Versions of a store that can be played from the beginning without its having told so: what a replay finds of
        /// them on the disk, whose decisions are made.
        public var published: [StoreGift] = []
        /// What a store has told since it was asked last, in order; nil where there is no store.
        public var news: (() -> [StoreNews])?
        /// Gets the animation of a kind of gift that has come without one.
        public var fetch: (String) -> Void = { _ in }
        /// Hears of all kinds that can be sent, when they have become others.
        public var kindsChanged: ([GiftKind]) -> Void = { _ in }
        /// The store's kinds that are on disk at the beginning, for whoever hears of kinds and knows these already.
        public var kindsOnDisk: [GiftKind] = []
        /// Where its events come from.
        public var feed: any RoomFeed
        /// The settings of all layers but the keys.
        public var settings: LayeredSettings
        /// The configuration file, where there may be one.
        public var configuration: ConfigurationWatch<DiskFiles>?
        /// When the show ends by itself.
        public var length: Nanoseconds?
        /// The signs that the terminal can show.
        public var isASCII: Bool
        /// The terminal's size at the beginning, in cells; later ones are heard.
        public var size = (columns: 80, rows: 24)
        /// Hears every line of the trace.
        public var trace: (TraceEvent) -> Void
        /// Writes down all that goes in and all that is decided, in order; nil where nobody wants it.
        public var record: ((RecordedLine) -> Void)?
        /// Keeps a setting in the configuration file; answers with what is wrong where that can't be done. Nil where there is
        /// no such file.
        public var saveSetting: ((Assignment) -> String?)?
        /// How lively the room is, in a word; empty where that is not known.
        public var mood = ""
        /// The other rooms that can be entered from the lobby.
        public var lobby: [LobbyRoom] = []
        /// The transition that is meant by the value of the setting of that name; nil where scenes change at once.
        public var transition: ((String) throws(SceneTransitionError) -> SceneTransition)?
        /// The colours of the controls for who looks on, as a value of the setting `theme`; nil for what the settings say.
        public var theme: SettingValue?
        /// What else is wrong and should be seen.
        public var notice: () -> String? = { nil }
        /// Whether this is a replay. Who looks on at one can't send gifts or rule the stage, and has other keys; and it may
        /// run so slowly that every moment counts, not only the frames of the stage.
        var isReplay = false
        /// Whether a recorded session is told again to show what was seen then: keys that were heard open and close what they
        /// did, and frames may come at any rate.
        var isRetold = false

        /// A room with these parts.
        /// - Parameter nextEvent: the next event of a feed that is known before it is due, in order of time; nil at its end.
        public init(
            script: RoomScript, viewers: Int, catalogue: GiftCatalogue, animation: @escaping (String) -> [UInt8]?,
            nextEvent: @escaping () -> FeedEvent?, settings: LayeredSettings,
            configuration: ConfigurationWatch<DiskFiles>? = nil, length: Nanoseconds? = nil, isASCII: Bool = false,
            trace: @escaping (TraceEvent) -> Void = { _ in }
        ) {
            self.script = script
            self.viewers = viewers
            self.catalogue = catalogue
            self.animation = animation
            feed = ScheduledFeed(nextEvent)
            self.settings = settings
            self.configuration = configuration
            self.length = length
            self.isASCII = isASCII
            self.trace = trace
        }
    }
}
