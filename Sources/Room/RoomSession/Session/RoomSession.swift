package import Banners
package import ExactNumbers
package import Playback
package import PlayerSettings
package import PolicyOdds
package import PolicyProperties
package import Recordings
package import RoomEvents
package import Scenarios
import TerminalText

/// A live room without a screen: its gifts, its chat, and the controller that decides what plays.
///
/// ```swift
/// var session = RoomSession(setup, appearance: appearance)
/// for event in session.apply(.control(.pause), at: 2 * .second) { log.record(event.recordedLine) }
/// ```
///
/// A session has no clock: all times are nanoseconds since its beginning. Everything that changes it
/// becomes a `SessionInput`, whatever its source: a feed, a key, the store, the configuration file or a recording. It is
/// a value, so a copy is a snapshot.
package struct RoomSession {
    /// The configuration of a session.
    package struct Setup {
        /// The room in which the session begins; its own feed is not part of the lobby.
        package var home: LobbyDoor
        /// The other rooms that the viewer can enter.
        package var rooms: [LobbyRoom]
        /// The provider of the gift kinds and their animations.
        package var gifts: any GiftProvider
        /// The settings of all layers except the one of the keys.
        package var settings: LayeredSettings
        /// Whether the inputs come from a recording, which has the events of the lobby's rooms too.
        package var isRecorded: Bool
        /// The promises that the session is held to.
        package var promises: [Property] = []

        /// Creates the configuration of a session.
        package init(
            home: LobbyDoor, rooms: [LobbyRoom], gifts: any GiftProvider, settings: LayeredSettings, isRecorded: Bool
        ) {
            self.home = home
            self.rooms = rooms
            self.gifts = gifts
            self.settings = settings
            self.isRecorded = isRecorded
        }
    }

    /// The gift kinds of the room.
    package internal(set) var kinds: RoomGifts
    /// The animations of the gift kinds.
    package let animations: AnimationCache
    /// The settings with their origins.
    package private(set) var settings: LayeredSettings
    /// The controller of the stage.
    package private(set) var controller: PlaybackController
    /// What is on the stage and beside it.
    package private(set) var scene = StageScene()
    /// The host, the viewers and the chat.
    package var room: RoomState
    /// The banners of the last gifts.
    package internal(set) var banners: BannerLanes
    /// What the session says about its decisions.
    package internal(set) var narration: Narration
    /// The rooms that the viewer can enter.
    package var lobby: Lobby
    /// How the session is shown.
    package var appearance: any RoomAppearance
    /// Whether the session has ended.
    package private(set) var hasEnded = false
    /// Whether the picture has changed for a reason other than the passing of time, since this was set to `false`.
    package var hasChanged = true
    /// The policies that decide about the same inputs, while the viewer compares them.
    package internal(set) var comparison: LiveComparison?
    private var ids = GiftIDs()
    private var events: [SessionEvent] = []

    /// Creates a session that begins at time 0.
    package init(_ setup: Setup, appearance: any RoomAppearance) {
        kinds = RoomGifts(
            setup.gifts.catalogue, fallbackLength: setup.gifts.fallback?.length,
            mayHaveAnyKind: setup.gifts.mayHaveAnyKind)
        for gift in setup.gifts.installed { kinds.markReady(gift) }
        animations = AnimationCache(setup.gifts)
        settings = setup.settings
        controller = PlaybackController(settings: setup.settings.playback)
        banners = BannerLanes(setup.settings.bannerPolicy)
        narration = Narration(settings: setup.settings, promises: setup.promises)
        lobby = Lobby(home: setup.home, others: setup.rooms, hasOwnEvents: !setup.isRecorded)
        self.appearance = appearance
        room = RoomState(
            host: setup.home.host, title: setup.home.title, viewers: setup.home.figures.viewers,
            appearance: appearance, ownViewer: setup.settings.viewer, reducesMotion: setup.settings.reducesMotion)
    }

    // MARK: - Inputs

    /// Applies an input and returns what happened up to then, in order.
    ///
    /// An input that is earlier than the last event is applied at the time of that event. An ended session ignores all
    /// inputs.
    package mutating func apply(_ input: SessionInput, at time: Nanoseconds) -> [SessionEvent] {
        handle(input, at: time)
        return consumeEvents()
    }

    /// Applies an event of the room: a gift, a message, a viewer who joins.
    ///
    /// - Parameters:
    ///   - event: The event, with its session time.
    ///   - isRejected: A closure that is called for a gift for the stage, and returns whether it gets a banner only
    ///     because too many wait.
    package mutating func receive(_ event: FeedEvent, isRejected: () -> Bool = { false }) -> [SessionEvent] {
        handle(event, isRejected: isRejected)
        return consumeEvents()
    }

    /// Makes the decisions that are due up to a time, as they precede an input of the terminal in a recording.
    package mutating func settle(at time: Nanoseconds) -> [SessionEvent] {
        settleAll(at: time)
        return consumeEvents()
    }

    /// Advances the rooms of the lobby, the stage and the banners to a time.
    package mutating func advance(to time: Nanoseconds) -> [SessionEvent] {
        guard !hasEnded else { return [] }
        advanceLobby(to: time)
        advanceController(to: time)
        if banners.advance(to: time) { hasChanged = true }
        if narration.advance(to: time) { hasChanged = true }
        advanceComparison(to: time)
        return consumeEvents()
    }

    /// The session time of the next event on the stage, in the lobby, in the banners, in the decision line or in the
    /// comparison; `nil` if there is none.
    package var nextDue: Nanoseconds? {
        controller.nextDue.orEarlier(lobby.nextDue).orEarlier(banners.nextDue).orEarlier(narration.nextDue)
            .orEarlier(comparison?.nextDue)
    }

    /// The last gifts with their outcomes.
    package var giftLog: GiftLog { narration.gifts }

    /// The figures of the session up to now.
    package var figures: SessionFigures {
        var figures = narration.figures
        figures.didEnd(at: controller.now)
        return figures
    }

    /// What probably becomes of the gift on the stage; `nil` without a gift, and if the settings do not want odds.
    package var stageOdds: Odds? { controller.running.flatMap { narration.odds.odds(of: $0.gift.number) } }

    /// Finds the odds of the gift on the stage once, so that ``stageOdds`` need not do it each time.
    package mutating func findOdds() { narration.odds.find() }

    /// Whether a presentation runs and is not paused.
    package var isPlaying: Bool { controller.running != nil && !controller.isPaused }

    /// The kind of the running gift, as of the start of its presentation; `nil` if it has none that can play.
    package var giftOnStage: RoomGift? {
        scene.onStage?.number == controller.running?.gift.number ? scene.onStage?.gift : nil
    }

    /// Returns the display name of a gift: the name of its kind, else the name in the feed.
    package func name(of gift: Gift) -> String {
        name(ofGift: gift.number, kind: gift.kind)
    }

    /// Returns the display name of the gift with a number, or `nil` if it arrived too long ago.
    package func name(ofGift number: Int) -> String? {
        giftLog.index(of: number).map { name(ofGift: number, kind: giftLog.entries[$0].arrival.gift) }
    }

    /// Returns the display name of the gift with a number and a kind.
    package func name(ofGift number: Int, kind: String) -> String {
        kinds.name(ofGift: number, kind: kind, in: giftLog)
    }

    mutating func consumeEvents() -> [SessionEvent] {
        defer { events.removeAll() }
        narration.tell(events)
        return events
    }

    mutating func handle(_ unbounded: SessionInput, at moment: Nanoseconds) {
        guard !hasEnded else { return }
        let input = unbounded.withTruncatedTexts
        let time = max(moment, controller.now)
        settleAll(at: time)
        events.append(SessionEvent(at: time, kind: .applied(input)))
        hasChanged = true
        switch input {
        case .room(let event):
            room.apply(event)
            if case .like(_, let count) = event { room.recordLikes(count, at: time) }
            if case .retract(let id) = event { markRetracted(id, at: time) }
        case .gift(let gift, let duration, let asset, let policy, let loop):
            narration.willArrive(gift)
            let arrival = Arrival(gift, duration: duration, asset: asset, policy: policy, loop: loop)
            narration.odds.record(arrival, at: time)
            decide(.arrival(arrival), at: time)
        case .banner(let gift): showBanner(of: gift, at: time)
        case .control(let control): decide(control.input, at: time)
        case .speed(let speed): decide(.speed(speed), at: time)
        case .seek(let elapsed): decide(.scrub(to: elapsed), at: time)
        case .touch(let touch): if let running = controller.running { scene.record(touch, of: running) }
        case .settings(let layer, let assignments):
            let changes = settings.replace(layer, with: assignments)
            if !changes.isEmpty { events.append(SessionEvent(at: time, kind: .settingsChanged(changes))) }
            let policy = changes.compactMap(\.playbackSetting)
            if policy.count < changes.count { applyPlayerSettings(at: time) } else { banners.advance(to: time) }
            decide(.set(policy), at: time)
        case .asset(let kind, let state, let duration, let loop):
            decide(.asset(kind: kind, state, duration: duration, loop: loop), at: time)
        case .enter(let entered): enter(entered)
        case .end:
            hasEnded = true
            decide(.end, at: time)
        }
        handleInComparison(input, at: time)
    }

    /// Applies the settings that are not part of the policy.
    private mutating func applyPlayerSettings(at time: Nanoseconds) {
        banners.apply(settings.bannerPolicy, at: time)
        room.chat.configure(ownViewer: settings.viewer, reducesMotion: settings.reducesMotion)
        narration.odds.enable(settings.showsOdds, at: time)
    }

    /// What is due before an input must also precede it in the recording.
    private mutating func settleAll(at moment: Nanoseconds) {
        let time = max(moment, controller.now)
        advanceController(to: time)
        advanceLobby(to: time)
        advanceComparison(to: time)
    }

    /// Advances the controller, with a halt at the last moment from which odds are to be found.
    private mutating func advanceController(to time: Nanoseconds) {
        if let moment = narration.odds.dueTime(upTo: time) {
            decide(upTo: moment)
            narration.odds.record(controller)
        }
        decide(upTo: time)
    }

    /// Advances the controller from one decision to the next, so that the scene follows each at its own time, however
    /// seldom the session is advanced.
    private mutating func decide(upTo time: Nanoseconds) {
        while let due = controller.nextDue, due <= time {
            let decisions = controller.advance(to: due)
            follow(decisions)
            narration.follow(nil, decisions, controller)
        }
        let decisions = controller.advance(to: time)
        if !decisions.isEmpty {
            follow(decisions)
            narration.follow(nil, decisions, controller)
        }
    }

    /// Passes an input to the controller.
    private mutating func decide(_ input: Input, at time: Nanoseconds) {
        let presented = controller.running
        let decisions = controller.handle(input, at: time)
        // A program may repeat what has no effect a thousand times a second.
        if !decisions.isEmpty || !input.isControl { follow(decisions, after: presented) }
        narration.follow(input, decisions, controller)
    }

    /// Reports decisions, and has the scene follow them.
    ///
    /// - Parameters:
    ///   - decisions: The decisions.
    ///   - presented: The presentation at their time before an input; `nil` if time alone led to them.
    private mutating func follow(_ decisions: [TraceEvent], after presented: Presentation? = nil) {
        hasChanged = true
        for decision in decisions {
            narration.record(decision)
            events.append(SessionEvent(at: decision.at, kind: .decided(decision)))
            updateBanners(for: decision, among: decisions)
        }
        let surroundings = StageScene.Surroundings(
            kinds: kinds, giftLog: giftLog, reducesMotion: settings.reducesMotion,
            replacement: settings.replacement)
        scene.follow(controller, decisions, after: presented, in: surroundings)
    }

    /// Reports that a gift needs an animation that is not in the library.
    mutating func reportMissingAnimation(of kind: String) {
        events.append(SessionEvent(at: controller.now, kind: .lacksAnimation(kind: kind)))
    }

    // MARK: - Events of the room

    mutating func handle(_ event: FeedEvent, isRejected: () -> Bool = { false }) {
        let time = event.at.inNanoseconds
        guard case .gift(let gift) = event.kind else { return handle(.room(event.kind), at: time) }
        if isBannerOnly(gift) || isRejected() {
            if ids.bannerEvents.insert(gift.id) { handle(.banner(gift), at: time) }
            return
        }
        let (duration, loop, asset) = animation(of: gift.gift)
        let policy = kinds[gift.gift]?.published?.settings ?? []
        handle(.gift(gift, duration: duration, asset: asset, policy: policy, loop: loop), at: time)
    }

    private mutating func advanceLobby(to time: Nanoseconds) {
        for event in lobby.advance(to: time) {
            // Gifts of a kind that the store withdrew are ignored.
            if case .gift(let gift) = event.kind, kinds.isWithdrawn(gift.gift) { continue }
            handle(event)
        }
    }

    /// Replaces the state of the room when the viewer enters another one.
    private mutating func enter(_ entered: RecordedRoom) {
        lobby.recordHome(viewers: room.viewers, likes: room.likes)
        lobby.enter(entered.id)
        room = RoomState(
            host: entered.host, title: entered.title, viewers: entered.viewers, likes: entered.likes,
            appearance: appearance, ownViewer: settings.viewer, reducesMotion: settings.reducesMotion)
        banners = BannerLanes(settings.bannerPolicy)
        scene = StageScene()
    }

    /// Sends a gift from the local viewer.
    mutating func send(_ gift: RoomGift, at time: Nanoseconds) {
        handle(FeedEvent(at: .nanoseconds(time), kind: .gift(ids.own.gift(gift))))
    }

    /// Sends a gift again in the name of its sender, as a new arrival.
    mutating func sendAgain(_ gift: GiftArrival, at time: Nanoseconds) {
        handle(FeedEvent(at: .nanoseconds(time), kind: .gift(ids.own.copy(of: gift))))
    }
}

extension Input {
    /// Whether the input is that of a key, which changes nothing unless the controller decides something.
    fileprivate var isControl: Bool {
        switch self {
        case .close, .clear, .pause, .resume, .speed: true
        case .arrival, .set, .asset, .scrub, .end: false
        }
    }
}

/// The ids of gifts: those that had banners only, and those of the local viewer's own.
private struct GiftIDs {
    var bannerEvents = RecentIDs()
    var own = OwnArrivals()
}

/// The gifts that the local viewer sends; each has an id of its own.
private struct OwnArrivals {
    private var count = 0

    /// Returns a gift from the local viewer.
    mutating func gift(_ gift: RoomGift) -> GiftArrival {
        count += 1
        return GiftArrival(
            id: "you-\(count)", gift: gift.id, name: gift.name, from: Viewer(id: "you", name: "you"),
            value: Int(clamping: gift.value))
    }

    /// Returns a gift as a new arrival from the same sender.
    mutating func copy(of gift: GiftArrival) -> GiftArrival {
        count += 1
        var copy = gift
        copy.id = "again-\(count)"
        copy.streak = nil
        return copy
    }
}
