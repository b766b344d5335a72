/// A live room from a seed: the same script, profile and seed give the same events at the same times, everywhere.
///
/// People come and go, talk, like, and send gifts, each by temperament. Arrivals are random and independent under a
/// slow swell; on top come streaks, in which one sends the same gift again and again, and bursts, which a dear gift
/// opens and many join. The host thanks, the others cheer.
///
/// As a sequence it runs on virtual time, as fast as it is asked; ``LiveFeed`` puts it on a clock. It never ends by
/// itself, unless its rates are all 0.
///
///     let room = SimulatedRoom(script: script, profile: party, kinds: kinds, seed: 7)
///     for event in room.prefix(while: { $0.at < .seconds(60) }) { … }
public struct SimulatedRoom: Sequence, IteratorProtocol, Sendable {
    /// What is on the agenda.
    enum Happening: Sendable {
        case chat, join, leave, like, gift, burst
        case burstGift(GiftTable.Choice)
        case runGift(Run)
        case line(Line)
    }

    /// A run of the same gift by one sender, before its next gift.
    struct Run: Sendable {
        let id: String
        let member: Int
        let kind: Int
        let length: Int
        var sent: Int
    }

    /// Something that somebody is about to say.
    struct Line: Sendable {
        /// A member, or nil for the host.
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
    /// Who reads the chat; nil where that is not told.
    var readers: ChatReaders?
    var giftsSent = 0
    var runsOpened = 0
    var linesSaid = 0
    var nextLine: Int
    /// Whether this is a talk of two: both are always there, answer each other, and read all that is said.
    let isDirect: Bool
    /// The member who has spoken last in a talk of two.
    var lastSpeaker = 0
    var hostIsFreeAt: Int64 = 0
    var greetersAreFreeAt: Int64 = 0

    /// A room of this script.
    /// - Parameters:
    ///   - kinds: what can be sent; of these the room sends what the profile gives a weight.
    ///   - giftsPerMinute: the mean rate of gifts, 0 or more, instead of the profile's.
    ///   - tellsReaders: whether it tells who has read the chat; all else stays the same.
    ///   - isDirect: whether it is a talk of the script's first two viewers: nobody else comes, and they answer each other.
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

    /// Those in the room at this point of the sequence, without the host, in the order in which they came.
    public var present: [Viewer] {
        audience.present.map { audience[$0].viewer }
    }

    /// From now on these are all the kinds there are: one that isn't among them is not sent any more, and one that is new
    /// is sent as often as others of its price. With the kinds that there were, the room stays as it would have been.
    public mutating func offer(_ kinds: [GiftKind]) {
        gifts.change(to: kinds)
    }

    /// The next event; its time is not before that of the one before, and a whole number of milliseconds.
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

    /// Somebody speaks at once and the first gift comes within seconds: nobody should have to look at an empty room.
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

    /// A time from `first` to `last` milliseconds after `time`.
    mutating func moment(_ first: Int, _ last: Int, after time: Int64) -> Int64 {
        time + Int64(random.within(first...last)) * 1_000_000
    }
}
