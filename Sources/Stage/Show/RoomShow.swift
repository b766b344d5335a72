public import Configuration
public import GiftFeed
public import GiftStore
public import HalfBlocks
public import Playback
public import Recordings
public import Terminal

/// A live room: gifts arrive from a feed, play under the policy in force, and people see and change it.
public struct RoomShow {
    /// What a room is made of.
    public struct Setup {
        /// The room's words: host and title.
        public var script: RoomScript
        /// People who are there at the beginning.
        public var viewers: Int
        /// The gifts there are.
        public var catalogue: GiftCatalogue
        /// The Lottie file of a kind of gift; nil where there is none.
        public var animation: (String) -> [UInt8]?
        /// The feed's next event, in order of time; nil at its end.
        public var nextEvent: () -> FeedEvent?
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
        /// What else is wrong and should be seen.
        public var notice: () -> String? = { nil }
        /// Whether the keys send gifts and rule the stage; who looks on at a replay can't, and has other keys.
        var offersSending = true

        /// A room with these parts.
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
            self.nextEvent = nextEvent
            self.settings = settings
            self.configuration = configuration
            self.length = length
            self.isASCII = isASCII
            self.trace = trace
        }
    }

    let catalogue: GiftCatalogue
    var settings: LayeredSettings
    var controller: PlaybackController
    var room: RoomState
    var animations: GiftAnimations
    var configuration: ConfigurationWatch<DiskFiles>?
    var painter = PicturePainter()
    var isHelpOpen = false
    /// What became of the last gifts.
    private(set) var gifts = GiftLog()
    /// The gift that is chosen in the panel of the last gifts; nil while that is closed.
    var chosenGift: GiftSelection?
    /// The terminal's size as it was heard last, by which the mouse points.
    var size: (columns: Int, rows: Int)
    let signs: Signs
    private let isASCII: Bool
    private var nextEvent: () -> FeedEvent?
    private var pendingEvent: FeedEvent?
    private let length: Nanoseconds?
    private let trace: (TraceEvent) -> Void
    private let record: ((RecordedLine) -> Void)?
    private let ownNotice: () -> String?
    private let offersSending: Bool
    private var ownGifts = 0
    /// Whether something other than the passing of time has changed the picture.
    var hasChanged = true
    private var hasEnded = false

    /// A room that begins at time 0.
    public init(_ setup: Setup) {
        catalogue = setup.catalogue
        settings = setup.settings
        controller = PlaybackController(settings: setup.settings.playback)
        room = RoomState(host: setup.script.host, title: setup.script.title, viewers: setup.viewers)
        animations = GiftAnimations(file: setup.animation)
        configuration = setup.configuration
        isASCII = setup.isASCII
        signs = Signs.of(setup.isASCII ? .ascii : .unicode)
        nextEvent = setup.nextEvent
        length = setup.length
        trace = setup.trace
        record = setup.record
        ownNotice = setup.notice
        offersSending = setup.offersSending
        size = setup.size
        pendingEvent = nextEvent()
    }

    private mutating func tell(_ events: [TraceEvent]) {
        for event in events {
            trace(event)
            gifts.note(event)
            record?(RecordedLine(event))
        }
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
        record?(RecordedLine(at: time, happening))
        hasChanged = true
        switch happening {
        case .room(let event): room.note(event, at: time, sign: signs.star)
        case .gift(let gift, let duration, let asset):
            room.note(.gift(gift), at: time, sign: sign(of: gift.gift))
            gifts.willArrive(gift)
            decide(.arrival(Arrival(gift, duration: duration, asset: asset)), at: time)
        case .control(let control): decide(control.input, at: time)
        case .settings(let layer, let assignments):
            settings.replace(layer, with: assignments)
            decide(.set(settings.playback.all), at: time)
        case .asset(let kind, let state): decide(.asset(kind: kind, state), at: time)
        case .heard(let heard):
            if let event = InputEvent(heard) { look(event) }
        case .decision: break
        case .end:
            hasEnded = true
            decide(.end, at: time)
        }
    }

    /// The sign of a kind of gift.
    private func sign(of kind: String) -> String {
        guard let gift = catalogue[kind] else { return signs.star }
        return isASCII ? gift.asciiSign : gift.sign
    }

    /// The name of a kind of gift for people.
    func name(of kind: String) -> String { catalogue[kind]?.name ?? kind }

    private mutating func take(_ event: FeedEvent) {
        let time = event.at.nanoseconds
        guard case .gift(let gift) = event.kind else { return take(.room(event.kind), at: time) }
        let known = catalogue[gift.gift]
        // What can't be played is as good as not there.
        let isPlayable = animations.composition(of: gift.gift) != nil
        let asset: AssetState = known == nil ? .missing : isPlayable ? .ready : .failed
        take(.gift(gift, duration: known?.duration ?? 0, asset: asset), at: time)
    }

    /// Sends a gift from the keyboard.
    mutating func send(_ gift: CatalogueGift, at time: Nanoseconds) {
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
    public var isMoving: Bool { controller.running != nil && !controller.isPaused }

    /// When something happens in the room or on the stage.
    public var nextDue: Nanoseconds? {
        [controller.nextDue, pendingEvent?.at.nanoseconds, room.nextDue, length].compactMap(\.self).min()
    }

    /// Whether the picture would differ.
    public func needsPainting(at time: Nanoseconds) -> Bool {
        hasChanged || isMoving || painter.streamChanges(at: time)
    }

    /// Lets the room and the stage go on.
    public mutating func advance(to time: Nanoseconds) {
        guard !hasEnded else { return }
        let end = min(time, length ?? .max)
        while let event = pendingEvent, event.at.nanoseconds <= end {
            take(event)
            pendingEvent = nextEvent()
        }
        let events = controller.advance(to: end)
        if !events.isEmpty { hasChanged = true }
        tell(events)
        if room.forget(at: end) { hasChanged = true }
        if configuration?.poll(at: end) == true { take(.settings(.file, configuration?.assignments ?? []), at: end) }
        if let length, time >= length { self.end(at: length) }
    }

    /// Takes a key or the mouse.
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        guard !hasEnded, let heard = RecordedLine.Heard(event) else { return }
        let isAboutLooks = isAboutLooks(event)
        take(.heard(heard), at: time)
        if !isAboutLooks { act(on: event, at: time) }
    }

    /// Ends the session: what is still there ends unplayed.
    public mutating func end(at time: Nanoseconds) { take(.end, at: time) }

    /// Paints the stream, the gift over it, and the controls over both.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        hasChanged = false
        guard let layout = StageLayout(columns: grid.columns, rows: grid.rows) else { return TooSmall.paint(in: &grid) }
        let running = controller.running
        painter.paint(in: &grid, area: layout.picture, at: time, statistics: &statistics) { pixmap, statistics in
            guard let running else { return false }
            let share = Double(running.elapsed) / Double(max(1, running.gift.duration))
            let covers = catalogue[running.gift.kind]?.tags.contains("fullscreen") == true
            return animations.draw(
                running.gift.kind, progress: share, covers: covers, into: &pixmap, statistics: &statistics)
        }
        let status = self.status
        statistics.measure(.cells) {
            let controls = ControlPainter(layout: layout, signs: signs)
            controls.paintTopBar(room, in: &grid)
            controls.paintChat(room, in: &grid)
            controls.paintBanners(room, in: &grid)
            if running != nil, offersSending { controls.paintCloseButton(in: &grid) }
            if let notice { controls.paintNotice(notice, in: &grid) }
            controls.paintStatus(status, in: &grid)
            if let chosenGift {
                GiftPanel(
                    log: gifts, selection: chosenGift, running: running, held: controller.held?.number,
                    offersSending: offersSending, signs: signs
                ).paint(in: &grid, GiftPanelLayout(layout))
            }
            if isHelpOpen {
                help.paint(in: &grid, area: layout.picture)
            }
        }
    }

    private var help: HelpPanel {
        offersSending
            ? .room(gifts: catalogue.gifts.map(\.name), signs: signs) : .replay(step: ReplayShow.step, signs: signs)
    }

    /// What is wrong and should be seen.
    private var notice: String? {
        if let notice = ownNotice() { return notice }
        if let configuration, let error = configuration.error {
            // The file's name says enough; its whole path would push the fault off the screen.
            let name = configuration.path.split(separator: "/").last.map(String.init) ?? configuration.path
            var text = error.description
            if text.hasPrefix(configuration.path) { text = name + text.dropFirst(configuration.path.count) }
            return "\(text); the last good settings stay"
        }
        if let ending = controller.lastEnding, case .dropped(.missing, _) = ending.outcome,
            let problem = animations.problem(with: ending.gift.kind)
        {
            return "\(ending.gift.kind): \(problem)"
        }
        return nil
    }

    private var status: Status {
        Status(
            settings: settings, running: controller.running,
            runningName: controller.running.map { name(of: $0.gift.kind) } ?? "",
            waitingCount: controller.waitingCount, upNext: controller.upNext(3).map { name(of: $0.kind) },
            held: controller.held.map { name(of: $0.kind) }, parkedCount: controller.parkedCount,
            isPaused: controller.isPaused,
            lastEnding: controller.lastEnding.map { ($0, name(of: $0.gift.kind)) },
            arrivals: controller.tally.arrivals, offersSending: offersSending)
    }
}
