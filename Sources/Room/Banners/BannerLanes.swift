public import ExactNumbers

/// The lanes of banners and the queue for them: a state machine on session time.
///
/// A gift of a streak increases the count of its banner, wherever that is. Another gift takes a free lane, or waits for
/// one for a short time. Gifts that find no lane are counted and shown as a number, so no gift goes unnoticed.
///
///     var lanes = BannerLanes()
///     lanes.receive(arrival, at: now)
///     lanes.advance(to: now + .second)
///     for banner in lanes.visible { draw(banner, banner.pose(at: now)) }
public struct BannerLanes: Sendable {
    /// The policy of the lanes.
    public private(set) var policy: BannerPolicy
    /// The banners in their lanes, from the first lane.
    public private(set) var visible: [Banner] = []
    /// The banners that are leaving and have no lane.
    public private(set) var leaving: [Banner] = []
    /// The banners that wait for a lane, in order of creation.
    private(set) var waiting: [Banner] = []
    /// The number of gifts that found no lane within the last seconds.
    public private(set) var recentlyMissed = 0
    /// The number of gifts that have found no lane since the beginning.
    public private(set) var totalMissed = 0
    private var recentlyMissedUntil: Nanoseconds = 0
    private var now: Nanoseconds = 0
    private var lastNumber = 0

    /// The longest time for which a banner waits for a lane: a later one would not match the gift on stage.
    public static let waitTimeout: Nanoseconds = 3 * .second
    /// The maximum number of waiting banners; with many gifts, more would not find a lane in time.
    public static let maxWaiting = 12

    /// Creates empty lanes.
    public init(_ policy: BannerPolicy = BannerPolicy()) {
        self.policy = policy
    }

    // MARK: - Events

    /// Handles a gift.
    ///
    /// - Returns: Whether the gift gets its own banner; `false` if it increases the count of another one.
    @discardableResult
    public mutating func receive(_ arrival: BannerArrival, at time: Nanoseconds) -> Bool {
        advance(to: time)
        if let index = visible.firstIndex(where: { $0.arrival.key == arrival.key }) {
            if visible[index].grow(by: arrival, at: now) {
                visible[index].expiresAt = now + policy.stay
                assignLanes()
            }
            return false
        }
        if let index = waiting.firstIndex(where: { $0.arrival.key == arrival.key }) {
            _ = waiting[index].grow(by: arrival, at: now)
            return false
        }
        lastNumber += 1
        waiting.append(
            Banner(
                arrival, number: lastNumber, at: now, expiresAt: now + Self.waitTimeout,
                reducesMotion: policy.reducesMotion))
        fillFreeLanes()
        if policy.lanes == 0 || waiting.count > Self.maxWaiting { removeMissed(at: smallestWaitingIndex()) }
        return true
    }

    /// Sets the note of a gift that does not play on stage, on its banner or on a new one.
    public mutating func setNote(_ note: String, of arrival: BannerArrival, at time: Nanoseconds) {
        advance(to: time)
        if !hasBanner(arrival.key) { receive(arrival, at: time) }
        if let index = visible.firstIndex(where: { $0.arrival.key == arrival.key }) {
            visible[index].note = note
            visible[index].expiresAt = max(visible[index].expiresAt, now + policy.stay)
        } else if let index = waiting.firstIndex(where: { $0.arrival.key == arrival.key }) {
            waiting[index].note = note
        }
    }

    /// Applies a new policy from now on.
    public mutating func apply(_ policy: BannerPolicy, at time: Nanoseconds) {
        advance(to: time)
        guard policy != self.policy else { return }
        self.policy = policy
        while visible.count > policy.lanes, let last = visible.popLast() { startExit(of: last) }
        while policy.lanes == 0, !waiting.isEmpty { removeMissed(at: 0) }
        fillFreeLanes()
        assignLanes()
    }

    /// Advances to a time; the number of steps has no influence on the result.
    ///
    /// - Returns: Whether anything has changed.
    @discardableResult
    public mutating func advance(to time: Nanoseconds) -> Bool {
        var hasChanged = false
        while let due = nextDue, due <= time {
            now = max(now, due)
            performDueChanges()
            hasChanged = true
        }
        now = max(now, time)
        return hasChanged
    }

    /// The time of the next change if no event occurs before.
    public var nextDue: Nanoseconds? {
        // The room asks before each request of another program, so nothing is collected.
        var due = recentlyMissed > 0 ? recentlyMissedUntil : Nanoseconds.max
        for index in visible.indices { due = min(due, visible[index].expiresAt) }
        for index in waiting.indices { due = min(due, waiting[index].expiresAt) }
        for index in leaving.indices { due = min(due, leaving[index].disappearsAt ?? .max) }
        return due < .max ? due : nil
    }

    /// Returns whether a later moment looks different even without an event.
    public func isMoving(at time: Nanoseconds) -> Bool {
        !leaving.isEmpty || visible.contains { $0.isMoving(at: time) }
    }

    // MARK: - Consequences

    private func hasBanner(_ key: BannerArrival.Key) -> Bool {
        visible.contains { $0.arrival.key == key } || waiting.contains { $0.arrival.key == key }
    }

    /// Performs the changes that are due now. A lane that becomes free goes to a banner whose wait ends now.
    private mutating func performDueChanges() {
        leaving.removeAll { ($0.disappearsAt ?? 0) <= now }
        for banner in visible where banner.expiresAt <= now { startExit(of: banner) }
        visible.removeAll { $0.expiresAt <= now }
        if recentlyMissed > 0, recentlyMissedUntil <= now { recentlyMissed = 0 }
        fillFreeLanes()
        while let index = waiting.firstIndex(where: { $0.expiresAt <= now }) { removeMissed(at: index) }
        assignLanes()
    }

    private mutating func startExit(of banner: Banner) {
        var banner = banner
        banner.exitStartedAt = now
        leaving.append(banner)
    }

    /// Assigns free lanes to waiting banners.
    private mutating func fillFreeLanes() {
        while visible.count < policy.lanes, let index = nextWaitingIndex() {
            var banner = waiting.remove(at: index)
            banner.enteredAt = now
            banner.expiresAt = now + policy.stay
            let lane = visible.firstIndex { isOrdered(banner, before: $0) } ?? visible.count
            banner.laneMotion = LaneMotion(lane: lane)
            visible.insert(banner, at: lane)
            assignLanes()
        }
    }

    private func nextWaitingIndex() -> Int? {
        waiting.indices.min { isOrdered(waiting[$0], before: waiting[$1]) }
    }

    /// Returns the index of the waiting banner with the smallest total value, the newest of equal ones.
    private func smallestWaitingIndex() -> Int {
        waiting.indices.min { (waiting[$0].totalValue, -$0) < (waiting[$1].totalValue, -$1) } ?? 0
    }

    private mutating func removeMissed(at index: Int) {
        let count = waiting.remove(at: index).count
        recentlyMissed = recentlyMissed.addingSaturating(count)
        totalMissed = totalMissed.addingSaturating(count)
        recentlyMissedUntil = now + max(policy.stay, .second)
    }

    private func isOrdered(_ one: Banner, before other: Banner) -> Bool {
        if policy.order == .size, one.totalValue != other.totalValue { return one.totalValue > other.totalValue }
        return one.number < other.number
    }

    /// Starts the motion of every banner to its lane.
    private mutating func assignLanes() {
        visible = visible.sorted { isOrdered($0, before: $1) }
        for lane in visible.indices {
            visible[lane].laneMotion.retarget(to: lane, at: now, jumps: policy.reducesMotion)
        }
    }
}
