/// A hash table with open addressing of the known states and the numbers of gifts and actions with which they were
/// reached.
///
/// The numbers of a state are a set of (gifts, actions) pairs that is closed upwards: a state that is reached with more
/// of both has no future that the state with fewer does not have.
struct VisitedStates {
    private struct Slot {
        var high: UInt64 = 0
        var low: UInt64 = 0
        /// The set of pairs as bits; 0 marks an empty slot.
        var reachedPairs: UInt64 = 0
    }

    private var slots = ContiguousArray(repeating: Slot(), count: 1 << 12)
    private let actionCounts: Int
    /// For each pair, the set of pairs with at least as many gifts and actions.
    private let dominatedPairs: [UInt64]
    private(set) var count = 0

    /// Creates an empty table for sessions with up to `gifts` gifts and `actions` actions.
    ///
    /// - SeeAlso: ``ExplorationPlan/isPermitted(gifts:actions:)``
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
        self.dominatedPairs = above
    }

    /// Returns whether the state has been reached with at most as many gifts and actions.
    func contains(_ state: Fingerprint, _ spent: UsedMoves) -> Bool {
        slots[index(of: state)].reachedPairs & 1 << (spent.gifts * actionCounts + spent.actions) != 0
    }

    /// Inserts a state and returns whether it, or its numbers, are new.
    mutating func insert(_ state: Fingerprint, _ spent: UsedMoves) -> Bool {
        let position = spent.gifts * actionCounts + spent.actions
        var index = index(of: state)
        let reached = slots[index].reachedPairs
        guard reached & 1 << position == 0 else { return false }
        if reached == 0 {
            if count * 4 >= slots.count * 3 {
                grow()
                index = self.index(of: state)
            }
            count += 1
        }
        slots[index] = Slot(high: state.high, low: state.low, reachedPairs: reached | dominatedPairs[position])
        return true
    }

    /// Returns the index of the slot that has the state, or of the empty slot for it.
    private func index(of state: Fingerprint) -> Int {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: state.high) & mask
        while slots[index].reachedPairs != 0, slots[index].high != state.high || slots[index].low != state.low {
            index = (index + 1) & mask
        }
        return index
    }

    private mutating func grow() {
        let old = slots
        slots = ContiguousArray(repeating: Slot(), count: old.count * 2)
        for slot in old where slot.reachedPairs != 0 {
            slots[index(of: Fingerprint(high: slot.high, low: slot.low))] = slot
        }
    }
}

/// The numbers of used gifts and actions, in two bytes to save memory: there is one for each state.
struct UsedMoves: Hashable, Sendable {
    private let giftCount: UInt8
    private let actionCount: UInt8

    init(gifts: Int, actions: Int) {
        giftCount = UInt8(clamping: gifts)
        actionCount = UInt8(clamping: actions)
    }

    var gifts: Int { Int(giftCount) }
    var actions: Int { Int(actionCount) }
}
