public import Playback

/// What a session comes to in figures, counted while it is played in memory that follows the gifts on stage and
/// waiting, not those that are over.
public struct SessionFigures: SessionObserver, Sendable {
    /// The gifts that arrived.
    public private(set) var gifts = 0
    /// The gifts whose presentation began.
    public private(set) var shown = 0
    /// How many gifts ended in each way.
    public private(set) var outcomes: [Outcome.Name: Int] = [:]
    /// How many gifts were dropped for each reason.
    public private(set) var drops: [Outcome.DropReason: Int] = [:]
    /// The progress at which presentations were cut short, as replaced or dismissed; one millionth is one nanosecond.
    public private(set) var cutsShort = Percentiles()
    /// How long the gifts that were shown had waited, in session time.
    public private(set) var waits = Percentiles()
    /// The worth, price times count, of all gifts; one delivered twice counts once.
    public private(set) var value: Int64 = 0
    /// The worth of those that were never shown, those merged into them with them.
    public private(set) var valueNeverShown: Int64 = 0
    /// The session time for which nothing was on stage.
    public private(set) var emptyTime: Nanoseconds = 0
    /// When the session ended.
    public private(set) var end: Nanoseconds = 0

    /// The first kinds that arrived without a known animation; see ``hasMoreUnknownKinds``.
    public private(set) var unknownKinds: [String] = []
    /// Whether there were more such kinds than are listed.
    public private(set) var hasMoreUnknownKinds = false

    /// More names than this help nobody.
    private static let listedKinds = 10

    private struct Presence {
        let arrivedAt: Nanoseconds
        var value: Int64
        var isShown = false
    }

    private var there: [Int: Presence] = [:]
    private var running: Int?
    private var nextValue: Int64 = 0

    /// Nothing seen yet.
    public init() {}

    /// Takes note of the worth of a gift that is about to arrive.
    public mutating func willHandle(_ input: Input) {
        guard case .arrival(let arrival) = input else { return }
        nextValue = Self.product(arrival.value, arrival.count)
        guard arrival.asset != .ready, !unknownKinds.contains(arrival.kind) else { return }
        if unknownKinds.count < Self.listedKinds {
            unknownKinds.append(arrival.kind)
        } else {
            hasMoreUnknownKinds = true
        }
    }

    /// Takes note of a line of the trace.
    public mutating func note(_ event: TraceEvent) {
        pass(until: event.at)
        switch event.kind {
        case .arrived(let gift, _, _, _):
            gifts += 1
            value = Self.sum(value, nextValue)
            there[gift] = Presence(arrivedAt: event.at, value: nextValue)
        case .started(let gift):
            shown += 1
            running = gift
            guard let index = there.index(forKey: gift) else { return }
            there.values[index].isShown = true
            waits.add(event.at - there.values[index].arrivedAt)
        case .ended(let gift, let outcome): noteEnd(of: gift, outcome)
        case .settings, .paused, .resumed, .speed, .scrubbed: break
        }
    }

    /// Takes note of the end of the session.
    public mutating func didEnd(at time: Nanoseconds) { pass(until: time) }

    /// Adds the figures of another session: counts, worth and times are added up, percentiles are those of all gifts.
    public mutating func merge(_ other: SessionFigures) {
        gifts += other.gifts
        shown += other.shown
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        drops.merge(other.drops, uniquingKeysWith: +)
        cutsShort.merge(other.cutsShort)
        waits.merge(other.waits)
        value = Self.sum(value, other.value)
        valueNeverShown = Self.sum(valueNeverShown, other.valueNeverShown)
        emptyTime = Self.sum(emptyTime, other.emptyTime)
        end = Self.sum(end, other.end)
    }

    private mutating func pass(until time: Nanoseconds) {
        if running == nil { emptyTime += max(0, time - end) }
        end = max(end, time)
    }

    private mutating func noteEnd(of gift: Int, _ outcome: Outcome) {
        outcomes[outcome.name, default: 0] += 1
        if running == gift { running = nil }
        guard let presence = there.removeValue(forKey: gift) else { return }
        switch outcome {
        case .completed, .unplayed: break
        case .replaced(_, let progress), .dismissed(let progress): cutsShort.add(progress.count)
        case .dropped(let reason, _):
            drops[reason, default: 0] += 1
            if reason == .duplicate {
                // The gift itself came before: nothing that was paid for is lost.
                value -= presence.value
                return
            }
        case .merged(let target):
            guard let index = there.index(forKey: target) else { return }
            guard !there.values[index].isShown else { return }
            there.values[index].value = Self.sum(there.values[index].value, presence.value)
            return
        }
        if !presence.isShown { valueNeverShown = Self.sum(valueNeverShown, presence.value) }
    }

    private static func product(_ value: Int64, _ count: Int) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: Int64(count))
        return overflow ? .max : product
    }

    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}
