import Banners
import BuiltInGifts
public import ExactNumbers
public import Playback
import PlayerSettings
import Recordings
import RoomEvents
public import Terminal
import TerminalText

/// A live room: gifts arrive from a feed and play under the current policy, which the viewer can see and change.
public struct RoomShow {
    /// The gift kinds of the room.
    var kinds: RoomGifts
    var settings: LayeredSettings
    var controller: PlaybackController
    var room: RoomState
    var banners: BannerLanes
    private var bannerEventIDs = RecentIDs()
    /// The movements of the gift on the stage, as computed last, with the values that they depend on.
    var movement: (key: MovementKey, movement: StageMovement)?
    var animations: GiftAnimations
    /// The number and the kind of the running gift, as of the start of its presentation.
    ///
    /// A new version of the kind is used from the next presentation on.
    private(set) var onStage: (number: Int, gift: RoomGift?)?
    var configuration: ConfigurationWatcher<DiskFiles>?
    var store: StoreLink
    var painter = PicturePainter()
    /// The panels over the picture.
    var overlays = Overlays()
    /// The scenes and the transition between them.
    var scenes: RoomScenes
    /// The number of the gift whose progress bar the mouse drags.
    var draggedNumber: Int?
    /// The last gifts with their outcomes.
    private(set) var giftLog = GiftLog()
    /// The chosen gift of the panel of the last gifts, or `nil` while the panel is closed.
    var chosenGift: GiftSelection?
    /// The size of the terminal from the last input event; mouse positions refer to it.
    var size: (columns: Int, rows: Int)
    let symbols: SymbolSet
    let isReplay: Bool
    let isScreencast: Bool
    /// Whether gifts are drawn at the exact moment instead of the nearest frame of the stage.
    let drawsExactMoments: Bool
    let extraNotice: () -> String?
    let saveSetting: ((Assignment) -> String?)?
    let themeOverride: SettingValue?
    private let isASCII: Bool
    var feed: FeedLink
    private let duration: Nanoseconds?
    private let trace: (TraceEvent) -> Void
    private let record: ((RecordedLine) -> Void)?
    private var sentCount = 0
    /// Whether the picture has changed for a reason other than the passing of time.
    var hasChanged = true
    /// The session time that was painted last.
    var paintedAt: Nanoseconds = 0
    /// Whether the terminal was too small for the stage at the last painting.
    var isTooSmall = false
    private var hasEnded = false

    /// Creates a room that begins at time 0.
    public init(_ setup: Setup) {
        kinds = RoomGifts(setup.catalogue)
        settings = setup.settings
        controller = PlaybackController(settings: setup.settings.playback)
        banners = BannerLanes(setup.settings.bannerPolicy)
        animations = GiftAnimations(
            embedded: setup.animation, published: setup.publishedAnimation, options: setup.options,
            publishedOptions: setup.publishedOptions,
            frames: FrameCache(limit: setup.settings.frameCacheLimit))
        configuration = setup.configuration
        store = StoreLink(
            updates: setup.storeUpdates, fetch: setup.fetch, onKindsChanged: setup.onKindsChanged,
            kindsOnDisk: setup.kindsOnDisk)
        isASCII = setup.isASCII
        symbols = SymbolSet.symbols(for: setup.isASCII ? .ascii : .unicode)
        room = RoomState(
            host: setup.script.host, title: setup.script.title, viewers: setup.viewers, symbols: symbols,
            ownViewer: setup.settings.viewer, reducesMotion: setup.settings.reducesMotion)
        feed = FeedLink(setup.feed)
        duration = setup.duration
        trace = setup.trace
        record = setup.record
        extraNotice = setup.notice
        saveSetting = setup.saveSetting
        themeOverride = setup.theme
        isReplay = setup.isReplay
        isScreencast = setup.isScreencast
        drawsExactMoments = setup.isReplay || setup.isScreencast
        size = setup.size
        scenes = RoomScenes(
            lobby: Lobby(
                home: LobbyDoor(
                    host: setup.script.host, title: setup.script.title, profile: setup.profile, viewers: setup.viewers),
                others: setup.lobby),
            load: setup.transition)
        for gift in setup.published { kinds.markReady(gift) }
    }

