/// What became of the elements of a list, told by their keys, in time linear in the length of both lists.
///
/// Of a key that occurs several times the first occurrences belong together, the second ones, and so on.
public struct KeyedDifference: Hashable, Sendable {
    /// An element that is in both lists.
    public struct Kept: Hashable, Sendable {
        /// Its index in the old list.
        public let old: Int
        /// Its index in the new list.
        public let new: Int
        /// Whether it stands elsewhere among those that are in both lists.
        public let isMoved: Bool
    }

    /// What is in both, in the order of the new list.
    public private(set) var kept: [Kept] = []
    /// Indices in the new list of what came, rising.
    public private(set) var inserted: [Int] = []
    /// Indices in the old list of what went, rising.
    public private(set) var removed: [Int] = []

    /// Compares two lists of keys.
    public init<Key: Hashable>(from old: some Sequence<Key>, to new: some Sequence<Key>) {
        // Each key's next old occurrence; those after it are chained behind.
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

    /// The pairs with whether their rank among the kept has changed.
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
