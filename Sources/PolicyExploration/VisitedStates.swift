/// The states seen so far, and with how few gifts and actions each was reached: an open-addressing table.
///
/// Which counts a state was reached with is a set of (gifts, actions) pairs, closed upwards: who gets there with more of
/// both can do nothing that the one with less could not.
struct VisitedStates {
    private struct Slot {
        var high: UInt64 = 0
        var low: UInt64 = 0
        /// 0 marks an empty slot.
        var reached: UInt64 = 0
    }

    private var slots = ContiguousArray(repeating: Slot(), count: 1 << 12)
    private let actionCounts: Int
    /// For each pair the set of those that need at least as many of both.
    private let above: [UInt64]
    private(set) var count = 0

    /// No states of sessions with up to so many gifts and actions; see ``ExplorationPlan/fits(gifts:actions:)``.
    init(gifts: Int, actions: Int) {
        actionCounts = actions + 1
        var above: [UInt64] = []
        for gift in 0...gifts {
            for action in 0...actions {
                var set: UInt64 = 0
                for more in gift...gifts {
                    for further in action...actions { set |= 1 << (more * (actions + 1) + further) }
                }
                above.append(set)
            }
        }
        self.above = above
    }

    /// Whether the state has been reached with no more gifts and no more actions.
    func contains(_ state: Fingerprint, _ spent: Spent) -> Bool {
        slots[index(of: state)].reached & 1 << (spent.gifts * actionCounts + spent.actions) != 0
    }

    /// Enters a state, and tells whether that says anything new.
    mutating func insert(_ state: Fingerprint, _ spent: Spent) -> Bool {
        let position = spent.gifts * actionCounts + spent.actions
        var index = index(of: state)
        let reached = slots[index].reached
        guard reached & 1 << position == 0 else { return false }
        if reached == 0 {
            if count * 4 >= slots.count * 3 {
                grow()
                index = self.index(of: state)
            }
            count += 1
        }
        slots[index] = Slot(high: state.high, low: state.low, reached: reached | above[position])
        return true
    }

    /// Where the state is, or would be.
    private func index(of state: Fingerprint) -> Int {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: state.high) & mask
        while slots[index].reached != 0, slots[index].high != state.high || slots[index].low != state.low {
            index = (index + 1) & mask
        }
        return index
    }

    private mutating func grow() {
        let old = slots
        slots = ContiguousArray(repeating: Slot(), count: old.count * 2)
        for slot in old where slot.reached != 0 {
            slots[index(of: Fingerprint(high: slot.high, low: slot.low))] = slot
        }
    }
}

/// How many gifts have been sent and how many actions done; small, since there are as many of them as states.
struct Spent: Hashable, Sendable {
    private let giftCount: UInt8
    private let actionCount: UInt8

    init(gifts: Int, actions: Int) {
        giftCount = UInt8(clamping: gifts)
        actionCount = UInt8(clamping: actions)
    }

    var gifts: Int { Int(giftCount) }
    var actions: Int { Int(actionCount) }
}
