/// The difference between two lists of keyed elements.
///
/// If a key occurs several times, the first occurrences are matched, then the second ones, and so on.
///
/// - Complexity: O(*n*), where *n* is the length of both lists together.
package struct KeyedDifference: Hashable, Sendable {
    /// An element of both lists.
    package struct Kept: Hashable, Sendable {
        /// The index in the old list.
        package let old: Int
        /// The index in the new list.
        package let new: Int
        /// Whether the position among the kept elements differs.
        package let isMoved: Bool
    }

    /// The elements of both lists, in the order of the new list.
    package private(set) var kept: [Kept] = []
    /// The indices of the inserted elements in the new list, in ascending order.
    package private(set) var inserted: [Int] = []
    /// The indices of the removed elements in the old list, in ascending order.
    package private(set) var removed: [Int] = []

    /// Compares two lists of keys.
    package init<Key: Hashable>(from old: some Sequence<Key>, to new: some Sequence<Key>) {
        // The next unmatched old occurrence of each key; `chain` links later ones.
        var places: [Key: (next: Int, last: Int)] = [:]
        var chain: [Int] = []
        for key in old {
            let index = chain.count
            chain.append(-1)
            if let place = places[key] {
                chain[place.last] = index
                places[key]?.last = index
            } else {
                places[key] = (index, index)
            }
        }
        var isKept = [Bool](repeating: false, count: chain.count)
        var pairs: [(old: Int, new: Int)] = []
        for (index, key) in new.enumerated() {
            if let place = places[key], place.next >= 0 {
                pairs.append((place.next, index))
                isKept[place.next] = true
                places[key]?.next = chain[place.next]
            } else {
                inserted.append(index)
            }
        }
        removed = isKept.indices.filter { !isKept[$0] }
        kept = Self.ranked(pairs, isKept)
    }

    /// Returns the pairs, and whether their rank among the kept elements differs.
    private static func ranked(_ pairs: [(old: Int, new: Int)], _ isKept: [Bool]) -> [Kept] {
        var ranks = [Int](repeating: 0, count: isKept.count)
        var rank = 0
        for index in isKept.indices where isKept[index] {
            ranks[index] = rank
            rank += 1
        }
        return pairs.enumerated().map { rank, pair in
            Kept(old: pair.old, new: pair.new, isMoved: ranks[pair.old] != rank)
        }
    }
}
