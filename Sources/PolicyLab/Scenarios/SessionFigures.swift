public import ExactNumbers
public import Playback

/// The figures of a session, counted while it runs.
///
/// The memory depends on the number of gifts on stage and waiting, not on the number of gifts that have ended.
public struct SessionFigures: SessionObserver, Sendable {
    /// The number of gifts that arrived.
    public private(set) var gifts = 0
    /// The number of gifts whose presentation started.
    public private(set) var shown = 0
    /// The number of gifts for each outcome.
    public private(set) var outcomes: [Outcome.Name: Int] = [:]
    /// The number of dropped gifts for each reason.
    public private(set) var drops: [Outcome.DropReason: Int] = [:]
    /// The progress of replaced and dismissed presentations at their end; one millionth counts as one nanosecond.
    public private(set) var interruptedProgress = Percentiles()
    /// The waiting times, in session time, of the gifts that were shown.
    public private(set) var waitingTimes = Percentiles()
    /// The total value, value times count, of all gifts; duplicates count once.
    public private(set) var value: Int64 = 0
    /// The total value of the gifts that were never shown, including gifts merged into them.
    public private(set) var unshownValue: Int64 = 0
    /// The value not seen, in millionths: of each gift that ended, its value times the share of the presentation that
    /// was not seen.
    private var unseenMillionths: Int128 = 0
    /// The session time with an empty stage.
    public private(set) var emptyTime: Nanoseconds = 0
    /// The session time of the end.
    public private(set) var end: Nanoseconds = 0

    /// The first kinds that arrived without a known animation; see ``hasMoreUnknownKinds``.
    public var unknownKinds: [String] { unknown.listed }
    /// Whether more such kinds arrived than ``unknownKinds`` lists.
    public var hasMoreUnknownKinds: Bool { unknown.hasMore }

    /// The kinds without a known animation.
    private struct UnknownKinds {
        var listed: [String] = []
        var hasMore = false

        /// The maximum number of listed kinds; a longer list is of no use.
        private static let maxCount = 10

        mutating func add(_ kind: String) {
            guard !listed.contains(kind) else { return }
            if listed.count < Self.maxCount { listed.append(kind) } else { hasMore = true }
        }

        mutating func merge(_ other: UnknownKinds) {
            for kind in other.listed { add(kind) }
            if other.hasMore { hasMore = true }
        }
    }

    private var unknown = UnknownKinds()

    private struct PendingGift {
        let arrivedAt: Nanoseconds
        var value: Int64
        var isShown = false
    }

    private var pendingGifts: [Int: PendingGift] = [:]
    private var running: Int?
    private var nextValue: Int64 = 0

    /// Creates figures of an empty session.
    public init() {}

    /// Creates figures that begin at the current state of a session: the gifts on stage and those that wait have
    /// arrived, and none has ended.
    public init(continuing controller: PlaybackController) {
        let runningGift = controller.running?.gift
        for gift in [runningGift, controller.held].compactMap(\.self) + controller.waiting + controller.parked {
            let worth = gift.value.multipliedSaturating(by: Int64(gift.count))
            value = value.addingSaturating(worth)
            pendingGifts[gift.number] = PendingGift(
                arrivedAt: gift.arrivedAt, value: worth, isShown: gift.number == runningGift?.number)
        }
        gifts = pendingGifts.count
        running = runningGift?.number
        shown = running == nil ? 0 : 1
        end = controller.now
    }

    /// The value not seen: of each gift that ended, its value times the share of the presentation that was not seen.
    ///
    /// The value of a dropped gift counts whole, that of a gift replaced at 40 % counts 60 %. A merged gift counts with
    /// the gift into which it was merged. The sum is rounded half up.
    public var unseenValue: Int64 { Int64(clamping: (unseenMillionths + 500_000) / 1_000_000) }

    /// Stores the value of a gift that is about to arrive.
    public mutating func willHandle(_ input: Input) {
        guard case .arrival(let arrival) = input else { return }
        nextValue = arrival.value.multipliedSaturating(by: Int64(arrival.count))
        if arrival.asset != .ready { unknown.add(arrival.kind) }
    }

    /// Counts a trace line.
    public mutating func receive(_ event: TraceEvent) {
        advance(to: event.at)
        switch event.kind {
        case .arrived(let gift, _, _, _):
            gifts += 1
            value = value.addingSaturating(nextValue)
            pendingGifts[gift] = PendingGift(arrivedAt: event.at, value: nextValue)
        case .started(let gift):
            shown += 1
            running = gift
            guard let index = pendingGifts.index(forKey: gift) else { return }
            pendingGifts.values[index].isShown = true
            waitingTimes.add(event.at - pendingGifts.values[index].arrivedAt)
        case .ended(let gift, let outcome): recordEnd(of: gift, outcome)
        case .settings, .paused, .resumed, .speed, .scrubbed, .looped: break
        }
    }

    /// Counts the time until the end of the session.
    public mutating func didEnd(at time: Nanoseconds) { advance(to: time) }

    /// Adds the figures of another session.
    ///
    /// Counts, values and times are added; percentiles cover the gifts of both sessions. Its unknown kinds follow those
    /// that are listed already.
    public mutating func merge(_ other: SessionFigures) {
        gifts += other.gifts
        shown += other.shown
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        drops.merge(other.drops, uniquingKeysWith: +)
        interruptedProgress.merge(other.interruptedProgress)
        waitingTimes.merge(other.waitingTimes)
        value = value.addingSaturating(other.value)
        unshownValue = unshownValue.addingSaturating(other.unshownValue)
        unseenMillionths += other.unseenMillionths
        emptyTime = emptyTime.addingSaturating(other.emptyTime)
        end = end.addingSaturating(other.end)
        unknown.merge(other.unknown)
    }

    private mutating func advance(to time: Nanoseconds) {
        if running == nil { emptyTime += max(0, time - end) }
        end = max(end, time)
    }

    private mutating func recordEnd(of gift: Int, _ outcome: Outcome) {
        outcomes[outcome.name, default: 0] += 1
        if running == gift { running = nil }
        guard let presence = pendingGifts.removeValue(forKey: gift) else { return }
        switch outcome {
        case .completed, .unplayed: break
        case .replaced(_, let progress), .dismissed(let progress):
            interruptedProgress.add(progress.count)
            addUnseen(presence.value, share: Millionths(Millionths.one.count - progress.count))
        case .dropped(let reason, _):
            drops[reason, default: 0] += 1
            if reason == .duplicate {
                // The original gift arrived before, so no value is lost.
                value -= presence.value
                return
            }
        case .merged(let target):
            guard let index = pendingGifts.index(forKey: target) else { return }
            pendingGifts.values[index].value = pendingGifts.values[index].value.addingSaturating(presence.value)
            return
        }
        guard !presence.isShown else { return }
        unshownValue = unshownValue.addingSaturating(presence.value)
        addUnseen(presence.value, share: .one)
    }

    private mutating func addUnseen(_ value: Int64, share: Millionths) {
        unseenMillionths += Int128(value) * Int128(share.count)
    }
}
