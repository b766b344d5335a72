import ExactNumbers
import Playback
import PlayerSettings
import PolicyProperties
import Testing

@testable import Scenarios

/// Tests of the promises of a scenario.
@Suite struct PropertyExpectationTests {
    /// Returns the failures of the promise in a session in which gifts 2 and 3 wait for gift 1, and the stage is paused
    /// from 2 s to 4 s.
    private func failures(_ property: String, name: String = "") throws -> [ExpectationFailure] {
        let text = """
            gifts: {rocket: {duration: 4s, value: 500}, heart: 1.5s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, gift: rocket, from: bob}
              - {at: 1.5s, gift: heart, from: cy}
              - {at: 2s, do: pause}
              - {at: 4s, do: resume}
            expect:
              - {property: "\(property)"\(name.isEmpty ? "" : ", name: \(name)")}
            """
        return try Scenario(text, path: "late.yaml").check()
    }

    @Test(arguments: [
        "always (arrived implies within 10s started)", "never dropped", "eventually (ended as completed)",
        "after paused until not paused: never started", "(not started) unless arrived", "always mode = queue",
        "never waiting > 2", "always (started implies busy)", "if pauses end: always (busy implies eventually empty)",
        "never started & value >= 500 & waited > 5s", "before paused: eventually (arrived and from = cy)",
        "never ended & running.kind = kind", "always replaceAt = 30%", "never parked > 0 | held > 0",
    ])
    func promiseIsKept(property: String) throws {
        #expect(try failures(property).map(\.description) == [])
    }

    @Test(arguments: [
        ("never waiting > 1", "broken at 1.5s by line 5 of the trace"),
        ("never paused", "broken at 2s by line 6 of the trace"),
        (
            "always (arrived implies within 2s started)",
            "broken at 3s, when its time was over, after line 6 of the trace"
        ),
        ("eventually replaced", "broken at the end of the session, at 11.5s, after line 12 of the trace"),
        ("never completed & value >= 500", "broken at 6s by line 8 of the trace"),
        ("after paused: never started & kind = rocket", "broken at 6s by line 9 of the trace"),
        ("before paused: eventually ended", "broken at 2s by line 6 of the trace"),
    ])
    func brokenPromiseHasMomentAndLine(property: String, moment: String) throws {
        let failures = try failures(property)
        #expect(failures.map(\.problem) == ["property \(property): \(moment)"])
        #expect(failures.first?.description.hasPrefix("late.yaml:9:5: ") == true)
    }

    @Test func failureShowsLinesAroundMoment() throws {
        let failure = try #require(try failures("never paused", name: "no-pause").first)
        #expect(failure.expectation.summary == "property no-pause")
        #expect(failure.trace.lines.map(\.number) == [4, 5, 6, 7, 8])
        #expect(failure.trace.lines.filter(\.isMain).map(\.number) == [6])
        #expect(failure.propertyBreak == PropertyBreak(at: 2 * .second, cause: .line, line: 6))
    }

    @Test func wrongPromiseIsErrorWithPlace() {
        #expect { try failures("never dropped(erly)") } throws: {
            "\($0)" == #"late.yaml:9:16: property: column 15: unknown reason "erly", did you mean "early"?"#
        }
    }

    @Test func promiseIsWrittenAndReadBack() throws {
        let expectation = Expectation(.property(try Property("never from = 'ann b.' & dropped", name: "fair")))
        let scenario = Scenario(events: [], expectations: [expectation])
        let text = try #require(scenario.fileText(kinds: []))
        #expect(try Scenario(text, path: "x.yaml").expectations.map(\.subject) == [expectation.subject])
    }

    @Test func fileOfPromisesKeepsNames() throws {
        let text = """
            quick: always (arrived implies within 10s started)
            fair: never dropped & value >= 500
            """
        #expect(try Property.file(text, path: "promises.yaml").map(\.name) == ["quick", "fair"])
        #expect { try Property.file("quick: alwys paused", path: "promises.yaml") } throws: {
            "\($0)" == #"promises.yaml:1:8: quick: column 1: unknown word "alwys", did you mean "always"?"#
        }
        #expect { try Property.file("[]", path: "promises.yaml") } throws: {
            "\($0)".hasPrefix("promises.yaml: expected properties")
        }
    }

    @Test("a check keeps no lines without promises, and only the last ones with a promise", arguments: [0, 1])
    func keptLinesDoNotGrow(promises: Int) throws {
        let session = Scenario(
            name: "many gifts", settings: [],
            events: (0..<500).map { index in
                Scenario.Event(
                    at: Nanoseconds(index) * .second,
                    .arrival(Arrival(kind: "heart", sender: "ann", duration: .second)))
            })
        let promise = Expectation(.property(try Property("never dropped(expired)")))
        var check = PropertyCheck(Array(repeating: promise, count: promises))
        try SessionSource(session, path: "many").run(observer: &check)
        #expect(check.keptLineCount <= 3 * promises)
    }
}
