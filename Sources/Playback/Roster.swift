/// Names a gift that is still there, and finds it without a search.
struct Ticket: Hashable, Sendable {
    let slot: Int
    let number: Int
}

/// Every gift that has not ended: the running one, the held one, those that wait and those that are parked.
///
/// It knows where each one is and who is next under the order, the overflow rule and the combining in force; which of
/// them may move when is the controller's business. Looking up and moving a gift costs O(log n).
struct Roster: Sendable {
    enum Place: Sendable {
        case running, held, waiting, parked
    }

    /// A gift with what only the controller needs to know about it.
    struct Presence: Sendable {
        var gift: Gift
        var place: Place
        var isReady: Bool
        let arrivedAtStage: StageTime
        /// Session time of the latest arrival that went into the gift, its own or one merged into it.
        var latestArrival: Nanoseconds
        var latestNumber: Int

        var sameness: Sameness { Sameness(kind: gift.kind, sender: gift.sender) }
    }

    /// What two gifts must share to be merged.
    struct Sameness: Hashable, Sendable {
        let kind: String
        let sender: String
    }

    /// What the indices depend on; a change rebuilds them.
    struct Rules: Hashable, Sendable {
        var order: Settings.Order
        /// `nil` where no limit is set.
        var overflow: Settings.Overflow?
        var combines: Bool

        init(_ settings: Settings) {
            order = settings.order
            overflow = settings.maxWaiting == nil ? nil : settings.overflow
            combines = settings.combineWithin != nil
        }
    }

    private(set) var running: Ticket?
    private(set) var held: Ticket?
    private(set) var waitingCount = 0
    private(set) var parkedCount = 0
    private var rules: Rules
    private var slots: [Presence?] = []
    private var freeSlots: [Int] = []
    private var indices = RosterIndices()

    init(rules: Rules) {
        self.rules = rules
    }

    subscript(ticket: Ticket) -> Presence? {
        guard slots.indices.contains(ticket.slot), let presence = slots[ticket.slot],
            presence.gift.number == ticket.number
        else { return nil }
        return presence
    }

    /// How long the animation of the running gift plays.
    var durationOfRunning: Nanoseconds? {
        guard let running else { return nil }
        return slots[running.slot]?.gift.duration
    }
    /// The gift that plays next of those that wait and have their animation.
    var nextToPlay: Ticket? { indices.playOrder.first?.ticket }
    /// The gift that goes when one too many waits; `nil` where no limit is set.
    var overflowing: Ticket? { indices.overflow.first?.ticket }
    /// The waiting or parked gift that has waited longest for its animation.
    var longestWithoutAnimation: Ticket? { indices.withoutAnimation.first?.ticket }

    /// The gift, if not parked, of this kind and sender that had the latest arrival; `nil` unless combining is on.
    func latestKin(_ sameness: Sameness) -> Ticket? { indices.kin[sameness]?.first?.ticket }

    /// The gifts that `isIncluded`, in order of arrival.
    func tickets(where isIncluded: (Presence) -> Bool) -> [Ticket] {
        slots.enumerated()
            .compactMap { slot, presence in
                guard let presence, isIncluded(presence) else { return nil }
                return Ticket(slot: slot, number: presence.gift.number)
            }
            .sorted { $0.number < $1.number }
    }

    /// The waiting or parked gifts of a kind that lack their animation, in order of arrival.
    func withoutAnimation(kind: String) -> [Ticket] {
        guard let heap = indices.withoutAnimationByKind[kind] else { return [] }
        let slots = slots
        return heap.living { RosterIndices.lacksAnimation($0, in: slots) }.map(\.ticket)
            .sorted { $0.number < $1.number }
    }

    /// The next gifts to play, at most `limit`, of those that wait and have their animation.
    func upNext(_ limit: Int) -> [Ticket] {
        let slots = slots
        return indices.playOrder.smallest(limit) { RosterIndices.isPlayable($0, in: slots) }.map(\.ticket)
    }
}

// MARK: - Changes

extension Roster {
    mutating func add(_ presence: Presence) -> Ticket {
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

    /// Takes a gift out for good.
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

    /// - Parameter duration: how long the animation plays; nil for as long as was said at the arrival.
    mutating func markReady(_ ticket: Ticket, _ isReady: Bool = true, lasting duration: Nanoseconds? = nil) {
        guard var presence = self[ticket] else { return }
        presence.isReady = isReady
        if let duration { presence.gift.duration = max(0, duration) }
        change(ticket, to: presence)
    }

    /// Adds the count of a gift, which arrived at `time` with `number`, to one that is there.
    mutating func merge(count: Int, number: Int, at time: Nanoseconds, into ticket: Ticket) {
        guard var presence = self[ticket] else { return }
        let (sum, overflow) = presence.gift.count.addingReportingOverflow(count)
        presence.gift.count = overflow ? .max : sum
        presence.latestArrival = time
        presence.latestNumber = number
        change(ticket, to: presence)
    }

    mutating func adopt(_ newRules: Rules) {
        guard newRules != rules else { return }
        rules = newRules
        indices = RosterIndices()
        for ticket in tickets(where: { _ in true }) {
            guard let presence = self[ticket] else { continue }
            indices.insert(ticket, presence, rules: rules)
        }
    }

    private mutating func change(_ ticket: Ticket, to new: Presence?) {
        let old = slots[ticket.slot]
        slots[ticket.slot] = new
        if let old {
            tally(ticket, in: old.place, by: -1)
            indices.noteDeath(ticket, was: old, slots: slots, rules: rules, successor: new)
        }
        if let new {
            tally(ticket, in: new.place, by: 1)
            indices.insert(ticket, new, rules: rules, predecessor: old)
        }
    }

    private mutating func tally(_ ticket: Ticket, in place: Place, by step: Int) {
        switch place {
        case .running: running = step > 0 ? ticket : nil
        case .held: held = step > 0 ? ticket : nil
        case .waiting: waitingCount += step
        case .parked: parkedCount += step
        }
    }
}
