import ExactNumbers
import Playback
import Scenarios
import Testing

/// Tests that a scenario which is written to a file reads back unchanged.
@Suite struct ScenarioTextTests {
    static let kinds = [
        (name: "heart", kind: ScenarioGift(duration: 1_500_000_001, value: 1)),
        (name: "on", kind: ScenarioGift(duration: 0, value: 500)),
        (name: "unused", kind: ScenarioGift(duration: 7)),
        (name: "halo", kind: ScenarioGift(duration: 9, value: 3, loop: GiftLoop(start: 2, end: 5))),
        (name: "wheel", kind: ScenarioGift(duration: 9, loop: GiftLoop(start: 2, end: 9, plannedRounds: 3))),
    ]

    static var scenario: Scenario {
        func gift(_ kind: Int, from sender: String, count: Int = 1, id: String? = nil) -> Input {
            let (name, kind) = Self.kinds[kind]
            return .arrival(
                Arrival(
                    kind: name, sender: sender, count: count, value: kind.value, duration: kind.duration, eventID: id,
                    loop: kind.loop))
        }
        var end = Expectation.GiftEnd()
        (end.outcome, end.by, end.progress, end.at) = (.replaced, 2, Millionths(300_001), 9)
        var drop = Expectation.GiftEnd()
        (drop.outcome, drop.reason, drop.looped) = (.dropped, "early", [1, .second])
        return Scenario(
            name: "a \"name\" with: \\ and # and \t", settings: [.mode(.replace), .replaceAt(Millionths(300_001))],
            events: [
                .init(at: 0, gift(0, from: "ann")), .init(at: 1, gift(1, from: "o'neill: #1", count: 3, id: "m-17")),
                .init(at: 2, .close), .init(at: 2, .clear), .init(at: 3, .pause), .init(at: 4, .resume),
                .init(at: 5, .set([.mode(.queue), .maxWaiting(nil), .gap(250_000_000)])),
                .init(at: 6, .asset(kind: "heart", .failed)), .init(at: 7, gift(3, from: "ann")),
                .init(at: 7, gift(4, from: "ann")),
                .init(at: 7, .speed(Millionths(1_500_000))), .init(at: 8, .scrub(to: 3)),
            ],
            until: 10 * .second,
            expectations: [
                Expectation(.gift(number: 1, end)), Expectation(.gift(number: 3, drop)),
                Expectation(.totals([.dropped: 1, .completed: 0], order: [1, 2])),
            ])
    }

    @Test func scenarioReadsBackUnchanged() throws {
        let scenario = Self.scenario
        let text = try #require(scenario.fileText(kinds: Self.kinds, heading: ["what it\nis about", ""]))
        #expect(text.hasPrefix("# what it is about\n#\nname: "))
        #expect(!text.contains("unused"))
        let read = try Scenario(text, path: "again.yaml")
        #expect(read.name == scenario.name && read.settings == scenario.settings && read.until == scenario.until)
        #expect(read.events == scenario.events)
        #expect(read.expectations.map(\.subject) == scenario.expectations.map(\.subject))
    }

    @Test func inputWithoutFileFormHasNoText() {
        #expect(Scenario(events: [.init(at: 0, .end)]).fileText(kinds: []) == nil)
    }

    @Test func scenarioWithoutEventsReadsBack() throws {
        let text = try #require(Scenario(events: []).fileText(kinds: Self.kinds))
        #expect(text == "events: []\n")
        #expect(try Scenario(text, path: "empty.yaml").events.isEmpty)
    }
}
