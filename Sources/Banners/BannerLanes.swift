public import Playback

/// The lanes in which banners run, and those who wait for one: a state machine on session time.
///
/// A gift of a streak counts its banner up, wherever that is; another one comes to a free lane, or waits for one for a
/// moment. What waited in vain is counted and said in a number: no gift passes unseen.
///
///     var lanes = BannerLanes()
///     lanes.take(arrival, at: now)
///     lanes.advance(to: now + .second)
///     for banner in lanes.shown { draw(banner, banner.pose(at: now)) }
public struct BannerLanes: Sendable {
    /// How the room is shared.
    public private(set) var policy: BannerPolicy
    /// The banners in their lanes, the first lane first.
    public private(set) var shown: [Banner] = []
    /// The banners that fade, which have no lane any more.
    public private(set) var leaving: [Banner] = []
    /// Those who wait for a lane, in the order in which they came.
    private(set) var waiting: [Banner] = []
    /// How many gifts found no lane within the last seconds.
    public private(set) var missed = 0
    /// How many gifts have found no lane since the beginning.
    public private(set) var missedInAll = 0
    private var missedUntil: Nanoseconds = 0
    private var now: Nanoseconds = 0
    private var bannersMade = 0

    /// How long a banner waits for a lane: what is shown later would be about another gift than the one on stage.
    public static let patience: Nanoseconds = 3 * .second
    /// Most banners that wait: in a storm more would not find a lane in time.
    public static let mostWaiting = 12

    /// Empty lanes.
    public init(_ policy: BannerPolicy = BannerPolicy()) {
        self.policy = policy
    }

    // MARK: - What happens

    /// Takes a gift.
    /// - Returns: Whether it has a banner of its own; false where it counts one up.
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

    /// Says of a gift what became of it, where that is nothing on the stage: on its banner, or on a new one.
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

    /// Shares the room in another way from now on.
    public mutating func follow(_ policy: BannerPolicy, at time: Nanoseconds) {
        advance(to: time)
        guard policy != self.policy else { return }
        self.policy = policy
        while shown.count > policy.lanes, let last = shown.popLast() { leave(last) }
        while policy.lanes == 0, !waiting.isEmpty { miss(0) }
        fill()
        arrange()
    }

    /// Lets time pass. It makes no difference in how many steps.
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

    /// When something changes next, if nothing happens before.
    public var nextDue: Nanoseconds? {
        var due = shown.map(\.until) + waiting.map(\.until) + leaving.compactMap(\.gone)
        if missed > 0 { due.append(missedUntil) }
        return due.min()
    }

    /// Whether a later moment looks different, even if nothing happens.
    public func isMoving(at time: Nanoseconds) -> Bool {
        !leaving.isEmpty || shown.contains { $0.isMoving(at: time) }
    }

    // MARK: - What follows

    private func hasBanner(_ key: BannerArrival.Key) -> Bool {
        shown.contains { $0.arrival.key == key } || waiting.contains { $0.arrival.key == key }
    }

    /// Carries out what is due now. A lane that is free now is for one whose patience ends now.
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

    /// Gives free lanes to those who wait.
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

    /// The one whose loss is the smallest.
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

    /// Sends every banner on its way to its lane.
    private mutating func arrange() {
        shown = shown.sorted { comes($0, before: $1) }
        for lane in shown.indices {
            shown[lane].way.aim(at: lane, at: now, jumps: policy.reducesMotion)
        }
    }
}
