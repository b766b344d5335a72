import Banners
import Configuration
import GiftFeed
import GiftStore
public import Playback
import Recordings
public import Terminal

/// A live room: gifts arrive from a feed, play under the policy in force, and people see and change it.
public struct RoomShow {
    /// The kinds of gift there are.
    var kinds: RoomGifts
    var settings: LayeredSettings
    var controller: PlaybackController
    var room: RoomState
    var banners: BannerLanes
    private var bannersSeen = RecentIDs()
    /// How the gift on stage comes and goes, as it was worked out last.
    var movement: (key: MovementKey, movement: StageMovement)?
    var animations: GiftAnimations
    /// The gift whose presentation runs, as it was when that began, and its number: a new version is for the next one.
    private(set) var onStage: (number: Int, gift: RoomGift?)?
    var configuration: ConfigurationWatch<DiskFiles>?
    var store: StoreLink
    var painter = PicturePainter()
    /// What is open over the picture.
    var screens = RoomScreens()
    /// What fills the screen.
    var scenes: RoomScenes
    /// The number of the gift whose bar is held by the mouse.
    var grip: Int?
    /// What became of the last gifts.
    private(set) var gifts = GiftLog()
    /// The gift that is chosen in the panel of the last gifts; nil while that is closed.
    var chosenGift: GiftSelection?
    /// The terminal's size as it was heard last, by which the mouse points.
    var size: (columns: Int, rows: Int)
    let signs: Signs
    let isReplay: Bool
    let isRetold: Bool
    /// Whether gifts are drawn as they are at the very moment that is painted, rather than at the nearest frame of the stage.
    let drawsEveryMoment: Bool
    let ownNotice: () -> String?
    let saveSetting: ((Assignment) -> String?)?
    let ownTheme: SettingValue?
    private let isASCII: Bool
    var feed: FeedLink
    private let length: Nanoseconds?
    private let trace: (TraceEvent) -> Void
    private let record: ((RecordedLine) -> Void)?
    private var ownGifts = 0
    /// Whether something other than the passing of time has changed the picture.
    var hasChanged = true
    /// The moment that was painted last.
    var paintedAt: Nanoseconds = 0
    /// Whether there was no room then for more than a word about that, and banners.
    var isTooSmall = false
    private var hasEnded = false

    /// A room that begins at time 0.
    public init(_ setup: Setup) {
        kinds = RoomGifts(setup.catalogue)
        settings = setup.settings
        controller = PlaybackController(settings: setup.settings.playback)
        banners = BannerLanes(setup.settings.bannerPolicy)
        animations = GiftAnimations(
            embedded: setup.animation, published: setup.publishedAnimation, directions: setup.directions,
            publishedDirections: setup.publishedDirections,
            frames: FrameCache(limit: setup.settings.frameCacheLimit))
        configuration = setup.configuration
        store = StoreLink(
            news: setup.news, fetch: setup.fetch, kindsChanged: setup.kindsChanged, kindsOnDisk: setup.kindsOnDisk)
        isASCII = setup.isASCII
        signs = Signs.of(setup.isASCII ? .ascii : .unicode)
        room = RoomState(
            host: setup.script.host, title: setup.script.title, viewers: setup.viewers, signs: signs,
            own: setup.settings.viewer, reducesMotion: setup.settings.reducesMotion)
        feed = FeedLink(setup.feed)
        length = setup.length
        trace = setup.trace
        record = setup.record
        ownNotice = setup.notice
        saveSetting = setup.saveSetting
        ownTheme = setup.theme
        isReplay = setup.isReplay
        isRetold = setup.isRetold
        drawsEveryMoment = setup.isReplay || setup.isRetold
        size = setup.size
        scenes = RoomScenes(
            lobby: Lobby(
                home: LobbyDoor(
                    host: setup.script.host, title: setup.script.title, mood: setup.mood, viewers: setup.viewers),
                others: setup.lobby),
            load: setup.transition)
        for gift in setup.published { kinds.makeReady(gift) }
    }

    private mutating func tell(_ events: [TraceEvent]) {
        for event in events {
            trace(event)
            gifts.note(event)
            noteBanner(event, among: events)
            record?(RecordedLine(event))
        }
        guard let running = controller.running?.gift, running.number != onStage?.number else { return }
        onStage = (running.number, kinds.playable(running.kind))
        animations.frames.notePlay(of: running.kind)
    }

    /// Takes an input of the controller.
    private mutating func decide(_ input: Input, at time: Nanoseconds) {
        tell(controller.handle(input, at: time))
        hasChanged = true
    }

    /// Takes something that goes in, whoever says it: all that decides anything comes this way, and is written down.
    mutating func take(_ happening: RecordedLine.Kind, at moment: Nanoseconds) {
        guard !hasEnded else { return }
        let time = max(moment, controller.now)
        // What falls due before comes before it in the record too.
        tell(controller.advance(to: time))
        advanceLobby(to: time)
        record?(RecordedLine(at: time, happening))
        hasChanged = true
        switch happening {
        case .room(let event):
            room.note(event)
            if case .retract(let id) = event { noteTakenBack(id, at: time) }
        case .gift(let gift, let duration, let asset, let policy):
            gifts.willArrive(gift)
            decide(.arrival(Arrival(gift, duration: duration, asset: asset, policy: policy)), at: time)
        case .banner(let gift): showBanner(of: gift, at: time)
        case .control(let control): decide(control.input, at: time)
        case .speed(let speed): decide(.speed(speed), at: time)
        case .seek(let elapsed): decide(.scrub(to: elapsed), at: time)
        case .settings(let layer, let assignments):
            settings.replace(layer, with: assignments)
            animations.frames.limit = settings.frameCacheLimit
            banners.follow(settings.bannerPolicy, at: time)
            room.chat.follow(own: settings.viewer, reducesMotion: settings.reducesMotion)
            feed.follow(settings.playback)
            decide(.set(settings.playback.all), at: time)
        case .asset(let kind, let state, let duration): decide(.asset(kind: kind, state, duration: duration), at: time)
        case .heard(let heard):
            guard let event = InputEvent(heard) else { return }
            if isRetold { lookAgain(event, at: time) } else { look(event, at: time) }
        case .enter(let entered): enter(entered, at: time)
        case .decision: break
        case .end:
            hasEnded = true
            decide(.end, at: time)
        }
    }

