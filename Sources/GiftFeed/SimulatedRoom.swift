/// A simulated live room: the same script, profile and seed give the same events at the same times, on every machine.
///
/// Viewers enter and leave, chat, like and send gifts, each by temperament. Arrivals are random and independent, with a
/// rate that rises and falls slowly. In addition there are streaks, in which one sender sends the same gift repeatedly,
/// and bursts, in which many senders follow an expensive gift. The host thanks for gifts, and other viewers cheer.
///
/// As a sequence the room runs in virtual time, as fast as the caller reads; ``LiveFeed`` runs it on a clock. The room
/// never ends, unless all of its rates are 0.
///
///     let room = SimulatedRoom(script: script, profile: party, kinds: kinds, seed: 7)
///     for event in room.prefix(while: { $0.at < .seconds(60) }) { … }
public struct SimulatedRoom: Sequence, IteratorProtocol, Sendable {
    /// An item of the agenda.
    enum Happening: Sendable {
        case chat, join, leave, like, gift, burst
        case burstGift(GiftTable.Choice)
        case runGift(Run)
        case line(Line)
    }

    /// A streak before its next gift.
    struct Run: Sendable {
        let id: String
        let member: Int
        let kind: Int
        let length: Int
        var sent: Int
    }

    /// A scheduled chat message.
    struct Line: Sendable {
        /// The index of the member who speaks, or nil for the host.
        let speaker: Int?
        let text: String
    }

    let script: RoomScript
    let profile: RoomScript.Profile
    let rates: RoomRates
    let swell: Swell
    var gifts: GiftTable
    let host: Viewer
    var audience: Audience
    var random: SeededRandom
    var agenda = Agenda<Happening>()
    /// The viewers who read the chat; nil if the room does not report readers.
    var readers: ChatReaders?
    var giftsSent = 0
    var runsOpened = 0
    var linesSaid = 0
    var nextLine: Int
    /// Whether the room is a direct chat of two people: both are always present, answer each other and read everything.
    let isDirect: Bool
    /// The position in ``Audience/present`` of the last speaker in a direct chat.
    var lastSpeaker = 0
    var hostIsFreeAt: Int64 = 0
    var greetersAreFreeAt: Int64 = 0

    /// Creates a room from a script.
    ///
    /// - Parameters:
    ///   - script: The viewers and texts of the room.
    ///   - profile: The rates of the room.
    ///   - kinds: The available gift kinds. The room sends those to which the profile gives a weight.
    ///   - seed: The seed of all random choices.
    ///   - giftsPerMinute: The mean rate of gifts, 0 or more, instead of the profile's.
    ///   - tellsReaders: Whether the room reports who has read the chat. All other events stay the same.
    ///   - isDirect: Whether the room is a direct chat of the script's first two viewers, who answer each other; nobody
    ///     else enters.
    public init(
        script: RoomScript, profile: RoomScript.Profile, kinds: [GiftKind], seed: UInt64, giftsPerMinute: Double? = nil,
        tellsReaders: Bool = false, isDirect: Bool = false
    ) {
        self.isDirect = isDirect
        self.script = script
        self.profile = profile
        rates = RoomRates(profile: profile, giftsPerMinute: giftsPerMinute)
        swell = Swell(seed: SeededRandom.mixed(seed &+ 1))
        gifts = GiftTable(kinds: kinds, weights: profile.weights)
        host = Viewer(id: "host", name: script.host)
        random = SeededRandom(seed: seed)
        readers = tellsReaders ? ChatReaders(random: SeededRandom(seed: SeededRandom.mixed(seed &+ 2))) : nil
        audience = Audience(
            names: isDirect ? Array(script.viewers.prefix(2)) : script.viewers, allAreThere: isDirect, random: &random)
        nextLine = random.below(script.chat.count)
        open()
    }

    /// The viewers in the room at this point of the sequence, without the host, in the order in which they entered.
    public var present: [Viewer] {
        audience.present.map { audience[$0].viewer }
    }

    /// Replaces the available gift kinds.
    ///
    /// The room stops sending kinds that are gone. It sends a new kind as often as kinds of a similar price. If the
    /// kinds are the same as before, the later events do not change.
    public mutating func offer(_ kinds: [GiftKind]) {
        gifts.change(to: kinds)
    }

    /// Returns the next event. Its time is a whole number of milliseconds, and not before the previous event's.
    public mutating func next() -> FeedEvent? {
        while true {
            if let glance = nextGlance() { return glance }
            guard let (time, happening) = agenda.next() else { return nil }
            if let kind = carryOut(happening, at: time) {
                noteReaders(of: kind, at: time)
                return FeedEvent(at: .milliseconds(time / 1_000_000), kind: kind)
            }
        }
    }

    /// Schedules the first events. A viewer speaks at once and the first gift follows within seconds, so the room does
    /// not look empty.
    private mutating func open() {
        note(.chat, at: 300_000_000, unless: rates.chat == nil)
        note(.gift, at: 1_500_000_000 + Int64(random.below(1_000)) * 1_000_000, unless: rates.gift == nil)
        if !isDirect {
            again(.join, mean: rates.join, after: 0)
            again(.leave, mean: rates.leave, after: 0)
        }
        again(.like, mean: rates.like, after: 0)
        again(.burst, mean: rates.burst, after: 0)
    }

    private mutating func carryOut(_ happening: Happening, at time: Int64) -> FeedEvent.Kind? {
        switch happening {
        case .chat:
            again(.chat, mean: rates.chat, after: time)
            return chat()
        case .join:
            again(.join, mean: rates.join, after: time)
            return join(at: time)
        case .leave:
            again(.leave, mean: rates.leave, after: time)
            return audience.leave(random: &random).map { .leave(audience[$0].viewer) }
        case .like:
            again(.like, mean: rates.like, after: time)
            return like()
        case .gift:
            again(.gift, mean: rates.gift, after: time)
            return gift(at: time)
        case .burst:
            again(.burst, mean: rates.burst, after: time)
            openBurst(at: time)
            return nil
        case .burstGift(let choice):
            return singleGift(choice, at: time)
        case .runGift(let run):
            return gift(of: run, at: time)
        case .line(let line):
            return say(line)
        }
    }

    private mutating func again(_ happening: Happening, mean: Int64?, after time: Int64) {
        guard let mean else { return }
        let next = swell.time(after: time, mean: mean, variate: random.exponential())
        note(happening, at: next, unless: next == .max)
    }

    private mutating func note(_ happening: Happening, at time: Int64, unless never: Bool) {
        if !never { agenda.note(happening, at: time) }
    }

    private mutating func like() -> FeedEvent.Kind? {
        guard let member = audience.anyone(for: .talking, random: &random) else { return nil }
        return .like(from: audience[member].viewer, count: Swift.max(1, random.within(profile.likesAtOnce)))
    }

    /// Returns a random time from `first` to `last` milliseconds after `time`.
    mutating func moment(_ first: Int, _ last: Int, after time: Int64) -> Int64 {
        time + Int64(random.within(first...last)) * 1_000_000
    }
}