    private mutating func report(_ events: [TraceEvent]) {
        for event in events {
            trace(event)
            giftLog.record(event)
            updateBanners(for: event, among: events)
            record?(RecordedLine(event))
        }
        guard let running = controller.running?.gift, running.number != onStage?.number else { return }
        onStage = (running.number, kinds.playable(running.kind))
        animations.frames.recordPlay(of: running.kind)
    }

    /// Passes an input to the controller.
    private mutating func decide(_ input: Input, at time: Nanoseconds) {
        report(controller.handle(input, at: time))
        hasChanged = true
    }

    /// Applies an input to the room.
    ///
    /// All inputs that decisions depend on pass through this method, whatever their source, and are recorded.
    mutating func apply(_ unbounded: RecordedLine.Kind, at moment: Nanoseconds) {
        guard !hasEnded else { return }
        let happening = unbounded.withTruncatedTexts
        let time = max(moment, controller.now)
        // What is due before the input must also precede it in the recording.
        report(controller.advance(to: time))
        advanceLobby(to: time)
        record?(RecordedLine(at: time, happening))
        hasChanged = true
        switch happening {
        case .room(let event):
            room.apply(event)
            if case .retract(let id) = event { markRetracted(id, at: time) }
        case .gift(let gift, let duration, let asset, let policy):
            giftLog.willArrive(gift)
            decide(.arrival(Arrival(gift, duration: duration, asset: asset, policy: policy)), at: time)
        case .banner(let gift): showBanner(of: gift, at: time)
        case .control(let control): decide(control.input, at: time)
        case .speed(let speed): decide(.speed(speed), at: time)
        case .seek(let elapsed): decide(.scrub(to: elapsed), at: time)
        case .settings(let layer, let assignments):
            settings.replace(layer, with: assignments)
            animations.frames.limit = settings.frameCacheLimit
            banners.apply(settings.bannerPolicy, at: time)
            room.chat.configure(ownViewer: settings.viewer, reducesMotion: settings.reducesMotion)
            feed.apply(settings.playback)
            decide(.set(settings.playback.all), at: time)
        case .asset(let kind, let state, let duration): decide(.asset(kind: kind, state, duration: duration), at: time)
        case .terminalInput(let heard):
            guard let event = InputEvent(heard) else { return }
            if isScreencast { replayViewInput(event, at: time) } else { handleViewInput(event, at: time) }
        case .enter(let entered): enter(entered, at: time)
        case .decision: break
        case .end:
            hasEnded = true
            decide(.end, at: time)
        }
    }

    /// Replaces the state of the room when the viewer enters another one.
    mutating func beginRoom(_ entered: RecordedRoom) {
        room = RoomState(
            host: entered.host, title: entered.title, viewers: entered.viewers, likes: entered.likes, symbols: symbols,
            ownViewer: settings.viewer, reducesMotion: settings.reducesMotion)
        banners = BannerLanes(settings.bannerPolicy)
    }

    /// Returns the sign of a gift kind, or a star if it has none.
    func symbol(of kind: String) -> String {
        let gift = kinds[kind]
        return (isASCII ? gift?.asciiSymbol : gift?.emoji) ?? symbols.star
    }

    /// Returns the display name of a gift: the name of its kind, else the name in the feed.
    func name(of gift: Gift) -> String {
        kinds[gift.kind]?.name ?? giftLog.index(of: gift.number).map { giftLog.entries[$0].arrival.name }
            ?? gift.kind.truncated(to: TextLimits.gift)
    }

    mutating func receive(_ event: FeedEvent, isFromFeed: Bool = false) {
        let time = event.at.nanoseconds
        guard case .gift(let gift) = event.kind else { return apply(.room(event.kind), at: time) }
        if isBannerOnly(gift)
            || isFromFeed && feed.rejectIfFull(waiting: controller.waitingCount + controller.parkedCount)
        {
            if bannerEventIDs.insert(gift.id) { apply(.banner(gift), at: time) }
            return
        }
        let (duration, asset) = animation(of: gift.gift)
        let policy = kinds[gift.gift]?.published?.settings ?? []
        apply(.gift(gift, duration: duration, asset: asset, policy: policy), at: time)
    }

