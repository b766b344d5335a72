import ExactNumbers

/// A reference to a gift in the roster, for access without a search.
struct Ticket: Hashable, Sendable {
    let slot: Int
    let number: Int
}

/// The gifts that have not ended: the running, held, waiting and parked ones.
///
/// The roster knows the place of each gift, and the next one for the current order, overflow rule and merging. The
/// controller decides which gift moves when.
///
/// - Complexity: O(log *n*) for looking up and moving a gift.
struct Roster: Sendable {
    enum Place: Sendable {
        case running, held, waiting, parked
    }

    /// The length of an animation.
    typealias Length = (duration: Nanoseconds, loop: GiftLoop?)

    /// A gift with the data that only the controller needs.
    struct Entry: Sendable {
        var gift: Gift
        var place: Place
        var isReady: Bool
        let arrivedAtStage: StageTime
        /// The session time of the latest arrival that went into the gift: its own or that of a merged gift.
        var latestArrival: Nanoseconds
        var latestNumber: Int

        var mergeKey: MergeKey { MergeKey(kind: gift.kind, sender: gift.sender) }
    }

    /// The properties that two gifts must share to be merged.
    struct MergeKey: Hashable, Sendable {
        let kind: String
        let sender: String
    }

    /// The settings on which the indices depend; a change rebuilds the indices.
    struct Rules: Hashable, Sendable {
        var order: Settings.Order
        /// `nil` without a limit.
        var overflow: Settings.Overflow?
        var merges: Bool

        init(_ settings: Settings) {
            order = settings.order
            overflow = settings.maxWaiting == nil ? nil : settings.overflow
            merges = settings.combineWithin != nil
        }
    }

    private(set) var running: Ticket?
    private(set) var held: Ticket?
    private(set) var waitingCount = 0
    private(set) var parkedCount = 0
    private var rules: Rules
    private var slots = ChunkedArray<Entry?>()
    private var freeSlots: [Int] = []
    private var indices = RosterIndices()

    init(rules: Rules) {
        self.rules = rules
    }

    subscript(ticket: Ticket) -> Entry? {
        guard ticket.slot < slots.count, let presence = slots[ticket.slot],
            presence.gift.number == ticket.number
        else { return nil }
        return presence
    }

    /// Returns the place of a gift in the roster.
    func place(of ticket: Ticket) -> Place { slots[ticket.slot]?.place ?? .waiting }

    /// The loop of the running gift's animation.
    var runningLoop: GiftLoop? {
        guard let running else { return nil }
        return slots[running.slot]?.gift.loop
    }
    /// The duration of the running gift's animation.
    var runningDuration: Nanoseconds? {
        guard let running else { return nil }
        return slots[running.slot]?.gift.duration
    }
    /// The next gift to play of those that wait and have their animation.
    var nextToPlay: Ticket? { indices.playOrder.first?.ticket }
    /// The waiting gift to drop next on overflow; `nil` without a limit.
    var nextOverflow: Ticket? { indices.overflow.first?.ticket }
    /// The gift that has waited longest for its animation.
    var longestWaitingForAnimation: Ticket? { indices.withoutAnimation.first?.ticket }

    /// Returns the gift of this kind and sender with the latest arrival, unless it is parked; `nil` if merging is off.
    func latestMergeTarget(_ sameness: MergeKey) -> Ticket? { indices.mergeTargets[sameness]?.first?.ticket }

    /// Returns the gifts that satisfy `isIncluded`, in order of arrival.
    func tickets(where isIncluded: (Entry) -> Bool) -> [Ticket] {
        var found: [Ticket] = []
        var isSorted = true
        for slot in 0..<slots.count {
            guard let presence = slots[slot], isIncluded(presence) else { continue }
            let ticket = Ticket(slot: slot, number: presence.gift.number)
            if let last = found.last, last.number > ticket.number { isSorted = false }
            found.append(ticket)
        }
        return isSorted ? found : found.sorted { $0.number < $1.number }
    }

