import ExactNumbers
import Playback
import PolicyComparison
import Recordings
import Scenarios

/// A session that shows the cases which reports must handle.
struct Showcase: Sendable {
    let name: String
    let source: SessionSource
    var policies = Policy.bothModes
    var window: Range<Nanoseconds> = 0..<Nanoseconds.max

    var comparison: Comparison {
        get async throws { try await Comparison(of: source, under: policies, window: window) }
    }

    static let all = [
        Showcase(
            name: "rocket-and-hearts",
            source: read(
                """
                name: late gift replaces, early gift is dropped
                gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1.5s, value: 10}}
                events:
                  - {at: 0, gift: rocket, from: ann}
                  - {at: 1s, gift: heart, from: bob, count: 3}
                  - {at: 2s, gift: heart, from: cy}
                """)),
        Showcase(
            name: "controls",
            source: read(
                """
                name: everything that somebody can do
                settings: {combineWithin: 2s, gap: 0.5s}
                gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1.5s, value: 10}}
                events:
                  - {at: 0.5s, gift: rocket, from: ann}
                  - {at: 1s, gift: rocket, from: ann}
                  - {at: 2s, do: pause}
                  - {at: 3s, do: resume}
                  - {at: 4s, gift: heart, from: bob}
                  - {at: 4s, gift: heart, from: cy}
                  - {at: 4.5s, set: {replaceAt: 0.5}}
                  - {at: 5s, do: close}
                  - {at: 7s, gift: rocket, from: dee}
                  - {at: 8s, gift: heart, from: eve}
                  - {at: 9s, do: clear}
                  - {at: 10s, gift: rocket, from: dee}
                until: 12s
                """),
            policies: Policy.bothModes + [Policy("hold", [.mode(.replace), .early(.hold)]), Policy("as it is", [])]),
        Showcase(
            name: "wide-names",
            source: read(
                """
                name: 名前の長いギフトと、とても長い説明のある、端末の幅に収まらないかもしれない シナリオの名前 👩‍🚀🎁
                gifts: {花火大会: {duration: 4s, value: 90000000000}, 🎁: {duration: 1.5s, value: 10}}
                events:
                  - {at: 0, gift: 花火大会, from: "とても長い名前のユーザーとても長い名前のユーザーとても長い名前のユーザー"}
                  - {at: 1s, gift: 🎁, from: 👩‍🚀, count: 3}
                  - {at: 2s, gift: 🎁, from: cy}
                """),
            policies: [
                Policy("順番に並んで待つポリシー", [.mode(.queue)]),
                Policy("a name that is much longer than any label has room for", [.mode(.replace)]),
                Policy("置き換え", [.mode(.replace), .early(.hold)]), Policy("四番目のポリシーの名前", [.gap(.second)]),
                Policy("五番目のポリシーの名前も長い", [.gap(2 * .second)]),
            ]),
        Showcase(name: "storm", source: storm(gifts: 400)),
        Showcase(name: "storm-part", source: storm(gifts: 400), window: 60 * .second..<75 * .second),
        Showcase(
            name: "nothing", source: SessionSource(Scenario(name: "no gifts at all", events: []), path: "nothing.yaml")),
    ]

    /// Returns gifts at irregular times, so dense that many share a column.
    static func storm(gifts: Int) -> SessionSource {
        let kinds: [(String, Nanoseconds, Int64)] = [
            ("heart", 1_500_000_000, 10), ("rose", 2_000_000_000, 30), ("rocket", 4_000_000_000, 500),
        ]
        var state: UInt64 = 7
        var time: Nanoseconds = 0
        let events = (0..<gifts).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            time += Nanoseconds(state >> 33 & 0x7FF) * 1_000_000
            let kind = kinds[Int(state >> 60) % kinds.count]
            return Scenario.Event(
                at: time, .arrival(Arrival(kind: kind.0, sender: "ann", value: kind.2, duration: kind.1)))
        }
        let scenario = Scenario(name: "a storm of \(gifts) gifts", settings: [.maxWaiting(20)], events: events)
        return SessionSource(scenario, path: "storm.yaml")
    }

    private static func read(_ text: String) -> SessionSource {
        do {
            return SessionSource(try Scenario(text, path: "scenario.yaml"), path: "scenario.yaml")
        } catch {
            fatalError("\(error)")
        }
    }
}

extension Showcase {
    /// Returns a sweep of a storm, in the mode in which the axis's setting has an effect.
    static func sweep(_ axis: String) async throws -> Sweep {
        let axis = try SweepAxis(axis)
        return try await Sweep(
            of: [storm(gifts: 200)], over: axis, with: axis.key.name == "replaceAt" ? [.mode(.replace)] : [])
    }
}
