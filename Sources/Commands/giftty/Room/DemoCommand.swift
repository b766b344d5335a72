import AnimationLoading
import ArgumentParser
import BuiltInGifts
import ExactNumbers
import GiftLibrary
import PlatformAdapters
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import RoomSimulator
import RoomUI
import Terminal

/// The command `giftty demo`, which runs a room with the built-in gifts and a simulated feed or a feed from outside.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Runs a live room: a simulated feed, the embedded gifts, and the policy that the settings say.",
        discussion: """
            The settings come from --set, --mode and --replace-at, from variables such as GIFTTY_MODE, and from the \
            configuration file, which is read again when it changes. Keys change them too: ? lists them. With --store the \
            room follows a store: its gifts are fetched in the background, and its settings apply where none of the above \
            sets a value. Gifts that are on disk play without a store too. With --store 'https://host/{id}.json' the room \
            plays what a plain web server has by these ids; --fallback plays for what has not come. With --feed the room shows the events of a \
            file, a pipe or a socket, in the format of giftty feed generate. The screen changes to the lobby, the gallery \
            and the settings with a transition: a Lottie file whose layers outLayer and inLayer show the old and the new \
            screen.
            """)

    @Option(
        help: "The seed of the simulated room (default: random), or with --feed the seed of --chaos (default: 1).",
        transform: WholeNumber.parseSeed)
    var seed: UInt64?

    @OptionGroup var liveliness: LivelinessOptions

    @Option(help: ArgumentHelp("Leave after this time.", valueName: "30s"), transform: DurationArgument.parse)
    var duration: DurationArgument?

    @OptionGroup var feed: DemoFeedOptions

    @Option(help: "What is seen first: room, lobby, gallery, settings or versus.")
    var scene = SceneArgument(screen: .room)

    @OptionGroup var versus: VersusOptions

    @OptionGroup var promises: PropertyOptions

    @Option(
        help: ArgumentHelp("How scenes change: iris, slide, turn, a Lottie file, or none.", valueName: "file|none"),
        completion: .transitions)
    var transition: String?

    @Option(
        help: ArgumentHelp(
            "What plays for a gift whose animation has not come from --store 'https://host/{id}.json'.",
            valueName: "file|gift|none"), completion: .fallbacks)
    var fallback: String?

    @OptionGroup var settings: SettingsOptions

    @OptionGroup var home: StoreHomeOption

    @OptionGroup var tour: TourOptions

    @OptionGroup var control: ControlOptions

    @OptionGroup var output: SessionOutputOptions

    @Flag(
        help: """
            Print events as lines of text, for screen readers and logs, without animation. Keys and lines such as \
            "send rose" come from standard input.
            """)
    var plain = false

    func run() async throws {
        let environment = TerminalFacts.environment
        var layers = try settings.layers(environment: environment)
        for (name, key, value) in [
            ("--transition", SettingKey.transition, transition), ("--fallback", .fallback, fallback),
        ] {
            guard let value else { continue }
            do throws(ConfigurationError) {
                layers.assign(try Assignment.option(name, key, value))
            } catch {
                throw CommandFailure(configuration: error)
            }
        }
        // A simulated room can send more gifts than can play, and none of its viewers misses one that is dropped.
        if feed.feed == nil {
            layers.assign(
                Assignment(Setting.maxWaiting.key, .count(Self.defaultMaxWaiting), origin: .programDefault("demo")))
            // As on real platforms, a streak counts up instead of filling the queue.
            layers.assign(
                Assignment(
                    Setting.combineWithin.key, .duration(Self.defaultCombineWithin), origin: .programDefault("demo")))
        }
        try TransitionFiles.check(layers.assignment(of: .transition))
        let policies = try comparedPolicies()
        let held = try promises.read()
        let screencast = try output.screencast()
        try checkOptions()
        let seed = seed ?? (feed.feed == nil ? .random(in: 1..<100_000) : 1)
        let place = try RoomStorePlace.place(of: layers)
        let map = try feed.giftMap(home: home, followsStore: place != nil)
        let provider = try giftProvider(place, layers, environment: environment)
        let store = provider.published as? any RoomStore
        defer { store?.end() }
        let clock = SessionClock()
        var setup = try makeSetup(
            layers, seed: seed, map: map, provider: provider, clock: clock, environment: environment)
        setup.review.comparedPolicies = policies
        setup.review.promises = held
        try OutputFile.check(
            [output.record, output.cast],
            differFrom: [feed.feed, feed.map, tour.tourFile, settings.file.path(environment: environment)]
                + promises.files)
        let file = try output.recordingFile()
        do {
            try run(setup, clock: clock, environment: environment) { startRecording(file, screencast, seed: seed, &$0) }
        } catch {
            // The files are also written if the session ends with Ctrl-C.
            try screencast?.write(home: home)
            throw error
        }
        try screencast?.write(home: home)
        if let failure = file?.failure { throw failure }
    }

    /// Checks what options exclude each other, and whether there is a terminal.
    ///
    /// - Throws: `CommandFailure` with exit status 64.
    private func checkOptions() throws(CommandFailure) {
        if try control.watchers.address() != nil, plain {
            throw CommandFailure(.usage, "--serve: cannot be combined with --plain")
        }
        guard plain || TerminalFacts.hasTerminal else {
            throw CommandFailure(.usage, "demo: standard output: expected a terminal; --plain needs none")
        }
        for (option, isGiven) in [("--profile", liveliness.profile != nil), ("--rate", liveliness.rate != nil)]
        where isGiven && feed.feed != nil {
            throw CommandFailure(.usage, "\(option): cannot be combined with --feed")
        }
        // In plain mode the user can type lines of the feed; the stage needs the keyboard for its keys.
        if feed.feed == "-", !plain, TerminalFacts.readsFromTerminal {
            throw CommandFailure(.usage, "--feed -: expected a feed on standard input, found the terminal")
        }
    }

    /// The default limit of waiting gifts in the simulated room: a few minutes of presentations.
    static let defaultMaxWaiting = 100
    /// The default time within which the simulated room counts up the same gift of the same sender.
    static let defaultCombineWithin: Nanoseconds = 5 * .second

    private func run(
        _ setup: RoomShow.Setup, clock: SessionClock, environment: [String: String],
        _ begin: (inout RoomShow.Setup) -> Void
    ) throws {
        var setup = setup
        let title = "giftty: \(setup.script.host)"
        // The system, the shell and a multiplexer each report that a terminal is gone. No report must end the program
        // before it has removed its sockets. On a stage the screen handles the other signals, except ignored ones.
        let isStage = !plain && TerminalDescription.current(environment: environment).canPositionCursor
        let signals = try StopSignals(isHangUpOnly: isStage)
        defer { withExtendedLifetime(signals) {} }
        let programs = try control.open()
        defer { programs?.end() }
        let broadcast = try control.watchers.open()
        defer { broadcast?.end() }
        let chosen = try control.chosenAddresses(of: programs, broadcast)
        let control = programs.map { RoomControlSetup($0, title: title) }
        guard isStage else {
            begin(&setup)
            let hasFallback = setup.gifts.fallback != nil
            setup.store = setup.store.map { ReportedStore($0, hasFallback: hasFallback) }
            return try FrameReport.printing(output.statistics) { () throws(CommandFailure) in
                try TextShow.run(setup, on: clock, readsInput: feed.feed != "-", notes: chosen) { setup in
                    var show = RoomShow(setup, control: control)
                    if tour.tour { show.openTour(at: 0) }
                    return show
                }
            }
        }
        try StageRunner.run(
            command: "demo", environment: environment, reportsCost: output.statistics, title: title, clock: clock,
            broadcast: broadcast, signals: signals, notes: chosen
        ) { screen in
            setup.display.repertoire = screen.repertoire
            setup.display.supportsGlyphs = { GlyphSupport.has($0) }
            setup.display.size = (screen.columns, screen.rows)
            begin(&setup)
            var show = RoomShow(setup, control: control)
            show.open(setup.review.comparedPolicies.isEmpty ? scene.screen : .versus, at: 0)
            if tour.tour { show.openTour(at: 0) }
            return show
        }
    }

    /// Returns the policies of the split stage, which only a stage can show, as its first scene.
    private func comparedPolicies() throws(CommandFailure) -> [Policy] {
        let policies = try versus.policies()
        guard !policies.isEmpty else { return [] }
        guard scene.screen == .room || scene.screen == .versus else {
            throw CommandFailure(.usage, "--versus: cannot be combined with --scene \(scene.screen.rawValue)")
        }
        guard !plain else { throw CommandFailure(.usage, "--versus: cannot be combined with --plain") }
        return policies
    }

    /// Writes the header of the recording and of the screencast, and connects them to the session.
    private func startRecording(
        _ file: RecordingFile?, _ screencast: LiveScreencast?, seed: UInt64, _ setup: inout RoomShow.Setup
    ) {
        let files = SessionFiles(recording: file, screencast: screencast)
        guard !files.isEmpty else { return }
        files.begin(
            RecordingHeader(
                program: Giftty.version, seed: String(seed), profile: setup.profile, host: setup.script.host,
                title: setup.script.title, viewers: setup.viewers, columns: setup.display.size.columns,
                rows: setup.display.size.rows, settings: setup.settings,
                comparedPolicies: setup.review.comparedPolicies,
                tour: tour.tourFile == nil ? [] : setup.tour?.tour.recordedSteps ?? []))
        setup.log = files
    }

    /// Returns the built-in gifts with those of the place that the room follows, or else of the library.
    private func giftProvider(
        _ place: RoomStorePlace?, _ layers: LayeredSettings, environment: [String: String]
    ) throws(CommandFailure) -> RoomGiftProvider {
        let gifts = try embeddedGifts()
        guard case .web(let address) = place else {
            var source: StoreSource?
            if case .store(let named) = place { source = named }
            let room = layers.value(of: .room).description
            return RoomGiftProvider(
                gifts: gifts,
                published: try StoreConnection.open(
                    home, following: source, room: room, publisherKeys: try layers.publisherKeys(),
                    environment: environment))
        }
        let fallback = try FallbackAnimation(layers, home: home)
        return RoomGiftProvider(
            gifts: gifts, published: try WebGiftConnection(WebAnimations(address), builtIn: gifts.catalogue),
            fallback: fallback, mayHaveAnyKind: true)
    }

    private func makeSetup(
        _ layers: LayeredSettings, seed: UInt64, map: GiftMap?, provider: RoomGiftProvider, clock: SessionClock,
        environment: [String: String]
    ) throws(CommandFailure) -> RoomShow.Setup {
        let gifts = provider.gifts
        var script: RoomScript
        do {
            script = try gifts.room()
        } catch {
            throw CommandFailure(.software, error.description)
        }
        let outside = try feed.open(
            map: map, seed: seed, clock: clock, ageLimit: AgeLimit(layers.playback.expireAfter),
            maxDelay: layers.maxReconnectDelay)
        let room = try simulatedRoom(script, gifts, seed: seed)
        if let name = feed.roomName { (script.host, script.title) = (name, "") }
        var setup = RoomShow.Setup(
            script: script, viewers: outside == nil ? room.presentViewers.count : 0, gifts: provider, settings: layers)
        if let outside {
            setup.feed = outside
            if let map {
                setup.feed = KindFollowingFeed(outside, knownKinds: map.kinds.all) { map.kinds.replace(with: $0) }
            }
        } else {
            let simulated = SimulatedFeed(room)
            let chaos = try feed.disturbances()
            let events: any RoomFeed =
                chaos.map { StageFeed(chaos: $0, seed: seed) { simulated.next() } }
                ?? ScheduledFeed { simulated.next() }
            setup.feed = KindFollowingFeed(events) { simulated.room.setAvailableKinds($0) }
        }
        // Without a keyboard nobody can go on.
        setup.tour = GuidedTour(
            try tour.read(), advancesAlone: tour.tour && (plain || !TerminalFacts.readsFromTerminal))
        setup.store = provider.published as? any StoreUpdates
        setup.duration = duration?.time
        setup.profile = feed.feed == nil ? liveliness.chosenProfile.rawValue : ""
        setup.lobby = LobbyRoom.all(of: script, kinds: gifts.kinds, seed: seed, viewer: layers.viewer ?? "")
        setup.transitions = TransitionFiles()
        setup.configuration = settings.file.path(environment: environment).map { configuration(path: $0) }
        return setup
    }

    /// The simulated room of a session, which a feed and its followers share.
    private final class SimulatedFeed {
        var room: SimulatedRoom

        init(_ room: SimulatedRoom) { self.room = room }

        func next() -> FeedEvent? { room.next() }
    }

    private func configuration(path: String) -> SessionConfiguration {
        SessionConfiguration(ConfigurationWatcher(path: path, files: DiskFiles())) { assignment in
            do throws(CommandFailure) {
                // The stage cannot wait: it tries again.
                return try ConfigurationFileOption.save(assignment, inFile: path, waiting: .zero) ? .saved : .busy
            } catch {
                return .failed(error.message ?? "\(path): cannot be changed")
            }
        }
    }

    private func simulatedRoom(
        _ script: RoomScript, _ gifts: EmbeddedGifts, seed: UInt64
    ) throws(CommandFailure) -> SimulatedRoom {
        guard let profile = script.profiles[liveliness.chosenProfile.rawValue] else {
            throw CommandFailure(.software, "room.yaml: expected a profile \"\(liveliness.chosenProfile.rawValue)\"")
        }
        return SimulatedRoom(
            script: script, profile: profile, kinds: gifts.kinds, seed: seed,
            giftsPerMinute: liveliness.rate?.perMinute, reportsReaders: true)
    }
}
