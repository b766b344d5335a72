/// A permutation of the gift kinds that leads to the same state from all states that differ only by an exchange of kinds
/// with equal properties.
struct KindRenaming {
    /// The new number of each kind, in four bits: there are at most 16 kinds.
    private var numbers: UInt64 = 0xFEDC_BA98_7654_3210
    /// The kinds, as bits, that need not be tried because another one is in the same situation.
    private(set) var redundant: UInt64 = 0

    /// Returns the new number of a kind.
    func callAsFunction(_ kind: Int) -> Int { kind < 16 ? Int(numbers >> (4 * UInt64(kind)) & 15) : kind }

    /// Returns a set of kinds, as bits, with their new numbers.
    func callAsFunction(set kinds: UInt64) -> UInt64 {
        var left = kinds
        var renamed: UInt64 = 0
        while left != 0 {
            renamed |= 1 << self(left.trailingZeroBitCount)
            left &= left - 1
        }
        return renamed
    }

    /// Renames interchangeable kinds.
    ///
    /// - Parameters:
    ///   - kinds: The kinds, in ascending order.
    ///   - present: The kinds of the present gifts, in a fixed order of these gifts.
    ///   - missing: The kinds, as bits, whose animation is missing.
    mutating func rename(_ kinds: [Int], present: [Int], missing: UInt64) {
        var order: [Int] = []
        for kind in present where kinds.contains(kind) && !order.contains(kind) { order.append(kind) }
        let absent = kinds.filter { !order.contains($0) }
        let (withAnimation, without) = (
            absent.filter { missing & 1 << $0 == 0 }, absent.filter { missing & 1 << $0 != 0 }
        )
        for kind in withAnimation.dropFirst() + without.dropFirst() { redundant |= 1 << kind }
        for (number, kind) in zip(kinds, order + withAnimation + without) {
            numbers &= ~(15 << (4 * UInt64(kind)))
            numbers |= UInt64(number) << (4 * UInt64(kind))
        }
    }
}

extension ExplorationPlan {
    /// The sets of kinds that differ only in their names, and whose names no expression has.
    func symmetricKinds(_ watched: StateAbstraction) -> [[Int]] {
        guard !watched.distinguishesKinds else { return [] }
        var sets: [[Int]] = []
        for index in kinds.indices where !watched.kindNames.contains(kinds[index].name) {
            let same = sets.firstIndex { set in
                kinds[set[0]].kind == kinds[index].kind && kinds[set[0]].count == kinds[index].count
            }
            if let same { sets[same].append(index) } else { sets.append([index]) }
        }
        return sets.filter { $0.count > 1 }
    }
}
