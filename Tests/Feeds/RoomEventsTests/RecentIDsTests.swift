import Testing

@testable import RoomEvents
@testable import RoomSimulator

@Suite("Recent ids")
struct RecentIDsTests {
    @Test("the newest ids are remembered up to the capacity, and the oldest is forgotten first")
    func oldestIDIsForgottenFirst() {
        var recent = RecentIDs(capacity: 3)
        let ids = (0..<12).map { "m-\($0)" }
        for (index, id) in ids.enumerated() {
            let isNew = recent.insert(id)
            let isNewAgain = recent.insert(id)
            #expect(isNew && !isNewAgain)
            #expect(ids.filter { recent.contains($0) } == Array(ids[max(0, index - 2)...index]))
        }
    }

    @Test("a missing id is always new, and without capacity every id is new")
    func missingIDIsAlwaysNew() {
        var recent = RecentIDs(capacity: 3)
        var forgetful = RecentIDs(capacity: 0)
        let answers = [nil, "", nil, ""].map { recent.insert($0) } + ["a", "a"].map { forgetful.insert($0) }
        #expect(answers == Array(repeating: true, count: 6))
    }
}

@Suite("Gift kinds by value")
struct KindsByPriceTests {
    @Test(
        "the lookup finds the dearest kind up to a value, or else the cheapest kind",
        arguments: [(0, "a"), (9, "a"), (10, "a"), (11, "a"), (19, "a"), (20, "c"), (21, "c"), (99, "d"), (500, "d")])
    func mostExpensiveKindUpToValueIsFound(value: Int, id: String) {
        let prices = [("d", 99), ("a", 10), ("b", 20), ("c", 20)]
        let kinds = AvailableKinds(prices.map { GiftKind(id: $0.0, name: "", value: $0.1) })
        #expect(kinds.mostExpensive(upTo: value)?.id == id)
        #expect(kinds.all.map(\.id) == ["a", "b", "c", "d"])
        #expect(AvailableKinds([]).mostExpensive(upTo: value) == nil)
    }
}
