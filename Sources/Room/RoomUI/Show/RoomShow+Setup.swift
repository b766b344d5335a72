public import ExactNumbers
public import Playback
public import PlayerSettings
public import PolicyProperties
public import Recordings
public import RoomEvents
public import RoomSession
public import RoomSimulator
public import Scenarios
public import StoreProtocol
public import TerminalCells

/// A store that a room follows.
public protocol StoreUpdates {
    /// Returns the updates since the last call, in order.
    func consumeUpdates() -> [StoreUpdate]
    /// Downloads the animation of a gift kind that is not in the library.
    func fetch(_ kind: String)
    /// A file descriptor that becomes readable when updates are available, or `nil` if the room must look for them.
    var wakeUpDescriptor: Int32? { get }
}

/// A log of a session: its trace and its recording.
public protocol SessionLog {
    /// Logs a decision.
    func record(_ decision: TraceEvent)
    /// Logs a line of the recording: all inputs, the viewer's keys and all decisions, in order.
    func record(_ line: RecordedLine)
    /// Logs which settings the input of the last line gave other values.
    func record(_ changes: [Assignment], at time: Nanoseconds)
    /// Whether nothing is kept, so that no lines need to be made.
    var keepsNothing: Bool { get }
    /// The reason why the log is not complete, or `nil` if it is.
    var problem: String? { get }
}

extension SessionLog {
    /// Does nothing, for logs to which the input says enough.
    public func record(_ changes: [Assignment], at time: Nanoseconds) {}

    /// False, for logs with files or readers.
    public var keepsNothing: Bool { false }

    /// Logs what happened in a session.
    func record(_ events: [SessionEvent]) {
        guard !keepsNothing else { return }
        for event in events {
            if case .decided(let decision) = event.kind { record(decision) }
            if let line = event.recordedLine { record(line) }
            if case .settingsChanged(let changes) = event.kind { record(changes, at: event.at) }
        }
    }
}

/// A log that keeps nothing.
public struct EmptySessionLog: SessionLog {
    /// Creates the log.
    public init() {}

    /// Does nothing.
    public func record(_ decision: TraceEvent) {}

    /// Does nothing.
    public func record(_ line: RecordedLine) {}

    /// Always.
    public var keepsNothing: Bool { true }

    /// None.
    public var problem: String? { nil }
}

/// The configuration file of a session, which changes it and to which settings can be saved.
public struct SessionConfiguration {
    /// The result of saving a setting.
    public enum SavingResult: Sendable {
        /// It is in the file.
        case saved
        /// Another program changes the file now; a later attempt may succeed.
        case busy
        /// It cannot be saved, for the reason in the line.
        case failed(String)
    }

    /// The watcher of the file.
    public var watcher: ConfigurationWatcher<DiskFiles>
    /// Saves a setting in the file, without waiting for other programs; `nil` if settings cannot be saved.
    public var save: ((Assignment) -> SavingResult)?

    /// Creates the configuration file of a session.
    public init(_ watcher: ConfigurationWatcher<DiskFiles>, save: ((Assignment) -> SavingResult)? = nil) {
        self.watcher = watcher
        self.save = save
    }
}

/// The terminal that shows a room.
public struct Display {
    /// The glyphs that the terminal can show.
    public var repertoire = GlyphRepertoire.unicode
    /// Returns whether the terminal can show the glyphs of finer pictures.
    public var supportsGlyphs: (PictureGlyphs) -> Bool = { $0 == .half }
    /// The size at the beginning, in cells; input events report later changes.
    public var size = (columns: 80, rows: 24)
    /// A value of the setting `theme` that overrides the settings, or `nil` to use the settings.
    public var theme: SettingValue?
    /// A value of the setting `glyphs` that a replay uses, as a recording has none; `nil` for half-blocks.
    public var glyphs: SettingValue?
}

/// A guided tour of a room.
public struct GuidedTour {
    /// The steps.
    public var tour: Tour
    /// Whether the tour goes on by itself after a pause, and the session ends with it, because nobody presses keys.
    public var advancesAlone: Bool

    /// Creates a tour that waits for keys unless `advancesAlone`.
    public init(_ tour: Tour, advancesAlone: Bool = false) {
        self.tour = tour
        self.advancesAlone = advancesAlone
    }
}

/// How the policy of a room is examined while the room runs.
public struct PolicyReview {
    /// The policies that the split stage compares; empty for the room's policy and the other mode.
    public var comparedPolicies: [Policy] = []
    /// The promises that the session is held to.
    public var promises: [Property] = []

    /// Creates a review with no other policies and no promises.
    public init() {}
}

extension RoomShow {
    /// The configuration of a room.
    public struct Setup {
        /// The script, with the host and the title of the room.
        public var script: RoomScript
        /// The number of viewers at the beginning.
        public var viewers: Int
        /// The name of the room's profile, such as `calm` or `party`; empty if unknown.
        public var profile = ""
        /// The other rooms that the viewer can enter from the lobby.
        public var lobby: [LobbyRoom] = []
        /// The provider of the gift kinds and their animations.
        public var gifts: any GiftProvider
        /// The store that the room follows, or `nil` if there is none.
        public var store: (any StoreUpdates)?
        /// The source of the room's events.
        public var feed: any RoomFeed
        /// The log of the session.
        public var log: any SessionLog = EmptySessionLog()
        /// The settings of all layers except the one of the keys.
        public var settings: LayeredSettings
        /// The configuration file, or `nil` if there is none.
        public var configuration: SessionConfiguration?
        /// The provider of the transitions between screens; without it, screens change at once.
        public var transitions: (any TransitionProvider)?
        /// How the policy of the room is examined.
        public var review = PolicyReview()
        /// What shows the room.
        public var display = Display()
        /// The guided tour, or `nil` if there is none.
        public var tour: GuidedTour?
        /// The session time at which the show ends by itself, or `nil` if it does not.
        public var duration: Nanoseconds?

        /// Creates the configuration of a room.
        ///
        /// - Parameters:
        ///   - script: The script of the room.
        ///   - viewers: The number of viewers at the beginning.
        ///   - gifts: The provider of the gift kinds and their animations.
        ///   - settings: The settings of all layers except the one of the keys.
        ///   - feed: The source of the room's events; without it, the room has none.
        public init(
            script: RoomScript, viewers: Int, gifts: any GiftProvider, settings: LayeredSettings,
            feed: any RoomFeed = ScheduledFeed { nil }
        ) {
            self.script = script
            self.viewers = viewers
            self.gifts = gifts
            self.settings = settings
            self.feed = feed
        }

        /// The glyphs of the controls.
        var symbols: SymbolSet { .symbols(for: display.repertoire) }

        /// Returns the session that begins so.
        ///
        /// - Parameter isRecorded: Whether the inputs come from a recording.
        func session(isRecorded: Bool) -> RoomSession {
            let home = LobbyDoor(host: script.host, title: script.title, profile: profile, viewers: viewers)
            var setup = RoomSession.Setup(
                home: home, rooms: lobby, gifts: gifts, settings: settings, isRecorded: isRecorded)
            setup.promises = review.promises
            return RoomSession(
                setup, appearance: CellAppearance(size: display.size, symbols: symbols))
        }
    }
}
