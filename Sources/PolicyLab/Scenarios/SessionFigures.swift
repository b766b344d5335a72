public import ExactNumbers
public import Playback

/// The figures of a session, counted while it runs.
///
/// The memory depends on the number of gifts on stage and waiting, not on the number of gifts that have ended.
public struct SessionFigures: SessionObserver, Sendable {
    /// The number of gifts that arrived.
    public internal(set) var gifts = 0
    /// The number of gifts whose presentation started.
    public internal(set) var shown = 0
    /// The number of gifts for each outcome.
    public internal(set) var outcomes: [Outcome.Name: Int] = [:]
    /// The number of dropped gifts for each reason.
    public internal(set) var drops: [Outcome.DropReason: Int] = [:]
    /// The progress of replaced and dismissed presentations at their end; one millionth counts as one nanosecond.
    public internal(set) var interruptedProgress = Percentiles()
    /// The waiting times, in session time, of the gifts that were shown.
    public internal(set) var waitingTimes = Percentiles()
    /// The total value, value times count, of all gifts; duplicates count once.
    public internal(set) var value: Int64 = 0
    /// The total value of the gifts that were never shown, including gifts merged into them.
    public internal(set) var unshownValue: Int64 = 0
    /// What was seen of the gifts, whose they were, and who dismissed them.
    public internal(set) var viewing = ViewingFigures()
    var stage = StageTimes()
    /// The session time of the end.
    public internal(set) var end: Nanoseconds = 0

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
        let about: GiftProperties
        var value: Int64
        var isShown = false
    }

    /// The properties of a gift that the trace does not have.
    private struct GiftProperties {
        var kind = ""
        var sender = ""
        var price: Int64 = 0
        var count = 1
    }

    private var pendingGifts: [Int: PendingGift] = [:]
    private var running: Int?
    /// The next gift to arrive, and who dismisses what the next input dismisses.
    private var next = (gift: GiftProperties(), dismissal: DismissalCause.close)

    /// Creates figures of an empty session.
    public init() {}

    /// Creates figures that begin at the current state of a session: the gifts on stage and those that wait have
    /// arrived, and none has ended.
    public init(continuing controller: PlaybackController) {
        let runningGift = controller.running?.gift
        for gift in [runningGift, controller.held].compactMap(\.self) + controller.waiting + controller.parked {
            let worth = gift.value.multipliedSaturating(by: Int64(gift.count))
            value = value.addingSaturating(worth)
            let about = GiftProperties(kind: gift.kind, sender: gift.sender, price: gift.value, count: gift.count)
            pendingGifts[gift.number] = PendingGift(
                arrivedAt: gift.arrivedAt, about: about, value: worth, isShown: gift.number == runningGift?.number)
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

    /// ``unseenValue`` before it is rounded, in millionths.
    package var unseenMillionths: Int128 { viewing.unseenMillionths }

    /// ``unseenValue``, with decimal places where it would read as 0 and is not.
    package var unseenValueText: String {
        unseenValue > 0 || unseenMillionths == 0
            ? String(unseenValue) : ExactDecimal(Int64(unseenMillionths), digits: 6).description
    }

    /// The value seen: of each gift that ended, its value times the share of the presentation that was seen. With
    /// ``unseenValue`` it is the value of the gifts that ended.
    public var seenValue: Int64 { viewing.all.value - unseenValue }

    /// ``seenValue`` before it is rounded, in millionths.
    package var seenMillionths: Int128 { Int128(viewing.all.value) * 1_000_000 - unseenMillionths }

    /// The number of gifts on the stage at the end of the session: those that were shown and have no other outcome.
    package var runningAtEnd: Int {
        max(0, shown - [.completed, .replaced, .dismissed].reduce(0) { $0 + outcomes[$1, default: 0] })
    }

    /// The session time with an empty stage.
    public var emptyTime: Nanoseconds { stage.empty }
    /// The session time with a presentation on the stage.
    public var busyTime: Nanoseconds { max(0, end - stage.empty) }
    /// The longest time in one piece with an empty stage.
    public var longestDrought: Nanoseconds { stage.longestDrought }
    /// The number of presentations that were cut short: replaced or dismissed.
    public var interruptions: Int { interruptedProgress.count }

    /// The interruptions per shown gift with two decimal places, rounded half up; `nil` if none was shown.
    package var interruptionsPerGift: String? { Self.ratio(interruptions, shown) }

    /// The interruptions per viewer of whom a gift was shown, in the same form.
    package var interruptionsPerViewer: String? { Self.ratio(interruptions, viewing.viewers) }

    private static func ratio(_ part: Int, _ whole: Int) -> String? {
        whole > 0 ? ExactDecimal(Int64((part * 200 + whole) / (2 * whole)), digits: 2).fixedText : nil
    }

    /// Returns a part of all gifts as a percentage, rounded down to a millionth; `nil` without gifts.
    package func share(_ count: Int) -> String? {
        gifts > 0 ? Millionths(Int64(count) * 1_000_000 / Int64(gifts)).percent : nil
    }

    /// The estimated size of the figures, in bytes.
    package var estimatedBytes: Int { viewing.estimatedBytes + pendingGifts.count * 200 + 64_000 }

    /// Stores the properties of a gift that is about to arrive, or who dismisses a presentation.
    public mutating func willHandle(_ input: Input) {
        switch input {
        case .arrival(let arrival):
            next.gift = GiftProperties(
                kind: arrival.kind, sender: arrival.sender, price: arrival.value, count: arrival.count)
            if arrival.asset != .ready { unknown.add(arrival.kind) }
        default: if let cause = DismissalCause(of: input) { next.dismissal = cause }
        }
    }

    /// Counts a trace line.
    public mutating func receive(_ event: TraceEvent) {
        advance(to: event.at)
        switch event.kind {
        case .arrived(let gift, _, _, _):
            gifts += 1
            let worth = next.gift.price.multipliedSaturating(by: Int64(next.gift.count))
            value = value.addingSaturating(worth)
            pendingGifts[gift] = PendingGift(arrivedAt: event.at, about: next.gift, value: worth)
        case .started(let gift):
            shown += 1
            running = gift
            stage.endDrought()
            guard let index = pendingGifts.index(forKey: gift) else { return }
            pendingGifts.values[index].isShown = true
            let started = pendingGifts.values[index]
            let wait = event.at - started.arrivedAt
            waitingTimes.add(wait)
            viewing.addWait(wait, price: started.about.price, sender: started.about.sender)
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
        viewing.merge(other.viewing)
        stage.merge(other.stage)
        end = end.addingSaturating(other.end)
        unknown.merge(other.unknown)
    }

    /// Adds kinds without a known animation to figures that were made again from their ``parts``, which lack them.
    package mutating func addUnknownKinds(_ kinds: [String], hasMore: Bool) {
        unknown.merge(UnknownKinds(listed: kinds, hasMore: hasMore))
    }

    private mutating func advance(to time: Nanoseconds) {
        stage.add(max(0, time - end), isEmpty: running == nil)
        end = max(end, time)
    }

    private mutating func recordEnd(of gift: Int, _ outcome: Outcome) {
        outcomes[outcome.name, default: 0] += 1
        if running == gift { running = nil }
        guard let presence = pendingGifts.removeValue(forKey: gift) else { return }
        switch outcome {
        case .completed: addSeen(presence, .one)
        case .replaced(_, let progress): addInterrupted(presence, progress)
        case .dismissed(let progress):
            addInterrupted(presence, progress)
            viewing.addDismissal(next.dismissal)
        case .unplayed:
            // Of what runs at the end of the session, nobody knows how much will be seen.
            if !presence.isShown { addUnshown(presence) }
        case .dropped(let reason, _):
            drops[reason, default: 0] += 1
            if reason == .duplicate {
                // The original gift arrived before, so no value is lost.
                value -= presence.value
            } else {
                addUnshown(presence)
            }
        case .merged(let target):
            guard let index = pendingGifts.index(forKey: target) else { return }
            pendingGifts.values[index].value = pendingGifts.values[index].value.addingSaturating(presence.value)
        }
    }

    private mutating func addInterrupted(_ gift: PendingGift, _ progress: Millionths) {
        interruptedProgress.add(progress.count)
        addSeen(gift, progress)
    }

    private mutating func addUnshown(_ gift: PendingGift) {
        unshownValue = unshownValue.addingSaturating(gift.value)
        addSeen(gift, .zero)
    }

    private mutating func addSeen(_ gift: PendingGift, _ share: Millionths) {
        let about = gift.about
        viewing.add(value: gift.value, price: about.price, kind: about.kind, sender: about.sender, seen: share)
    }
}
