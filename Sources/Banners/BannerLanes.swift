public import Playback

/// The lanes of banners and the queue for them: a state machine on session time.
///
/// A gift of a streak increases the count of its banner, wherever that is. Another gift takes a free lane, or waits for
/// one for a short time. Gifts that find no lane are counted and shown as a number, so no gift goes unnoticed.
///
///     var lanes = BannerLanes()
///     lanes.take(arrival, at: now)
///     lanes.advance(to: now + .second)
///     for banner in lanes.shown { draw(banner, banner.pose(at: now)) }
public struct BannerLanes: Sendable {
    /// The policy of the lanes.
    public private(set) var policy: BannerPolicy
    /// The banners in their lanes, from the first lane.
    public private(set) var shown: [Banner] = []
    /// The banners that are leaving and have no lane.
    public private(set) var leaving: [Banner] = []
    /// The banners that wait for a lane, in order of creation.
    private(set) var waiting: [Banner] = []
    /// The number of gifts that found no lane within the last seconds.
    public private(set) var missed = 0
    /// The number of gifts that have found no lane since the beginning.
    public private(set) var missedInAll = 0
    private var missedUntil: Nanoseconds = 0
    private var now: Nanoseconds = 0
    private var bannersMade = 0

    /// The longest time for which a banner waits for a lane: a later one would not match the gift on stage.
    public static let patience: Nanoseconds = 3 * .second
    /// The maximum number of waiting banners; with many gifts, more would not find a lane in time.
    public static let mostWaiting = 12

    /// Creates empty lanes.
    public init(_ policy: BannerPolicy = BannerPolicy()) {
        self.policy = policy
    }

    // MARK: - Events

    /// Handles a gift.
    ///
    /// - Returns: Whether the gift gets its own banner; `false` if it increases the count of another one.
    @discardableResult
    public mutating func take(_ arrival: BannerArrival, at time: Nanoseconds) -> Bool {
        advance(to: time)
        if let index = shown.firstIndex(where: { $0.arrival.key == arrival.key }) {
            if shown[index].grow(by: arrival, at: now) {
                shown[index].until = now + policy.stay
                arrange()
            }
            return false
        }
        if let index = waiting.firstIndex(where: { $0.arrival.key == arrival.key }) {
            _ = waiting[index].grow(by: arrival, at: now)
            return false
        }
        bannersMade += 1
        waiting.append(
            Banner(
                arrival, number: bannersMade, at: now, until: now + Self.patience, reducesMotion: policy.reducesMotion))
        fill()
        if policy.lanes == 0 || waiting.count > Self.mostWaiting { miss(leastWaiting()) }
        return true
    }

    /// Sets the note of a gift that does not play on stage, on its banner or on a new one.
    public mutating func note(_ note: String, of arrival: BannerArrival, at time: Nanoseconds) {
        advance(to: time)
        if !hasBanner(arrival.key) { take(arrival, at: time) }
        if let index = shown.firstIndex(where: { $0.arrival.key == arrival.key }) {
            shown[index].note = note
            shown[index].until = max(shown[index].until, now + policy.stay)
        } else if let index = waiting.firstIndex(where: { $0.arrival.key == arrival.key }) {
            waiting[index].note = note
        }
    }

    /// Applies a new policy from now on.
    public mutating func follow(_ policy: BannerPolicy, at time: Nanoseconds) {
        advance(to: time)
        guard policy != self.policy else { return }
        self.policy = policy
        while shown.count > policy.lanes, let last = shown.popLast() { leave(last) }
        while policy.lanes == 0, !waiting.isEmpty { miss(0) }
        fill()
        arrange()
    }

    /// Advances to a time; the number of steps has no influence on the result.
    ///
    /// - Returns: Whether anything has changed.
    @discardableResult
    public mutating func advance(to time: Nanoseconds) -> Bool {
        var hasChanged = false
        while let due = nextDue, due <= time {
            now = max(now, due)
            step()
            hasChanged = true
        }
        now = max(now, time)
        return hasChanged
    }

    /// The time of the next change if no event occurs before.
    public var nextDue: Nanoseconds? {
        var due = shown.map(\.until) + waiting.map(\.until) + leaving.compactMap(\.gone)
        if missed > 0 { due.append(missedUntil) }
        return due.min()
    }

    /// Returns whether a later moment looks different even without an event.
    public func isMoving(at time: Nanoseconds) -> Bool {
        !leaving.isEmpty || shown.contains { $0.isMoving(at: time) }
    }

    // MARK: - Consequences

    private func hasBanner(_ key: BannerArrival.Key) -> Bool {
        shown.contains { $0.arrival.key == key } || waiting.contains { $0.arrival.key == key }
    }

    /// Performs the changes that are due now. A lane that becomes free goes to a banner whose wait ends now.
    private mutating func step() {
        leaving.removeAll { ($0.gone ?? 0) <= now }
        for banner in shown where banner.until <= now { leave(banner) }
        shown.removeAll { $0.until <= now }
        if missed > 0, missedUntil <= now { missed = 0 }
        fill()
        while let index = waiting.firstIndex(where: { $0.until <= now }) { miss(index) }
        arrange()
    }

    private mutating func leave(_ banner: Banner) {
        var banner = banner
        banner.leftAt = now
        leaving.append(banner)
    }

    /// Assigns free lanes to waiting banners.
    private mutating func fill() {
        while shown.count < policy.lanes, let index = nextWaiting() {
            var banner = waiting.remove(at: index)
            banner.cameAt = now
            banner.until = now + policy.stay
            let lane = shown.firstIndex { comes(banner, before: $0) } ?? shown.count
            banner.way = BannerWay(lane: lane)
            shown.insert(banner, at: lane)
            arrange()
        }
    }

    private func nextWaiting() -> Int? {
        waiting.indices.min { comes(waiting[$0], before: waiting[$1]) }
    }

    /// Returns the index of the waiting banner with the smallest total value, the newest of equal ones.
    private func leastWaiting() -> Int {
        waiting.indices.min { (waiting[$0].size, -$0) < (waiting[$1].size, -$1) } ?? 0
    }

    private mutating func miss(_ index: Int) {
        let count = waiting.remove(at: index).count
        missed = Self.sum(missed, count)
        missedInAll = Self.sum(missedInAll, count)
        missedUntil = now + max(policy.stay, .second)
    }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    private func comes(_ one: Banner, before other: Banner) -> Bool {
        if policy.order == .size, one.size != other.size { return one.size > other.size }
        return one.number < other.number
    }

    /// Starts the motion of every banner to its lane.
    private mutating func arrange() {
        shown = shown.sorted { comes($0, before: $1) }
        for lane in shown.indices {
            shown[lane].way.aim(at: lane, at: now, jumps: policy.reducesMotion)
        }
    }
}