    /// Returns the gifts of a kind that lack their animation, in order of arrival.
    func withoutAnimation(kind: String) -> [Ticket] {
        guard let heap = indices.withoutAnimationByKind[kind] else { return [] }
        let slots = slots
        return heap.liveEntries { RosterIndices.lacksAnimation($0, in: slots) }.map(\.ticket)
            .sorted { $0.number < $1.number }
    }

    /// Returns the next gifts to play of those that wait and have their animation, at most `limit`.
    func upNext(_ limit: Int) -> [Ticket] {
        let slots = slots
        return indices.playOrder.smallest(limit) { RosterIndices.isPlayable($0, in: slots) }.map(\.ticket)
    }

    /// Returns the gifts that have waited longest for their animation, at most `limit`.
    func longestWaitingForAnimation(_ limit: Int) -> [Ticket] {
        let slots = slots
        return indices.withoutAnimation.smallest(limit) { RosterIndices.lacksAnimation($0, in: slots) }.map(\.ticket)
    }
}

// MARK: - Changes

extension Roster {
    mutating func add(_ presence: Entry) -> Ticket {
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = slots.count
            slots.append(nil)
        }
        let ticket = Ticket(slot: slot, number: presence.gift.number)
        change(ticket, to: presence)
        return ticket
    }

    /// Removes a gift and returns it.
    @discardableResult
    mutating func remove(_ ticket: Ticket) -> Gift? {
        guard let presence = self[ticket] else { return nil }
        change(ticket, to: nil)
        freeSlots.append(ticket.slot)
        return presence.gift
    }

    mutating func move(_ ticket: Ticket, to place: Place) {
        guard var presence = self[ticket] else { return }
        presence.place = place
        change(ticket, to: presence)
    }

    /// Sets whether a gift's animation is ready.
    ///
    /// - Parameters:
    ///   - ticket: The gift.
    ///   - isReady: Whether the animation is ready.
    ///   - length: The duration and the loop of the animation; `nil` keeps those given at the arrival.
    mutating func markReady(_ ticket: Ticket, _ isReady: Bool = true, length: Length? = nil) {
        guard var presence = self[ticket] else { return }
        presence.isReady = isReady
        if let length {
            presence.gift.duration = length.duration
            presence.gift.loop = length.loop?.within(length.duration)
        }
        change(ticket, to: presence)
    }

    /// Adds the count of a gift that arrived at `time` with `number` to a gift in the roster.
    mutating func merge(count: Int, number: Int, at time: Nanoseconds, into ticket: Ticket) {
        guard var presence = self[ticket] else { return }
        presence.gift.count = presence.gift.count.addingSaturating(count)
        presence.latestArrival = time
        presence.latestNumber = number
        change(ticket, to: presence)
    }

    mutating func apply(_ newRules: Rules) {
        guard newRules != rules else { return }
        rules = newRules
        indices = RosterIndices()
        for ticket in tickets(where: { _ in true }) {
            guard let presence = self[ticket] else { continue }
            indices.insert(ticket, presence, rules: rules)
        }
    }

    private mutating func change(_ ticket: Ticket, to new: Entry?) {
        let old = slots[ticket.slot]
        slots[ticket.slot] = new
        if let old {
            adjustCounts(ticket, in: old.place, by: -1)
            indices.recordRemoval(ticket, was: old, slots: slots, rules: rules, successor: new)
        }
        if let new {
            adjustCounts(ticket, in: new.place, by: 1)
            indices.insert(ticket, new, rules: rules, predecessor: old)
        }
    }

    private mutating func adjustCounts(_ ticket: Ticket, in place: Place, by step: Int) {
        switch place {
        case .running: running = step > 0 ? ticket : nil
        case .held: held = step > 0 ? ticket : nil
        case .waiting: waitingCount += step
        case .parked: parkedCount += step
        }
    }
}