    /// Sends a gift from the local viewer.
    mutating func send(_ gift: RoomGift, at time: Nanoseconds) {
        sentCount += 1
        let you = Viewer(id: "you", name: "you")
        let arrival = GiftArrival(
            id: "you-\(sentCount)", gift: gift.id, name: gift.name, from: you, value: Int(clamping: gift.value))
        receive(FeedEvent(at: .nanoseconds(time), kind: .gift(arrival)))
    }

    /// Sends a gift again in the name of its sender, as a new arrival.
    mutating func sendAgain(_ gift: GiftArrival, at time: Nanoseconds) {
        sentCount += 1
        var again = gift
        again.id = "again-\(sentCount)"
        again.streak = nil
        receive(FeedEvent(at: .nanoseconds(time), kind: .gift(again)))
    }
}

extension RoomShow: Show {
    /// Whether the viewer has quit or the time limit is reached.
    public var isOver: Bool { hasEnded }

    /// Whether a presentation runs and is visible.
    public var isMoving: Bool { scene == .room && !isTooSmall && controller.running != nil && !controller.isPaused }

    /// The session time of the next event in the room or on the stage.
    public var nextDue: Nanoseconds? {
        [controller.nextDue, feed.nextDue, scenes.lobby.nextDue, banners.nextDue, duration, store.nextPoll]
            .compactMap(\.self).min()
    }

    /// The file descriptor that signals new events of the feed.
    public var wakeUpDescriptor: Int32? { feed.wakeUpDescriptor }

    /// Returns whether the picture differs from the one that was painted last.
    public func needsPainting(at time: Nanoseconds) -> Bool {
        hasChanged || overlays.needsPainting(at: time) || sceneChanges(at: time)
    }

    /// Advances the room and the stage.
    public mutating func advance(to time: Nanoseconds) {
        guard !hasEnded else { return }
        let end = min(time, duration ?? .max)
        feed.resetEventCount()
        while let event = feed.nextEvent(upTo: end) {
            // While the viewer is in another room, events of this one are ignored.
            if scenes.lobby.isHome { receive(event, isFromFeed: true) }
        }
        if feed.updateStatus(at: end) { hasChanged = true }
        advanceLobby(to: end)
        let events = controller.advance(to: end)
        if !events.isEmpty { hasChanged = true }
        report(events)
        if banners.advance(to: end) { hasChanged = true }
        if configuration?.poll(at: end) == true { apply(.settings(.file, configuration?.assignments ?? []), at: end) }
        pollStore(at: end)
        // A replay or screencast draws only what is in the recording, so reading ahead has no benefit.
        if !drawsExactMoments { animations.preload(kinds, at: end) }
        if let duration, time >= duration { self.end(at: duration) }
    }

    /// Handles a key or the mouse.
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        if case .background = event { return handleViewInput(event, at: time) }
        if case .paste(let text) = event { return typePasted(text, at: time) }
        guard !hasEnded, let heard = RecordedLine.TerminalInput(event) else { return }
        let isAboutLooks = isViewOnly(event)
        // Text typed into settings, such as an address, is private and not recorded. Decisions depend only on the
        // resulting value, which is recorded.
        let isPrivate = if case .resize = event { false } else { overlays.settings != nil }
        if isPrivate { handleViewInput(event, at: time) } else { apply(.terminalInput(heard), at: time) }
        if !isAboutLooks { performAction(of: event, at: time) }
    }

    /// Returns whether a picture was requested from the palette since the last call.
    public mutating func consumePictureRequest() -> Bool {
        defer { overlays.isPictureRequested = false }
        return overlays.isPictureRequested
    }

    /// Ends the session; the gifts that wait or run end as `unplayed`.
    public mutating func end(at time: Nanoseconds) { apply(.end, at: time) }
}

extension LayeredSettings {
    /// The maximum memory for rendered frames, in bytes.
    fileprivate var frameCacheLimit: Int {
        guard case .size(let bytes) = value(of: .frameCache) else { return 0 }
        return bytes
    }
}
