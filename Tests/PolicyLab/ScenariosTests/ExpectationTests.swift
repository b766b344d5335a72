import Scenarios
import Testing

/// Tests that compare the expectations of a scenario with its result.
@Suite struct ExpectationTests {
    /// Returns the failures of an expectation in a session in which gift 3 replaces gift 1 after gift 2 was early; gift
    /// 4 is merged into gift 3, which still runs at the end.
    private func failures(expecting expectation: String) throws -> [String] {
        let text = """
            settings: {mode: replace, combineWithin: 10s}
            gifts: {rocket: 4s, heart: 60s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1, gift: heart, from: bob}
              - {at: 1.2, gift: heart, from: cy}
              - {at: 2, gift: heart, from: cy}
            until: 10
            expect:
              - \(expectation)
            """
        return try Scenario(text, path: "late.yaml").check().map(\.description)
    }

    @Test(arguments: [
        "{gift: 1, outcome: replaced, progress: 0.3, at: 1.2s, by: 3}", "{gift: 1}", "{gift: 1, at: 1200ms}",
        "{gift: 2, outcome: dropped, reason: early, progress: 0.25}", "{gift: 2, reason: early}",
        "{gift: 4, outcome: merged, into: 3}", "{gift: 3, outcome: unplayed, reason: running, at: 10}",
        "{replaced: 1, dropped: 1, merged: 1, unplayed: 1, completed: 0, dismissed: 0, order: [1, 3]}",
        "{order: [1, 3]}", "{}",
    ])
    func onlyGivenMembersMustMatch(expectation: String) throws {
        #expect(try failures(expecting: expectation) == [])
    }

    @Test(arguments: [
        ("looped: [2s, 3s]", nil), ("at: 4s, looped: [2s, 3s]", nil),
        ("looped: []", "expected rounds at [], found […]"),
        ("looped: [2s]", "expected rounds at [2s], found [2s, …]"),
        ("looped: [2s, 3s, 4s]", "expected rounds at [2s, 3s, 4s], found [2s, 3s]"),
        ("looped: [2.5s, 3s]", "expected rounds at [2.5s, 3s], found [2s, 3s]"),
        ("outcome: dropped, looped: [2s]", "expected dropped with rounds at 2s, found completed at 4s"),
    ])
    func roundsBeginAtTheExpectedTimes(members: String, problem: String?) throws {
        let text = """
            gifts: {wheel: {intro: 1s, loop: 3s, rounds: 3}}
            events: [{at: 0, gift: wheel, from: ann}]
            expect: [{gift: 1, \(members)}]
            """
        let failures = try Scenario(text, path: "late.yaml").check().map(\.description)
        #expect(failures == (problem.map { ["late.yaml:3:10: gift 1: \($0)"] } ?? []))
    }

    @Test(arguments: [
        (
            "{gift: 1, outcome: completed, at: 4}",
            ["gift 1: expected completed at 4s, found replaced by 3 at 1.2s with progress 0.3"]
        ),
        (
            "{gift: 1, outcome: replaced, by: 2}",
            ["gift 1: expected replaced by 2, found replaced by 3 at 1.2s with progress 0.3"]
        ),
        (
            "{gift: 2, reason: overflow}",
            ["gift 2: expected overflow, found dropped: early at 1s with progress 0.25"]
        ),
        ("{gift: 3, progress: 0.5}", ["gift 3: expected with progress 0.5, found unplayed: running at 10s"]),
        ("{gift: 4, into: 1}", ["gift 4: expected into 1, found merged into 3 at 2s"]),
        ("{gift: 9, outcome: merged}", ["gift 9: expected merged, but it never arrived"]),
        ("{dropped: 2, merged: 0, replaced: 1}", ["dropped: expected 2, found 1", "merged: expected 0, found 1"]),
        ("{order: [1, 2]}", ["order: expected [1, 2], found [1, 3]"]),
        ("{order: [1]}", ["order: expected [1], found [1, …]"]),
        ("{order: [1, 3, 4]}", ["order: expected [1, 3, 4], found [1, 3]"]),
    ])
    func failureIsOneLine(expectation: String, problems: [String]) throws {
        #expect(try failures(expecting: expectation) == problems.map { "late.yaml:10:5: " + $0 })
    }
}
