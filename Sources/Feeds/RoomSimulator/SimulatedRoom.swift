public import RoomEvents

/// A simulated live room: the same script, profile and seed give the same events at the same times, on every machine.
///
/// Viewers enter and leave, chat, like and send gifts, each by temperament. Arrivals are random and independent, with a
/// rate that rises and falls slowly. In addition there are streaks, in which one sender sends the same gift repeatedly,
/// and bursts, in which many senders follow an expensive gift. The host thanks for gifts, and other viewers cheer.
///
/// The room runs in virtual time, as fast as the caller reads. A caller that follows a clock reads each event when it
/// is due. The room never ends, unless all of its rates are 0.
///
///     let room = SimulatedRoom(script: script, profile: party, kinds: kinds, seed: 7)
///     for event in room.prefix(while: { $0.at < .seconds(60) }) { … }
public struct SimulatedRoom: Sequence, IteratorProtocol, Sendable {
    /// An item of the agenda.
    enum Event: Sendable {
        case chat, join, leave, like, gift, burst
        case burstGift(GiftTable.Choice)
        case streakGift(OpenStreak)
        case opening(RoomScript.Profile.Opening.Act)
        case message(ScheduledMessage)
    }

    /// A streak before its next gift.
    struct OpenStreak: Sendable {
        let id: String
        let member: Int
        let kind: Int
        let length: Int
        var sentCount: Int
    }

    /// A scheduled chat message.
    struct ScheduledMessage: Sendable {
        /// The index of the member who speaks, or nil for the host.
        let speaker: Int?
        let text: String
    }

    /// The numbers of events so far, which the ids of events contain.
    struct Counts: Sendable {
        var gifts = 0
        var streaks = 0
        var messages = 0
    }

    /// The course of the chat.
    struct Conversation: Sendable {
        /// The index of the next chat line of the script.
        var nextMessageIndex: Int
        /// The position in ``Audience/present`` of the last speaker in a direct chat.
        var lastSpeaker = 0
        var hostAvailableAt: Int64 = 0
        var greetersAvailableAt: Int64 = 0
    }

    let script: RoomScript
    let profile: RoomScript.Profile
    let rates: RoomRates
    let activityCurve: ActivityCurve
    var gifts: GiftTable
    let host: Viewer
    var audience: Audience
    var random: SeededRandom
    var eventQueue = EventQueue<Event>()
    /// The viewers who read the chat; nil if the room does not report readers.
    var readers: ChatReaders?
    var counts = Counts()
    var conversation: Conversation
    var balance = KindBalance()
    /// Whether the room is a direct chat of two people: both are always present, answer each other and read everything.
    let isDirect: Bool

    /// Creates a room from a script.
    ///
    /// - Parameters:
    ///   - script: The viewers and texts of the room.
    ///   - profile: The rates of the room.
    ///   - kinds: The available gift kinds. The room sends those to which the profile gives a weight.
    ///   - seed: The seed of all random choices.
    ///   - giftsPerMinute: The mean rate of gifts, 0 or more, instead of the profile's.
    ///   - reportsReaders: Whether the room reports who has read the chat. All other events stay the same.
    ///   - isDirect: Whether the room is a direct chat of the script's first two viewers, who answer each other; nobody
    ///     else enters.
    public init(
        script: RoomScript, profile: RoomScript.Profile, kinds: [GiftKind], seed: UInt64, giftsPerMinute: Double? = nil,
        reportsReaders: Bool = false, isDirect: Bool = false
    ) {
        self.isDirect = isDirect
        self.script = script
        self.profile = profile
        rates = RoomRates(profile: profile, giftsPerMinute: giftsPerMinute)
        activityCurve = ActivityCurve(seed: SeededRandom.mixed(seed &+ 1))
        gifts = GiftTable(kinds: kinds, weights: profile.weights)
        host = Viewer(id: "host", name: script.host)
        random = SeededRandom(seed: seed)
        readers = reportsReaders ? ChatReaders(random: SeededRandom(seed: SeededRandom.mixed(seed &+ 2))) : nil
        audience = Audience(
            names: isDirect ? Array(script.viewers.prefix(2)) : script.viewers, allArePresent: isDirect, random: &random
        )
        conversation = Conversation(nextMessageIndex: random.nextInt(below: script.chat.count))
        scheduleFirstEvents()
    }

