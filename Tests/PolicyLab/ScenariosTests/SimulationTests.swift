import ExactNumbers
import Playback
import PlayerSettings
import Scenarios
import Testing

/// Tests of scenarios that play in virtual time.
@Suite struct SimulationTests {
    private func scenario(_ text: String) throws -> Scenario {
        try Scenario("gifts: {rocket: 4s, heart: 1s}\n" + text, path: "late.yaml")
    }

    private func trace(_ scenario: Scenario, overriding overrides: [Setting] = []) -> [String] {
        var lines: [String] = []
        scenario.run(overriding: overrides) { lines.append($0.json) }
        return lines
    }

    @Test func traceEndsWhenNothingMoreIsDue() throws {
        let scenario = try scenario("events: [{at: 1, gift: rocket, from: ann}, {at: 1, gift: heart, from: ann}]\n")
        #expect(
            trace(scenario).suffix(3) == [
                #"{"at":5,"event":"ended","gift":1,"outcome":"completed"}"#,
                #"{"at":5,"event":"started","gift":2}"#,
                #"{"at":6,"event":"ended","gift":2,"outcome":"completed"}"#,
            ])
    }

    @Test func pausedSessionEndsWithUnplayedGifts() throws {
        let scenario = try scenario("events: [{at: 1, gift: rocket, from: ann}, {at: 2, do: pause}]\n")
        #expect(trace(scenario).last == #"{"at":2,"event":"ended","gift":1,"outcome":"unplayed","reason":"running"}"#)
    }

    @Test(arguments: [
        ("4999999999ns", #"{"at":4.999999999,"event":"ended","gift":1,"outcome":"unplayed","reason":"running"}"#),
        ("5s", #"{"at":5,"event":"ended","gift":1,"outcome":"completed"}"#),
        ("500ms", #"{"at":0,"event":"settings","mode":"queue","replaceAt":0.3}"#),
    ])
    func untilIsLastInstant(until: String, line: String) throws {
        #expect(trace(try scenario("events: [{at: 1, gift: rocket, from: ann}]\nuntil: \(until)\n")).last == line)
    }

    @Test func eventsAfterEndAreIgnored() throws {
        let scenario = try scenario(
            "events: [{at: 1, gift: heart, from: a}, {at: 3, gift: heart, from: b}]\nuntil: 2.9\n")
        #expect(trace(scenario).last == #"{"at":2,"event":"ended","gift":1,"outcome":"completed"}"#)
    }

    @Test func assetEventsDetermineAvailability() throws {
        let scenario = try scenario(
            """
            settings: {missing: wait}
            events:
              - {at: 0, asset: heart, is: failed}
              - {at: 1, gift: heart, from: ann}
              - {at: 2, asset: heart, is: ready}
              - {at: 9, gift: heart, from: ann}
            """)
        #expect(trace(scenario).filter { $0.contains("started") }.count == 2)
        #expect(trace(scenario).contains(#"{"at":2,"event":"started","gift":1}"#))
    }

    @Test func overridesReplaceInitialSettings() throws {
        let scenario = try scenario("settings: {mode: replace, gap: 1}\nevents: [{at: 1, set: {mode: queue}}]\n")
        #expect(
            trace(scenario, overriding: [.mode(.queue), .maxWaiting(2)]) == [
                #"{"at":0,"event":"settings","mode":"queue","replaceAt":0.3,"maxWaiting":2,"gap":1}"#
            ])
    }

    @Test func errorOfTraceReceiverEndsSimulation() throws {
        struct Full: Error {}
        let scenario = try scenario("events: [{at: 1, gift: heart, from: ann}]\n")
        var lines = 0
        #expect(throws: Full.self) {
            try scenario.run { _ throws(Full) in
                lines += 1
                if lines == 2 { throw Full() }
            }
        }
        #expect(lines == 2)
    }

    /// If the cost of a gift grew with the number of waiting gifts, this test would take hours.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            [], [.order(.value), .combineWithin(0)], [.maxWaiting(50_000), .overflow(.dropOldest)],
            [.maxWaiting(50_000), .overflow(.dropCheapest)], [.missing(.wait)],
        ] as [[Setting]])
    func hundredThousandWaitingGiftsArePlayed(settings: [Setting]) {
        var all = Settings()
        for setting in settings { all.apply(setting) }
        let state = all.missing == .wait ? AssetState.missing : .ready
        var simulation = Simulation(settings: all)
        var ended = 0
        func count(_ event: TraceEvent) {
            if case .ended = event.kind { ended += 1 }
        }
        for number in 0..<100_000 {
            let arrival = Arrival(
                kind: "heart", sender: "s\(number % 5_000)", value: Int64(number * 7919 % 100_003), duration: .second,
                eventID: "m-\(number)", asset: state)
            simulation.handle(.arrival(arrival), at: Nanoseconds(number), emit: count)
        }
        simulation.handle(.asset(kind: "heart", .ready), at: 100_000, emit: count)
        simulation.finish(emit: count)
        #expect(ended == 100_000 && simulation.controller.hasEnded)
    }
}
