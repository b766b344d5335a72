public import BuiltInGifts
public import ExactNumbers
public import LottieDocument
public import Playback
public import PlayerSettings
public import Recordings
public import RoomEvents
public import RoomSimulator
public import StoreProtocol

extension RoomShow {
    /// The configuration of a room.
    public struct Setup {
        /// The script, with the host and the title of the room.
        public var script: RoomScript
        /// The number of viewers at the beginning.
        public var viewers: Int
        /// The built-in gift kinds.
        public var catalogue: GiftCatalogue
        /// Returns the Lottie file of a built-in kind, or `nil` if there is none.
        public var animation: (String) -> [UInt8]?
        /// Returns the animation of a published version in the library.
        public var publishedAnimation: (StoreGift) throws(UnplayableGift) -> Composition = {
            (_: StoreGift) throws(UnplayableGift) in throw UnplayableGift("there is no store")
        }
        /// Returns the directions of a built-in kind; called after its animation was read.
        public var options: (String, Composition) -> PresentationOptions = { _, _ in PresentationOptions() }
        /// Returns the directions of a published version in the library.
        public var publishedOptions: (StoreGift) -> PresentationOptions = { _ in PresentationOptions() }
        /// Versions that can play from the beginning, without news from a store.
        ///
        /// A replay uses the versions that it finds in the library, because the decisions of its session are recorded.
        public var published: [StoreGift] = []
        /// Returns the news of the store since the last call, in order; `nil` if there is no store.
        public var storeUpdates: (() -> [StoreUpdate])?
        /// Downloads the animation of a gift kind that is not in the library.
        public var fetch: (String) -> Void = { _ in }
        /// Called when the sendable gift kinds change, with all of them.
        public var onKindsChanged: ([GiftKind]) -> Void = { _ in }
        /// The store's kinds that are on disk at the beginning.
        ///
        /// The receiver of `onKindsChanged` knows them already.
        public var kindsOnDisk: [GiftKind] = []
        /// The source of the room's events.
        public var feed: any RoomFeed
        /// The settings of all layers except the one of the keys.
        public var settings: LayeredSettings
        /// The watcher of the configuration file, or `nil` if there is no file.
        public var configuration: ConfigurationWatcher<DiskFiles>?
        /// The session time at which the show ends by itself, or `nil` if it does not.
        public var duration: Nanoseconds?
        /// Whether the controls use ASCII characters only.
        public var isASCII: Bool
        /// The terminal's size at the beginning, in cells; input events report later changes.
        public var size = (columns: 80, rows: 24)
        /// Called with each event of the trace.
        public var trace: (TraceEvent) -> Void
        /// Called with each line of the recording, in order: all inputs and all decisions. `nil` if the session is not
        /// recorded.
        public var record: ((RecordedLine) -> Void)?
        /// Saves a setting in the configuration file and returns an error message, or `nil` on success.
        ///
        /// The closure itself is `nil` if there is no configuration file.
        public var saveSetting: ((Assignment) -> String?)?
        /// The name of the room's profile, such as `calm` or `party`; empty if unknown.
        public var profile = ""
        /// The other rooms that the viewer can enter from the lobby.
        public var lobby: [LobbyRoom] = []
        /// Returns the transition for a value of the setting `transition`; `nil` if scenes change at once.
        public var transition: ((String) throws(SceneTransitionError) -> SceneTransition)?
        /// A value of the setting `theme` that overrides the settings, or `nil` to use the settings.
        public var theme: SettingValue?
        /// Returns an additional warning for the notice line, or `nil` if there is none.
        public var notice: () -> String? = { nil }
        /// Whether the room belongs to a replay.
        ///
        /// In a replay the viewer cannot send gifts or control the stage, and the keys differ. Gifts are drawn at the
        /// exact moment instead of the nearest frame of the stage, because a replay can run slowly.
        var isReplay = false
        /// Whether the room belongs to a screencast.
        ///
        /// Recorded keys then open and close panels and scenes as in the session, and the frame rate can have any
        /// value.
        var isScreencast = false

        /// Creates the configuration of a room with a feed whose events are known in advance.
        ///
        /// - Parameters:
        ///   - script: The script of the room.
        ///   - viewers: The number of viewers at the beginning.
        ///   - catalogue: The built-in gift kinds.
        ///   - animation: A closure that returns the Lottie file of a built-in kind, or `nil`.
        ///   - nextEvent: A closure that returns the next event of the feed, in order of time, or `nil` at its end.
        ///   - settings: The settings of all layers except the one of the keys.
        ///   - configuration: The watcher of the configuration file, if there is one.
        ///   - duration: The session time at which the show ends by itself.
        ///   - isASCII: Whether the controls use ASCII characters only.
        ///   - trace: A closure that is called with each event of the trace.
        public init(
            script: RoomScript, viewers: Int, catalogue: GiftCatalogue, animation: @escaping (String) -> [UInt8]?,
            nextEvent: @escaping () -> FeedEvent?, settings: LayeredSettings,
            configuration: ConfigurationWatcher<DiskFiles>? = nil, duration: Nanoseconds? = nil, isASCII: Bool = false,
            trace: @escaping (TraceEvent) -> Void = { _ in }
        ) {
            self.script = script
            self.viewers = viewers
            self.catalogue = catalogue
            self.animation = animation
            feed = ScheduledFeed(nextEvent)
            self.settings = settings
            self.configuration = configuration
            self.duration = duration
            self.isASCII = isASCII
            self.trace = trace
        }
    }
}