    /// The viewers in the room at this point of the sequence, without the host, in the order in which they entered.
    public var presentViewers: [Viewer] {
        audience.present.map { audience[$0].viewer }
    }

    /// Replaces the available gift kinds.
    ///
    /// The room stops sending kinds that are gone. It sends a new kind as often as kinds of a similar price. If the
    /// kinds are the same as before, the later events do not change.
    public mutating func setAvailableKinds(_ kinds: [GiftKind]) {
        gifts.replaceKinds(with: kinds)
    }

    /// Returns the next event. Its time is a whole number of milliseconds, and not before the previous event's.
    public mutating func next() -> FeedEvent? {
        while true {
            if let glance = nextReading() { return glance }
            guard let (time, event) = eventQueue.popFirst() else { return nil }
            if let kind = perform(event, at: time) {
                scheduleReaders(of: kind, at: time)
                return FeedEvent(at: .milliseconds(time / 1_000_000), kind: kind)
            }
        }
    }

    /// Schedules the first events. A viewer speaks at once and the first gift follows within seconds, so the room does
    /// not look empty.
    private mutating func scheduleFirstEvents() {
        schedule(.chat, at: 300_000_000, unless: rates.chat == nil)
        schedule(.gift, at: 1_500_000_000 + Int64(random.nextInt(below: 1_000)) * 1_000_000, unless: rates.gift == nil)
        if !isDirect {
            scheduleNext(.join, mean: rates.join, after: 0)
            scheduleNext(.leave, mean: rates.leave, after: 0)
        }
        scheduleNext(.like, mean: rates.like, after: 0)
        scheduleNext(.burst, mean: rates.burst, after: 0)
        guard rates.gift != nil else { return }
        for part in profile.opening {
            schedule(.opening(part.act), at: randomTime(in: part.at, after: 0), unless: false)
        }
    }

    private mutating func perform(_ event: Event, at time: Int64) -> FeedEvent.Kind? {
        switch event {
        case .chat:
            scheduleNext(.chat, mean: rates.chat, after: time)
            return nextChatMessage()
        case .join:
            scheduleNext(.join, mean: rates.join, after: time)
            return join(at: time)
        case .leave:
            scheduleNext(.leave, mean: rates.leave, after: time)
            return audience.removeRandomMember(random: &random).map { .leave(audience[$0].viewer) }
        case .like:
            scheduleNext(.like, mean: rates.like, after: time)
            return like()
        case .gift:
            scheduleNext(.gift, mean: rates.gift, after: time)
            return gift(at: time)
        case .burst:
            scheduleNext(.burst, mean: rates.burst, after: time)
            scheduleBurst(at: time)
            return nil
        case .burstGift(let choice):
            return singleGift(choice, at: time)
        case .streakGift(let run):
            return nextGift(of: run, at: time)
        case .opening(let act):
            return open(with: act, at: time)
        case .message(let line):
            return deliver(line)
        }
    }

    private mutating func scheduleNext(_ event: Event, mean: Int64?, after time: Int64) {
        guard let mean else { return }
        let next = activityCurve.nextEventTime(after: time, mean: mean, variate: random.nextExponential())
        schedule(event, at: next, unless: next == .max)
    }

    private mutating func schedule(_ event: Event, at time: Int64, unless never: Bool) {
        if !never { eventQueue.schedule(event, at: time) }
    }

    private mutating func like() -> FeedEvent.Kind? {
        guard let member = audience.randomMember(for: .chatting, random: &random) else { return nil }
        return .like(from: audience[member].viewer, count: Swift.max(1, random.nextInt(in: profile.likesPerEvent)))
    }

    /// Returns a random time from `first` to `last` milliseconds after `time`.
    mutating func randomTime(_ first: Int, _ last: Int, after time: Int64) -> Int64 {
        time + Int64(random.nextInt(in: first...last)) * 1_000_000
    }
}
