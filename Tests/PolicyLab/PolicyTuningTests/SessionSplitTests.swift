import SeededRandomness
import Testing

@testable import PolicyTuning

@Suite("The split of sessions")
struct SessionSplitTests {
    private typealias Session = (index: Int, identity: UInt64, groups: [UInt64])

    /// Returns sessions at random, with copies among them, in some rooms and days.
    private static func sessions(_ count: Int, seed: UInt64, isGrouped: Bool) -> [Session] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            (
                index, UInt64(random.next(below: count * 2)),
                isGrouped
                    ? [UInt64(100 + random.next(below: count / 2)), UInt64(1_000 + random.next(below: count))] : []
            )
        }
    }

    @Test("each session is on one side, and nothing on one side depends on the other", arguments: 1...30)
    func splitNeverLeaks(seed: Int) throws {
        for isGrouped in [false, true] {
            let sessions = Self.sessions(40, seed: UInt64(seed), isGrouped: isGrouped)
            guard let split = SessionSplit(sessions, share: 0.3, seed: UInt64(seed)) else {
                #expect(isGrouped, "seed \(seed)")
                continue
            }
            #expect((split.tuned + split.heldOut).sorted() == Array(0..<40), "seed \(seed)")
            #expect(!split.tuned.isEmpty && !split.heldOut.isEmpty, "seed \(seed)")
            func identities(_ side: [Int]) -> Set<UInt64> { Set(side.map { sessions[$0].identity }) }
            func groups(_ side: [Int]) -> Set<UInt64> { Set(side.flatMap { sessions[$0].groups }) }
            #expect(identities(split.tuned).isDisjoint(with: identities(split.heldOut)), "seed \(seed)")
            #expect(groups(split.tuned).isDisjoint(with: groups(split.heldOut)), "seed \(seed)")
        }
    }

    @Test("the split depends on the gifts and the seed, not on the order of the sessions", arguments: 1...10)
    func orderDoesNotMatter(seed: Int) throws {
        let sessions: [Session] = (0..<30).map { ($0, UInt64($0) &* 0x9E37_79B9, []) }
        var random = SeededGenerator(seed: UInt64(seed))
        let split = try #require(SessionSplit(sessions, share: 0.3, seed: 7))
        #expect(split.heldOut.count == 9)
        #expect(SessionSplit(sessions.shuffled(using: &random), share: 0.3, seed: 7) == split, "seed \(seed)")
        #expect(SessionSplit(sessions, share: 0.3, seed: 8) != split)
    }

    @Test("sessions that all depend on each other cannot be split")
    func dependentSessionsAreNotSplit() {
        #expect(SessionSplit([(0, 1, []), (1, 1, [])], share: 0.5, seed: 1) == nil)
        #expect(SessionSplit([(0, 1, [5]), (1, 2, [5])], share: 0.5, seed: 1) == nil)
        #expect(SessionSplit([], share: 0.5, seed: 1) == nil)
        // A chain: the first shares its room with the second, the second its day with the third.
        #expect(SessionSplit([(0, 1, [5, 8]), (1, 2, [5, 9]), (2, 3, [6, 9])], share: 0.5, seed: 1) == nil)
    }

    @Test("one side is never empty, however small the share", arguments: [0.001, 0.5, 0.999])
    func bothSidesHaveSessions(share: Double) throws {
        let split = try #require(SessionSplit([(0, 1, []), (1, 2, [])], share: share, seed: 1))
        #expect(split.tuned.count == 1 && split.heldOut.count == 1)
    }
}
