import ExactNumbers
import Playback
import PolicyComparison
import Scenarios
import Testing

@Suite("The first difference of two policies")
struct FirstDifferenceTests {
    private func difference(_ source: SessionSource, _ left: [Setting], _ right: [Setting]) throws -> FirstDifference? {
        try FirstDifference(source, with: left, or: right)
    }

    @Test("an arrival that only one policy drops is a difference")
    func arrivalDroppedByOnePolicyIsDifference() throws {
        let found = try #require(try difference(.rocketAndHearts, [.mode(.queue)], [.mode(.replace)]))
        #expect(found.at == .second && found.arrival == 2)
        #expect(found.left.isEmpty)
        #expect(found.right.map(\.kind) == [.ended(gift: 2, .dropped(.early, progress: Millionths(250_000)))])
    }

    @Test("the passing of time alone can cause a difference")
    func timeAloneCanCauseDifference() throws {
        let found = try #require(try difference(.rocketAndHearts, [], [.gap(.second)]))
        #expect(found.at == 4 * .second && found.cause == nil)
        #expect(found.left.map(\.kind) == [.ended(gift: 1, .completed), .started(gift: 2)])
        #expect(found.right.map(\.kind) == [.ended(gift: 1, .completed)])
    }

    @Test("a difference in the last instant of a session counts")
    func differenceInLastInstantCounts() throws {
        let source = try SessionSource.rocketAndHearts.adding(until: 2 * .second)
        let found = try #require(try difference(source, [.maxWaiting(1)], []))
        #expect(found.at == 2 * .second && found.arrival == 3)
        #expect(found.left.map(\.kind) == [.ended(gift: 3, .dropped(.overflow, progress: nil))])
        let before = try SessionSource.rocketAndHearts.adding(until: 2 * .second - 1)
        #expect(try difference(before, [.maxWaiting(1)], []) == nil)
    }

    @Test("a difference does not come before the branch")
    func noDifferenceBeforeBranch() throws {
        let source = SessionSource.rocketAndHearts
        let early = try #require(try FirstDifference(source, with: [], or: [.mode(.replace)], from: .second))
        // Settings that apply at the time of an arrival are in force for that arrival.
        #expect(early.at == .second && early.arrival == 2)
        let late = try #require(
            try FirstDifference(source, with: [], or: [.mode(.replace)], from: 1_500_000_000))
        #expect(late.at == 1_500_000_000 && late.cause == .set([.mode(.replace)]))
        #expect(late.right.map(\.kind) == [.ended(gift: 2, .dropped(.modeSwitch, progress: nil))])
        #expect(try FirstDifference(source, with: [], or: [.mode(.replace)], from: 8 * .second) == nil)
    }

    @Test("different settings with the same result make no difference")
    func equalResultsAreNoDifference() throws {
        #expect(try difference(.rocketAndHearts, [.mode(.queue)], [.mode(.queue), .replaceAt(.one)]) == nil)
        #expect(try difference(.rocketAndHearts, [.mode(.queue)], [.mode(.queue), .maxWaiting(2)]) == nil)
    }

    @Test("the end of a session can decide whether there is a difference")
    func sessionEndCanDecideDifference() throws {
        func cut(at end: Nanoseconds) throws -> SessionSource { try .rocketAndHearts.adding(until: end) }
        let found = try #require(
            try difference(try cut(at: 15 * tenthOfSecond), [.mode(.queue)], [.mode(.replace), .early(.hold)]))
        // The held heart replaces the rocket at 1.2 s, before the end.
        #expect(found.at == 12 * tenthOfSecond)
        #expect(
            try difference(try cut(at: 11 * tenthOfSecond), [.mode(.queue)], [.mode(.replace), .early(.hold)]) == nil)
    }

    @Test("of an instant with many lines only a few are kept", arguments: [8, 9, 40])
    func many(count: Int) throws {
        let hearts = (0..<count).map { _ in
            Scenario.Event(at: .second, .arrival(Arrival(kind: "heart", sender: "ann", duration: .second)))
        }
        let rocket = Scenario.Event(
            at: 0, .arrival(Arrival(kind: "rocket", sender: "ann", duration: 10 * .second)))
        let events = [rocket] + hearts + [.init(at: 2 * .second, .set([.mode(.replace)]))]
        let source = SessionSource(Scenario(events: events), path: "")
        let found = try #require(try difference(source, [.backlog(.discard)], [.backlog(.park)]))
        #expect(found.left.count == FirstDifference.limit && found.right.isEmpty)
        #expect(found.isLeftCut == (count > FirstDifference.limit) && !found.isRightCut)
    }
}