    /// Begins to show another room.
    mutating func beginRoom(_ entered: RecordedRoom) {
        room = RoomState(
            host: entered.host, title: entered.title, viewers: entered.viewers, likes: entered.likes, signs: signs,
            own: settings.viewer, reducesMotion: settings.reducesMotion)
        banners = BannerLanes(settings.bannerPolicy)
    }

    /// The sign of a kind of gift.
    func sign(of kind: String) -> String {
        let gift = kinds[kind]
        return (isASCII ? gift?.asciiSign : gift?.sign) ?? signs.star
    }

    /// The name of a gift for people: that of its kind, else what the feed has called it.
    func name(of gift: Gift) -> String {
        kinds[gift.kind]?.name ?? gifts.index(of: gift.number).map { gifts.entries[$0].arrival.name } ?? gift.kind
    }

    mutating func take(_ event: FeedEvent, isFromFeed: Bool = false) {
        let time = event.at.nanoseconds
        guard case .gift(let gift) = event.kind else { return take(.room(event.kind), at: time) }
        if isForBanner(gift) || isFromFeed && feed.refuses(waiting: controller.waitingCount + controller.parkedCount) {
            if bannersSeen.insert(gift.id) { take(.banner(gift), at: time) }
            return
        }
        let (duration, asset) = animation(of: gift.gift)
        let policy = kinds[gift.gift]?.published?.settings ?? []
        take(.gift(gift, duration: duration, asset: asset, policy: policy), at: time)
    }

    /// Sends a gift from the keyboard.
    mutating func send(_ gift: RoomGift, at time: Nanoseconds) {
        ownGifts += 1
        let you = Viewer(id: "you", name: "you")
        let arrival = GiftArrival(
            id: "you-\(ownGifts)", gift: gift.id, name: gift.name, from: you, value: Int(clamping: gift.value))
        take(FeedEvent(at: .nanoseconds(time), kind: .gift(arrival)))
    }

    /// Sends a gift once more, as if its sender did: an arrival of its own.
    mutating func sendAgain(_ gift: GiftArrival, at time: Nanoseconds) {
        ownGifts += 1
        var again = gift
        again.id = "again-\(ownGifts)"
        again.streak = nil
        take(FeedEvent(at: .nanoseconds(time), kind: .gift(again)))
    }
}

extension RoomShow: Show {
    /// Whether somebody left, or the time is over.
    public var isOver: Bool { hasEnded }

    /// Whether a gift plays.
    public var isMoving: Bool { scene == .room && !isTooSmall && controller.running != nil && !controller.isPaused }

    /// When something happens in the room or on the stage.
    public var nextDue: Nanoseconds? {
        [controller.nextDue, feed.nextDue, scenes.lobby.nextDue, banners.nextDue, length, store.nextLook]
            .compactMap(\.self).min()
    }

    /// Readable when something has come from outside.
    public var wakeUpDescriptor: Int32? { feed.wakeUpDescriptor }

    /// Whether the picture would differ.
    public func needsPainting(at time: Nanoseconds) -> Bool {
        hasChanged || screens.needsPainting(at: time) || sceneMoves(at: time)
    }

    /// Lets the room and the stage go on.
    public mutating func advance(to time: Nanoseconds) {
        guard !hasEnded else { return }
        let end = min(time, length ?? .max)
        feed.begin()
        while let event = feed.nextEvent(upTo: end) {
            // Somebody who is in another room misses what happens here.
            if scenes.lobby.isHome { take(event, isFromFeed: true) }
        }
        if feed.look(at: end) { hasChanged = true }
        advanceLobby(to: end)
        let events = controller.advance(to: end)
        if !events.isEmpty { hasChanged = true }
        tell(events)
        if banners.advance(to: end) { hasChanged = true }
        if configuration?.poll(at: end) == true { take(.settings(.file, configuration?.assignments ?? []), at: end) }
        takeNews(at: end)
        if let length, time >= length { self.end(at: length) }
    }

    /// Takes a key or the mouse.
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        if case .background = event { return look(event, at: time) }
        if case .paste(let text) = event { return type(pasted: text, at: time) }
        guard !hasEnded, let heard = RecordedLine.Heard(event) else { return }
        let isAboutLooks = isAboutLooks(event)
        // What is typed into a setting, such as an address, is nobody's business; what a decision depends on of it is
        // written down as what the setting became.
        let isPrivate = if case .resize = event { false } else { screens.settings != nil }
        if isPrivate { look(event, at: time) } else { take(.heard(heard), at: time) }
        if !isAboutLooks { act(on: event, at: time) }
    }

    /// Whether a picture was chosen from the palette.
    public mutating func takesPictureWish() -> Bool {
        defer { screens.isPictureWanted = false }
        return screens.isPictureWanted
    }

    /// Ends the session: what is still there ends unplayed.
    public mutating func end(at time: Nanoseconds) { take(.end, at: time) }
}

extension LayeredSettings {
    /// The most memory for rendered frames, in bytes.
    fileprivate var frameCacheLimit: Int {
        guard case .size(let bytes) = value(of: .frameCache) else { return 0 }
        return bytes
    }
}
