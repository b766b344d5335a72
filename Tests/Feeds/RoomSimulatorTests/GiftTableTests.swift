import RoomEvents
import Testing

@testable import RoomSimulator

@Suite("The kinds that a simulated room sends")
struct GiftTableTests {
    private static let kinds = [1, 10, 100].map { GiftKind(id: "k-\($0)", name: "", value: $0) }

    /// Returns how often each kind is drawn in ten thousand draws.
    private func counts(_ table: GiftTable) -> [String: Int] {
        var random = SeededRandom(seed: 5)
        return (0..<10_000).reduce(into: [:]) { counts, _ in
            guard let kind = table.randomKind(.any, expensiveFactor: 1, random: &random) else { return }
            counts[table.kinds[kind].id, default: 0] += 1
        }
    }

    @Test(
        "a new kind is sent as often as the next dearer of the original kinds, or else as the dearest",
        arguments: [(1, "k-1"), (2, "k-10"), (10, "k-10"), (11, "k-100"), (100, "k-100"), (101, "k-100")])
    func newKindHasFrequencyOfSimilarKind(value: Int, like: String) {
        var table = GiftTable(kinds: Self.kinds, weights: ["k-1": 16, "k-10": 4, "k-100": 1])
        table.replaceKinds(with: Self.kinds + [GiftKind(id: "new", name: "", value: value)])
        let counts = counts(table)
        let (new, old) = (Double(counts["new"] ?? 0), Double(counts[like] ?? 0))
        #expect(abs(new / old - 1) < 0.3, "\(counts)")
    }

    @Test(
        "the dearest third of the kinds, rounded up, is dear",
        arguments: [(1, 1), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3)]
    )
    func mostExpensiveThirdIsExpensive(count: Int, dearCount: Int) {
        let kinds = (1...count).map { GiftKind(id: "k-\($0)", name: "", value: $0) }
        let table = GiftTable(kinds: kinds, weights: Dictionary(uniqueKeysWithValues: kinds.map { ($0.id, 1) }))
        #expect(kinds.indices.map { table.isExpensive($0) } == kinds.indices.map { $0 >= count - dearCount })
    }
}
