import ExactNumbers
import Playback
import PlayerSettings
import Scenarios
import Testing

/// Tests of the format of scenario files.
@Suite struct ScenarioFileTests {
    static let example = """
        name: late gift replaces, early gift is dropped
        settings: {mode: replace, replaceAt: 0.25}
        gifts:
          rocket: {duration: 4s, value: 500}
          heart: 1.5s
        events:
          - {at: 2s, do: close}
          - {at: 0, gift: rocket, from: ann}
          - {at: 1.2s, gift: heart, from: bob, count: 3, id: "m-17"}
          - {at: 2500ms, set: {mode: queue, gap: 1s}}
          - {at: 2s, do: pause}
          - {at: 3, asset: heart, is: failed}
        until: 10s
        expect:
          - {gift: 1, outcome: replaced, progress: 0.3, at: 1.2s, by: 2}
          - {dismissed: 1, dropped: 0, order: [1, 2]}
        """

    private func error(in text: String, catalogue: ScenarioCatalogue = ScenarioCatalogue()) -> String? {
        do throws(ConfigurationError) {
            _ = try Scenario(text, path: "late.yaml", catalogue: catalogue)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func completeFileIsRead() throws {
        let scenario = try Scenario(Self.example, path: "late.yaml")
        #expect(scenario.name == "late gift replaces, early gift is dropped")
        #expect(scenario.settings == [.mode(.replace), .replaceAt(Millionths(250_000))])
        #expect(scenario.until == 10 * .second)
        #expect(
            scenario.events == [
                .init(at: 0, .arrival(Arrival(kind: "rocket", sender: "ann", value: 500, duration: 4 * .second))),
                .init(
                    at: 1_200_000_000,
                    .arrival(
                        Arrival(kind: "heart", sender: "bob", count: 3, duration: 1_500_000_000, eventID: "m-17"))),
                .init(at: 2 * .second, .close), .init(at: 2 * .second, .pause),
                .init(at: 2_500_000_000, .set([.mode(.queue), .gap(.second)])),
                .init(at: 3 * .second, .asset(kind: "heart", .failed)),
            ])
        #expect(scenario.expectations.map(\.place?.description) == ["late.yaml:15:5", "late.yaml:16:5"])
    }

    @Test func simultaneousEventsKeepFileOrder() throws {
        let names = (0..<100).map { "s\($0)" }
        let lines = names.map { "  - {at: 1, gift: heart, from: \($0)}" }.joined(separator: "\n")
        let scenario = try Scenario("gifts: {heart: 1}\nevents:\n\(lines)\n", path: "late.yaml")
        let senders = scenario.events.compactMap { event -> String? in
            guard case .arrival(let arrival) = event.input else { return nil }
            return arrival.sender
        }
        #expect(senders == names)
    }

    @Test func kindMayHaveIntroLoopAndOutro() throws {
        let text = """
            gifts:
              rocket: {intro: 1s, loop: 0.5s, outro: 2s, value: 500}
              lamp: {loop: 3s}
              comet: {value: 7}
              star: {duration: 4s}
              wheel: {intro: 1s, loop: 2s, outro: 1s, rounds: 3}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 0, gift: lamp, from: ann}
              - {at: 0, gift: comet, from: ann}
              - {at: 0, gift: star, from: ann}
              - {at: 0, gift: wheel, from: ann}
            """
        let known = ScenarioGift(duration: 9, value: 1, loop: GiftLoop(start: 2, end: 5))
        let scenario = try Scenario(
            text, path: "late.yaml", catalogue: ScenarioCatalogue(["comet": known, "star": known]))
        let arrivals = scenario.events.compactMap { event -> Arrival? in
            if case .arrival(let arrival) = event.input { arrival } else { nil }
        }
        let durations: [Nanoseconds] = [3_500_000_000, 3 * .second, 9, 4 * .second, 4 * .second]
        #expect(arrivals.map(\.duration) == durations)
        let loops: [GiftLoop?] = [
            GiftLoop(start: .second, end: 1_500_000_000), GiftLoop(start: 0, end: 3 * .second),
            GiftLoop(start: 2, end: 5), nil, GiftLoop(start: .second, end: 3 * .second, plannedRounds: 3),
        ]
        #expect(arrivals.map(\.loop) == loops)
    }

    @Test(arguments: [
        ("{intro: 1s, duration: 2s}", #"1:18: gifts: "intro" needs "loop""#),
        ("{loop: 1s, duration: 2s}", #"1:28: gifts: "duration" does not go with "loop""#),
        ("{loop: 0s}", "1:24: loop: expected a duration above 0"),
        ("{rounds: 3, duration: 2s}", #"1:18: gifts: "rounds" needs "loop""#),
        ("{loop: 1s, rounds: 1}", #"1:36: rounds: expected a whole number from 2 to 1000, found "1""#),
    ])
    func wrongPartsAreErrors(kind: String, message: String) {
        #expect(error(in: "gifts: {rocket: \(kind)}\nevents: []") == "late.yaml:\(message)")
    }

    @Test func speedAndPositionMayChange() throws {
        let scenario = try Scenario("events: [{at: 1, speed: 2.5}, {at: 2, seek: 1.5s}]", path: "late.yaml")
        #expect(scenario.events.map(\.input) == [.speed(Millionths(2_500_000)), .scrub(to: 1_500_000_000)])
    }

    @Test func unlistedKindComesFromCatalogue() throws {
        let catalogue = ScenarioCatalogue([
            "crown": ScenarioGift(duration: 7, value: 9), "rose": ScenarioGift(duration: 8, value: 1),
        ])
        let text = """
            gifts: {rose: {value: 2}}
            events:
              - {at: 0, gift: crown, from: ann}
              - {at: 1, gift: rose, from: ann}
            """
        let scenario = try Scenario(text, path: "late.yaml", catalogue: catalogue)
        #expect(
            scenario.events.map(\.input) == [
                .arrival(Arrival(kind: "crown", sender: "ann", value: 9, duration: 7)),
                .arrival(Arrival(kind: "rose", sender: "ann", value: 2, duration: 8)),
            ])
        #expect(
            error(in: "events: [{at: 0, gift: corwn, from: ann}]", catalogue: catalogue)
                == #"late.yaml:1:24: gift: unknown kind "corwn", did you mean "crown"?"#)
    }

    @Test(
        arguments: [
            ("mode: replace", .mode(.replace)), ("replaceAt: 1.5", .replaceAt(Millionths(1_500_000))),
            ("early: hold", .early(.hold)), ("backlog: park", .backlog(.park)), ("maxWaiting: 0", .maxWaiting(0)),
            ("maxWaiting: none", .maxWaiting(nil)), ("overflow: dropOldest", .overflow(.dropOldest)),
            ("expireAfter: 2m", .expireAfter(120 * .second)), ("expireAfter: ", .expireAfter(nil)),
            ("combineWithin: 250ms", .combineWithin(250_000_000)), ("order: value", .order(.value)),
            ("gap: 0.000000001", .gap(1)), ("missing: wait", .missing(.wait)),
            ("waitAtMost: 1h", .waitAtMost(3600 * .second)), ("loopWhile: idle", .loopWhile(.idle)),
        ] as [(String, Setting)])
    func everySettingIsReadAtStartAndInEvents(text: String, setting: Setting) throws {
        let scenario = try Scenario(
            "settings: {\(text)}\nevents: [{at: 1, set: {\(text)}}]", path: "late.yaml")
        #expect(scenario.settings == [setting])
        #expect(scenario.events == [.init(at: .second, .set([setting]))])
    }

    @Test(arguments: [
        ("mode: both", #"18: mode: expected queue or replace, found "both""#),
        (
            "replaceAt: 30p",
            #"23: replaceAt: expected a fraction such as 0.3 or 30%, with at most 6 digits after the point, found "30p""#
        ),
        (
            "replaceAt: 0.1234567",
            #"23: replaceAt: expected a fraction such as 0.3 or 30%, with at most 6 digits after the point, found "0.1234567""#
        ),
        ("early: hld", #"19: early: expected drop or hold, found "hld", did you mean "hold"?"#),
        ("backlog: keep", #"21: backlog: expected discard or park, found "keep""#),
        ("maxWaiting: -1", #"24: maxWaiting: expected a whole number from 0 up, or none, found "-1""#),
        ("maxWaiting: 1.5", #"24: maxWaiting: expected a whole number from 0 up, or none, found "1.5""#),
        (
            "overflow: dropCheap",
            "22: overflow: expected dropNewest, dropOldest or dropCheapest, "
                + #"found "dropCheap", did you mean "dropCheapest"?"#
        ),
        (
            "expireAfter: 3d",
            #"25: expireAfter: expected a duration such as 250ms, 1.5s or 2m, or none, found "3d""#
        ),
        (
            "combineWithin: soon",
            #"27: combineWithin: expected a duration such as 250ms, 1.5s or 2m, or none, found "soon""#
        ),
        ("order: values", #"19: order: expected arrival or value, found "values", did you mean "value"?"#),
        ("gap: -1s", #"17: gap: expected a duration such as 250ms, 1.5s or 2m, found "-1s""#),
        (
            "gap: 0.5ns",
            #"17: gap: expected a duration such as 250ms, 1.5s or 2m, found "0.5ns", which is finer than a nanosecond"#
        ),
        ("missing: fetch", #"21: missing: expected drop or wait, found "fetch""#),
        ("waitAtMost: none", #"24: waitAtMost: expected a duration such as 250ms, 1.5s or 2m, found "none""#),
        ("waitFor: 3", #"12: unknown setting "waitFor""#),
        ("mode: [queue]", "18: mode: expected queue or replace, found a list"),
        ("[mode]: queue", "12: "),
    ])
    func invalidSettingHasLineAndColumn(text: String, message: String) throws {
        let found = try #require(error(in: "settings: {\(text)}"))
        #expect(found.hasPrefix("late.yaml:1:" + message), "\(found)")
    }

    /// Returns a scenario with one event on line 3, from column 5 on.
    private static func event(_ text: String) -> String {
        "gifts: {rocket: 4s}\nevents:\n  - \(text)\n"
    }

    @Test(arguments: [
        ("{at: 0, gift: rokcet, from: ann}", #"3:19: gift: unknown kind "rokcet", did you mean "rocket"?"#),
        ("{at: 0, gift: zebra, from: ann}", #"3:19: gift: unknown kind "zebra", expected rocket"#),
        ("{at: 0, asset: rokcet, is: ready}", #"3:20: asset: unknown kind "rokcet", did you mean "rocket"?"#),
        ("{at: x, do: close}", #"3:10: at: expected a duration such as 250ms, 1.5s or 2m, found "x""#),
        ("{at: [1], do: close}", "3:10: at: expected a duration such as 250ms, 1.5s or 2m, found a list"),
        ("{at: , do: close}", "3:10: at: expected a duration such as 250ms, 1.5s or 2m, found nothing"),
        ("{do: close}", #"3:5: event: "at" is missing"#),
        ("{at: 0}", "3:5: event: expected one of gift, do, set, asset, speed and seek, found none of them"),
        (
            "{at: 0, do: close, set: {mode: queue}}",
            "3:5: event: expected one of gift, do, set, asset, speed and seek, found do and set"
        ),
        (
            "{at: 0, do: closes}",
            #"3:17: do: expected close, clear, pause or resume, found "closes", did you mean "close"?"#
        ),
        ("{at: 0, do: close, count: 2}", #"3:24: event: "count" does not go with "do""#),
        ("{at: 0, gfit: rocket}", #"3:13: event: unknown field "gfit", did you mean "gift"?"#),
        ("{at: 0, gift: rocket}", #"3:5: event: "from" is missing"#),
        ("{at: 0, gift: rocket, from: ann, count: 0}", #"3:45: count: expected a whole number from 1 up, found "0""#),
        (
            "{at: 0, gift: rocket, from: ann, count: 1.5}",
            #"3:45: count: expected a whole number from 1 up, found "1.5""#
        ),
        ("{at: 0, asset: rocket}", #"3:5: event: "is" is missing"#),
        (
            "{at: 0, speed: 0}",
            #"3:20: speed: expected a multiple of normal speed from 0.000001 to 1000, found "0""#
        ),
        ("{at: 0, seek: 1s, is: ready}", #"3:23: event: "is" does not go with "seek""#),
        (
            "{at: 0, asset: rocket, is: redy}",
            #"3:32: is: expected ready, missing, failed or withdrawn, found "redy", did you mean "ready"?"#
        ),
        ("{at: 0, set: {mdoe: queue}}", #"3:19: unknown setting "mdoe", did you mean "mode"?"#),
        ("{at: 0, set: {mode: que}}", #"3:25: mode: expected queue or replace, found "que", did you mean "queue"?"#),
        ("{at: 0, set: }", "3:18: set: expected settings such as {mode: replace}, found nothing"),
        ("{at: 0, set: queue}", #"3:18: set: expected settings such as {mode: replace}, found "queue""#),
        ("close", #"3:5: event: expected a mapping, found "close""#),
    ])
    func invalidEventHasLineAndColumn(event: String, message: String) {
        #expect(error(in: Self.event(event)) == "late.yaml:" + message)
    }

    @Test(arguments: [
        ("", "late.yaml: expected a scenario with events, found nothing"),
        ("- 1\n", "late.yaml:1:1: scenario: expected a mapping, found a list"),
        ("evnets: []\n", #"late.yaml:1:1: scenario: unknown field "evnets", did you mean "events"?"#),
        ("events: {}\n", "late.yaml:1:9: events: expected a list, found a mapping"),
        ("gifts: [rose]\n", "late.yaml:1:8: gifts: expected kinds such as {heart: 1.5s}, found a list"),
        ("gifts: {rose: {value: 1}}\n", #"late.yaml:1:15: gifts: "duration" is missing"#),
        (
            "gifts: {rose: {durtion: 1}}\n",
            #"late.yaml:1:16: gifts: unknown field "durtion", did you mean "duration"?"#
        ),
        (
            "gifts: {rose: fast}\n",
            #"late.yaml:1:15: duration: expected a duration such as 250ms, 1.5s or 2m, found "fast""#
        ),
        (
            "gifts: {rose: {duration: 1, value: -1}}\n",
            #"late.yaml:1:36: value: expected a whole number from 0 up, found "-1""#
        ),
        ("until: soon\n", #"late.yaml:1:8: until: expected a duration such as 250ms, 1.5s or 2m, found "soon""#),
        (
            "settings: replace\n",
            #"late.yaml:1:11: settings: expected settings such as {mode: replace}, found "replace""#
        ),
        ("expect: [{gift: 0}]\n", #"late.yaml:1:17: gift: expected a whole number from 1 up, found "0""#),
        (
            "expect: [{gift: 1, outcome: replced}]\n",
            "late.yaml:1:29: outcome: expected completed, replaced, dismissed, dropped, merged or unplayed, "
                + #"found "replced", did you mean "replaced"?"#
        ),
        (
            "expect: [{gift: 1, dropped: 1}]\n",
            #"late.yaml:1:20: expect: unknown field "dropped", expected one of gift, outcome, reason, progress, at, by, into, looped"#
        ),
        ("expect: [{droped: 1}]\n", #"late.yaml:1:11: expect: unknown field "droped", did you mean "dropped"?"#),
        (
            "expect: [{gift: 1, reason: erly}]\n",
            "late.yaml:1:28: reason: expected early, superseded, missing, modeSwitch, overflow, expired, "
                + #"cleared, duplicate, waiting or running, found "erly", did you mean "early"?"#
        ),
        (
            "expect: [{gift: 1, progress: half}]\n",
            "late.yaml:1:30: progress: expected a fraction such as 0.3 or 30%, with at most 6 digits after the point, "
                + #"found "half""#
        ),
        (
            "expect: [{gift: 1, at: noon}]\n",
            #"late.yaml:1:24: at: expected a duration such as 250ms, 1.5s or 2m, found "noon""#
        ),
        ("expect: [{gift: 1, by: 0}]\n", #"late.yaml:1:24: by: expected a whole number from 1 up, found "0""#),
        ("expect: [{gift: 1, into: x}]\n", #"late.yaml:1:26: into: expected a whole number from 1 up, found "x""#),
        (
            "expect: [{gift: 1, ouctome: x}]\n",
            #"late.yaml:1:20: expect: unknown field "ouctome", did you mean "outcome"?"#
        ),
        ("expect: [{completed: -1}]\n", #"late.yaml:1:22: completed: expected a whole number from 0 up, found "-1""#),
        ("expect: [{order: [1, x]}]\n", #"late.yaml:1:22: order: expected a whole number from 1 up, found "x""#),
        ("expect: [replaced]\n", #"late.yaml:1:10: expect: expected a mapping, found "replaced""#),
        (
            "gifts: {rose: {duration: 1, colour: red}}\n",
            #"late.yaml:1:29: gifts: unknown field "colour", expected one of duration, value, intro, loop, outro, rounds, policy"#
        ),
        ("expect: [{order: 1}]\n", #"late.yaml:1:18: order: expected a list, found "1""#),
        ("name: a\nname: b\n", #"late.yaml:2:1: duplicate key "name""#),
        ("name: [\n", "late.yaml:2:1: not YAML: did not find expected node content"),
    ])
    func invalidScenarioHasLineAndColumn(text: String, message: String) {
        #expect(error(in: text) == message)
    }
}
