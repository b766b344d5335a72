/// A hash table with open addressing of the known states and the numbers of gifts and actions with which they were
/// reached.
///
/// The numbers of a state are a set of (gifts, actions) pairs that is closed upwards: a state that is reached with more
/// of both has no future that the state with fewer does not have. There are at most 12 870 such sets, so that two bytes
/// name one. A state takes 12 bytes, and with the free slots fewer than 23 on average.
struct VisitedStates {
    /// A state: 80 bits of its fingerprint, of which the shard adds 6 more.
    private struct Slot {
        var first: UInt32 = 0
        var second: UInt32 = 0
        var third: UInt16 = 0
        /// The index of the set of pairs; 0 marks an empty slot.
        var pairs: UInt16 = 0

        init() {}

        init(_ state: Fingerprint) {
            first = UInt32(truncatingIfNeeded: state.low)
            second = UInt32(truncatingIfNeeded: state.low >> 32)
            third = UInt16(truncatingIfNeeded: state.high)
        }

        func isSame(as other: Slot) -> Bool {
            first == other.first && second == other.second && third == other.third
        }

        /// The bits that choose the slot, all of them among those that are kept, so that a table can grow.
        var position: UInt64 {
            (UInt64(second) << 32 | UInt64(first)) &* 0x9E37_79B9_7F4A_7C15
        }
    }

    /// The states whose fingerprints begin with the same six bits. Each shard grows by itself, so that little memory is
    /// needed for two copies.
    private struct Shard {
        var slots = ContiguousArray(repeating: Slot(), count: 64)
        var count = 0

        /// Returns the index of the slot that has the state, or of the empty slot for it.
        func index(of state: Slot) -> Int {
            var index = Int(truncatingIfNeeded: state.position.multipliedFullWidth(by: UInt64(slots.count)).high)
            while slots[index].pairs != 0, !slots[index].isSame(as: state) {
                index += 1
                if index == slots.count { index = 0 }
            }
            return index
        }

        mutating func grow() {
            let old = slots
            slots = ContiguousArray(repeating: Slot(), count: old.count + old.count / 2)
            for slot in old where slot.pairs != 0 { slots[index(of: slot)] = slot }
        }
    }

    private var shards = ContiguousArray(repeating: Shard(), count: 64)
    private let actionCounts: Int
    /// For each pair, the set of pairs with at least as many gifts and actions.
    private let dominatedPairs: [UInt64]
    /// The sets of pairs that occur, the empty one first, and their indices.
    private var pairSets: [UInt64] = [0]
    private var indicesOfSets: [UInt64: UInt16] = [0: 0]
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
        let shard = Int(truncatingIfNeeded: state.high >> 58)
        let index = shards[shard].index(of: Slot(state))
        let reached = pairSets[Int(shards[shard].slots[index].pairs)]
        return reached & 1 << (spent.gifts * actionCounts + spent.actions) != 0
    }

    /// Inserts a state and returns whether it, or its numbers, are new.
    mutating func insert(_ state: Fingerprint, _ spent: UsedMoves) -> Bool {
        let position = spent.gifts * actionCounts + spent.actions
        let shard = Int(truncatingIfNeeded: state.high >> 58)
        var slot = Slot(state)
        var index = shards[shard].index(of: slot)
        let reached = pairSets[Int(shards[shard].slots[index].pairs)]
        guard reached & 1 << position == 0 else { return false }
        if reached == 0 {
            if shards[shard].count * 5 >= shards[shard].slots.count * 4 {
                shards[shard].grow()
                index = shards[shard].index(of: slot)
            }
            shards[shard].count += 1
            count += 1
        }
        slot.pairs = indexOfSet(reached | dominatedPairs[position])
        shards[shard].slots[index] = slot
        return true
    }

    private mutating func indexOfSet(_ set: UInt64) -> UInt16 {
        if let index = indicesOfSets[set] { return index }
        let index = UInt16(pairSets.count)
        pairSets.append(set)
        indicesOfSets[set] = index
        return index
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
