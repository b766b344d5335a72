import Scenarios
import Testing

/// Tests of the lines of the trace that a failed expectation shows.
@Suite struct TraceExcerptTests {
    /// Returns the numbers of the shown lines, and of the main lines among them.
    private func lines(expecting expectation: String) throws -> (shown: [Int], main: [Int]) {
        let scenario = try Scenario(
            """
            gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1s, value: 2}}
            settings: {mode: replace, replaceAt: 0.31}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1.199999999, gift: heart, from: bob}
              - {at: 1.2, gift: heart, from: cy}
            expect:
              - \(expectation)
            """, path: "s.yaml")
        let failure = try #require(scenario.check().first)
        return (failure.trace.lines.map(\.number), failure.trace.lines.filter(\.isMain).map(\.number))
    }

    /// The lines of the trace are: 1, the settings; 2 and 3, gift 1 arrives and starts; 4 and 5, gift 2 arrives and is
    /// dropped; 6 and 7, the same for gift 3; 8, gift 1 ends.
    @Test(
        "an excerpt has the gift's own lines and two lines before and after its end",
        arguments: [
            ("{gift: 1, outcome: replaced}", [2, 3, 6, 7, 8], [8]),
            ("{gift: 2, outcome: completed}", [3, 4, 5, 6, 7], [5]),
            ("{gift: 3, outcome: completed}", [5, 6, 7, 8], [7]),
        ])
    func excerptHasLinesOfGiftAndContext(expectation: String, shown: [Int], main: [Int]) throws {
        let found = try lines(expecting: expectation)
        #expect(found.shown == shown)
        #expect(found.main == main)
    }
}
