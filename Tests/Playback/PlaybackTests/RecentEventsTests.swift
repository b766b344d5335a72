import SeededRandomness
import Testing

@testable import Playback

/// Tests of which event ids are remembered, and for how long.
@Suite struct RecentEventsTests {
    private static let capacity = RecentEvents.capacity

    /// Inserts an id and expects that it was known or not.
    private func expectInsert(_ id: String, _ events: inout RecentEvents, isKnown: Bool) {
        let wasKnown = events.insert(id)
        #expect(wasKnown == isKnown, "\(id)")
    }

    /// Inserts `count` new ids, numbered from `first`.
    private func fill(_ events: inout RecentEvents, _ count: Int, from first: Int) {
        let known = (first..<first + count).count { events.insert("other-\($0)") }
        #expect(known == 0)
    }

    @Test("an id is remembered for exactly as many arrivals as the capacity")
    func idIsRememberedUpToCapacity() {
        var events = RecentEvents()
        expectInsert("m", &events, isKnown: false)
        fill(&events, Self.capacity - 1, from: 0)
        var copy = events
        expectInsert("m", &copy, isKnown: true)
        fill(&events, 1, from: Self.capacity)
        expectInsert("m", &events, isKnown: false)
    }

    @Test("a repeated id is remembered from its last arrival", arguments: [1, 2, capacity / 2, capacity - 1])
    func repeatedIDIsRememberedFromLastArrival(distance: Int) {
        var events = RecentEvents()
        expectInsert("m", &events, isKnown: false)
        fill(&events, distance - 1, from: 0)
        expectInsert("m", &events, isKnown: true)
        // The first arrival is forgotten on the way, but the second one counts.
        fill(&events, Self.capacity - 1, from: distance)
        var copy = events
        expectInsert("m", &copy, isKnown: true)
        fill(&events, 1, from: distance + Self.capacity)
        expectInsert("m", &events, isKnown: false)
    }

    @Test("the result is the same as with a list of all arrivals", arguments: 1...4 as ClosedRange<UInt64>)
    func matchesListOfAllArrivals(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var events = RecentEvents()
        var latest: [String: Int] = [:]
        for number in 0..<35_000 {
            // Ids that repeat after a few arrivals, and ids that repeat after about as many arrivals as the capacity.
            let id = random.next(below: 2) == 0 ? "a-\(random.next(below: 50))" : "b-\(random.next(below: 6_000))"
            let isRemembered = latest[id].map { number - $0 <= Self.capacity } ?? false
            latest[id] = number
            guard events.insert(id) == isRemembered else {
                Issue.record("seed \(seed), arrival \(number): \(id)")
                return
            }
        }
    }
}
