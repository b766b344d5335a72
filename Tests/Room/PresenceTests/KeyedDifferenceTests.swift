import Presence
import SeededRandomness
import Testing

@Suite("Lists are compared by key")
struct KeyedDifferenceTests {
    @Test("the kept, inserted and removed elements turn the old list into the new one", arguments: 0..<300)
    func differenceRebuildsTheNewList(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let old = (0..<random.next(below: 30)).map { _ in random.next(below: 20) }
        let new = (0..<random.next(below: 30)).map { _ in random.next(below: 20) }
        let difference = KeyedDifference(from: old, to: new)
        #expect(difference.kept.allSatisfy { old[$0.old] == new[$0.new] })
        #expect((difference.kept.map(\.new) + difference.inserted).sorted() == Array(new.indices))
        #expect((difference.kept.map(\.old) + difference.removed).sorted() == Array(old.indices))
        // The number of kept elements is the largest possible.
        func counts(_ list: [Int]) -> [Int: Int] { Dictionary(list.map { ($0, 1) }, uniquingKeysWith: +) }
        let common = counts(old).map { min($0.value, counts(new)[$0.key, default: 0]) }.reduce(0, +)
        #expect(difference.kept.count == common)
        // Elements that have not moved are in the same order as before.
        let ranks = difference.kept.map(\.old).sorted()
        for (rank, kept) in difference.kept.enumerated() { #expect(kept.isMoved == (ranks[rank] != kept.old)) }
    }

    @Test("insertions and removals do not move other elements")
    func inserted() {
        let difference = KeyedDifference(from: "abcd", to: "xacyd")
        #expect(difference.kept.map(\.old) == [0, 2, 3])
        #expect(difference.kept.allSatisfy { !$0.isMoved })
        #expect(difference.inserted == [0, 3] && difference.removed == [1])
        #expect(KeyedDifference(from: "abc", to: "cab").kept.allSatisfy { $0.isMoved })
        #expect(KeyedDifference(from: "", to: "").kept.isEmpty)
    }
}
