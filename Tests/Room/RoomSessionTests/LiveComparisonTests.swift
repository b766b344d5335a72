import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import SeededRandomness
import Testing

@testable import RoomSession

/// A session in which several policies are compared, on virtual time. A heart is worth 2, a rocket 500.
private struct ComparedSession {
    var session: RoomSession
    var events: [SessionEvent] = []
    private var giftCount = 0

    init(_ options: [String] = []) throws { session = try TestSession.session(options) }

    var comparison: LiveComparison { get throws { try #require(session.comparison) } }

    mutating func send(_ kind: String, at seconds: Double, count: Int = 1, from sender: String = "ann") {
        giftCount += 1
        let gift = GiftArrival(
            id: "g\(giftCount)", gift: kind, name: kind, from: Viewer(id: sender, name: sender), count: count,
            value: kind == "heart" ? 2 : 500)
        events += session.receive(FeedEvent(at: .nanoseconds(Self.time(seconds)), kind: .gift(gift)))
    }

    mutating func perform(_ command: SessionCommand, at seconds: Double) {
        events += session.perform(command, key: "k", at: Self.time(seconds))
    }

    mutating func advance(to seconds: Double) { events += session.advance(to: Self.time(seconds)) }

    static func time(_ seconds: Double) -> Nanoseconds { Nanoseconds((seconds * 1e9).rounded()) }

    /// Applies random gifts and commands, the same for the same seed. Between them the session is advanced `steps` times.
    mutating func run(seed: UInt64, steps: Int, between: (inout RoomSession, Int, Nanoseconds) -> Void = { _, _, _ in })
    {
        var rng = SeededGenerator(seed: seed)
        var time = 0.0
        let commands: [SessionCommand] = [
            .close, .clear, .togglePause, .switchMode, .moveThreshold(by: 50_000), .step(by: .second), .slower, .faster,
            .normalSpeed, .set(Setting.gap.key, .duration(500_000_000)), .unset(Setting.gap.key),
        ]
        for index in 0..<80 {
            let next = time + Double(rng.next(below: 900)) / 1_000
            for step in 0..<steps { advance(to: time + (next - time) * Double(step + 1) / Double(steps)) }
            time = next
            if rng.next(below: 3) > 0 {
                send(rng.next(below: 2) == 0 ? "heart" : "rocket", at: time, from: ["ann", "bob"][rng.next(below: 2)])
            } else {
                perform(commands[rng.next(below: commands.count)], at: time)
            }
            between(&session, index, Self.time(time))
        }
    }
}

@Suite("A live comparison of policies")
struct LiveComparisonTests {
    private static let hold = Policy("hold", [.mode(.replace), .early(.hold)])
    private static let policies = [
        Policy("queue", [.mode(.queue)]), Policy("replace", [.mode(.replace)]), hold,
        Policy("short", [.mode(.queue), .maxWaiting(1), .overflow(.dropOldest)]),
    ]

    @Test(
        "each side decides as a controller with its settings does, whatever the inputs",
        arguments: 0..<8 as Range<UInt64>)
    func sidesDecideAsTheirSettings(seed: UInt64) throws {
        var compared = try ComparedSession()
        compared.session.beginComparison(of: Self.policies, at: 0)
        compared.run(seed: seed, steps: 1)
        for (policy, side) in zip(Self.policies, try compared.comparison.sides) {
            var settings = LayeredSettings()
            func playback() -> Settings {
                var wanted = settings.playback
                for setting in policy.settings { wanted.apply(setting) }
                return wanted
            }
            var controller = PlaybackController(settings: playback())
            for event in compared.events {
                guard case .applied(let input) = event.kind else { continue }
                let changed = input.controllerInput(changing: &settings)
                if case .settings = input {
                    _ = controller.handle(.set(playback().all), at: event.at)
                } else if let changed {
                    _ = controller.handle(changed, at: event.at)
                }
            }
            _ = controller.advance(to: compared.session.controller.now)
            #expect(side.controller.counts == controller.counts, "\(policy.name)")
            #expect(side.controller.running == controller.running, "\(policy.name)")
            #expect(side.controller.waiting == controller.waiting, "\(policy.name)")
            #expect(side.controller.counts.arrivals > 30)
        }
    }

    @Test("opening, changing and closing a comparison leaves the session as it is", arguments: 0..<8 as Range<UInt64>)
    func sessionIsUnchanged(seed: UInt64) throws {
        var alone = try ComparedSession()
        alone.run(seed: seed, steps: 2)
        var compared = try ComparedSession()
        compared.run(seed: seed, steps: 2) { session, index, time in
            switch index % 20 {
            case 3: session.beginComparison(of: index < 40 ? [] : Self.policies, at: time)
            case 8: session.changeComparison([.mode(.queue), .replaceAt(Millionths(900_000))], ofSide: 1, at: time)
            case 15: session.endComparison()
            default: break
            }
        }
        #expect(compared.events == alone.events)
        #expect(compared.session.controller.counts == alone.session.controller.counts)
    }

    @Test("a comparison does not depend on how often the session is advanced", arguments: 0..<8 as Range<UInt64>)
    func pacingHasNoEffect(seed: UInt64) throws {
        let results = try [1, 2, 7].map { steps in
            var compared = try ComparedSession()
            compared.session.beginComparison(of: Self.policies, at: 0)
            compared.run(seed: seed, steps: steps)
            compared.advance(to: 200)
            return try compared.comparison
        }
        for other in results.dropFirst() {
            #expect(other.differences.recent == results[0].differences.recent)
            #expect(other.differences.count == results[0].differences.count)
            #expect(other.sides.map(\.figures.unseenValue) == results[0].sides.map(\.figures.unseenValue))
            #expect(other.sides.map(\.figures.shown) == results[0].sides.map(\.figures.shown))
        }
        #expect(results[0].differences.count > 3)
    }

    @Test("without policies, the room's policy is compared with the other mode; a single policy with the room's")
    func defaultPolicies() throws {
        var compared = try ComparedSession(["mode=replace", "early=hold"])
        compared.session.beginComparison(of: [], at: 0)
        #expect(try compared.comparison.sides.map(\.controller.settings.mode) == [.replace, .queue])
        #expect(try compared.comparison.sides.map(\.controller.settings.early) == [.hold, .hold])
        compared.session.beginComparison(of: [Policy("drop", [.early(.drop)])], at: 0)
        #expect(try compared.comparison.sides.map(\.controller.settings.early) == [.hold, .drop])
        compared.session.beginComparison(of: Self.policies + Self.policies, at: 0)
        #expect(try compared.comparison.sides.count == LiveComparison.maxSides)
    }

    @Test("a comparison continues the state of the session")
    func continuesState() throws {
        var compared = try ComparedSession()
        compared.send("rocket", at: 0)
        compared.send("heart", at: 1)
        compared.session.beginComparison(of: [], at: ComparedSession.time(2))
        let sides = try compared.comparison.sides
        #expect(sides.map(\.controller.running?.gift.number) == [1, 1])
        #expect(sides.map(\.controller.waitingCount) == [1, 0])
        // The switch to replace mode drops what waits, as it would in the room.
        #expect(sides.map { $0.figures.outcomes[.dropped, default: 0] } == [0, 1])
        #expect(sides.map(\.figures.shown) == [1, 1])
        #expect(sides.map(\.figures.gifts) == [2, 2])
        let difference = try #require(try compared.comparison.differences.recent.first)
        #expect(difference.fates == [.waiting, .ended(.dropped(.modeSwitch, progress: nil))])
        #expect(difference.at == 2 * .second)
    }

    @Test("a setting of the room reaches the sides that do not set it themselves")
    func roomSettingsLieBelow() throws {
        var compared = try ComparedSession()
        compared.session.beginComparison(of: [Policy("room", []), Self.hold], at: 0)
        compared.perform(.set(Setting.early.key, .choice("drop")), at: 1)
        compared.perform(.setThreshold(Millionths(500_000)), at: 1)
        compared.perform(.switchMode, at: 2)
        let settings = try compared.comparison.sides.map(\.controller.settings)
        #expect(settings.map(\.replaceAt.count) == [500_000, 500_000])
        #expect(settings.map(\.mode) == [.replace, .replace])
        #expect(settings.map(\.early) == [.drop, .hold])
    }

    @Test("a difference is noticed when a gift ends in one way only, and follows what becomes of it")
    func differences() throws {
        var compared = try ComparedSession()
        compared.session.beginComparison(of: [], at: 0)
        compared.send("rocket", at: 0)
        compared.send("heart", at: 0.4, from: "bob")
        var found = try compared.comparison.differences
        #expect(found.count == 1)
        #expect(found.recent.map(\.number) == [2])
        #expect(found.recent.first?.sender == "bob")
        #expect(found.recent.first?.fates == [.waiting, .ended(.dropped(.early, progress: Millionths(100_000)))])
        compared.advance(to: 4.5)
        found = try compared.comparison.differences
        #expect(found.recent.first?.fates.first == .running)
        #expect(found.recent.first?.at == 400_000_000)
        compared.advance(to: 6)
        #expect(try compared.comparison.differences.recent.first?.fates.first == .ended(.completed))
        #expect(try compared.comparison.differences.count == 1)
    }

    @Test("a gift that plays to its end at different times does not differ")
    func laterIsNoDifference() throws {
        var compared = try ComparedSession()
        compared.session.beginComparison(
            of: [Policy("at once", []), Policy("gap", [.gap(2 * .second)])], at: 0)
        compared.send("heart", at: 0)
        compared.send("heart", at: 0.1)
        for seconds in [1.0, 1.5, 2.5, 3.5, 5] {
            compared.advance(to: seconds)
            #expect(try compared.comparison.differences.count == 0)
        }
        #expect(try compared.comparison.sides.map { $0.figures.outcomes[.completed] } == [2, 2])
    }

    @Test("the value not seen is the value times the share of the presentation that was not seen")
    func unseenValue() throws {
        var compared = try ComparedSession()
        compared.session.beginComparison(of: [], at: 0)
        compared.send("rocket", at: 0)
        // Dropped as early under the second policy: its whole value, 3 × 2.
        compared.send("heart", at: 0.4, count: 3)
        #expect(try compared.comparison.sides.map(\.figures.unseenValue) == [0, 6])
        // Replaces the rocket at 40 %: 60 % of 500.
        compared.send("heart", at: 1.6)
        #expect(try compared.comparison.sides.map(\.figures.unseenValue) == [0, 306])
        compared.advance(to: 20)
        #expect(try compared.comparison.sides.map(\.figures.unseenValue) == [0, 306])
        // Both sides close it at 25 %.
        compared.send("rocket", at: 20)
        compared.perform(.close, at: 21)
        #expect(try compared.comparison.sides.map(\.figures.unseenValue) == [375, 681])
        #expect(try compared.comparison.sides.map(\.figures.shown) == [4, 3])
    }

    @Test("merged gifts count with the gift into which they were merged")
    func mergedValue() throws {
        var compared = try ComparedSession(["combineWithin=5s"])
        compared.session.beginComparison(of: [], at: 0)
        compared.send("rocket", at: 0)
        compared.send("rocket", at: 1)
        compared.perform(.close, at: 2)
        // 1000 at stake, closed at 50 %.
        #expect(try compared.comparison.sides.map(\.figures.unseenValue) == [500, 500])
    }

    @Test("a policy that is adopted becomes the room's with one input")
    func adoption() throws {
        var compared = try ComparedSession()
        compared.send("rocket", at: 0)
        compared.send("heart", at: 1)
        let before = compared.events.count
        compared.perform(.adopt([.mode(.replace), .backlog(.park)]), at: 2)
        let inputs = compared.events[before...].filter { if case .applied = $0.kind { true } else { false } }
        #expect(inputs.count == 1)
        // With `backlog` set before or with the mode, the waiting gift is parked and not dropped.
        #expect(compared.session.controller.parkedCount == 1)
        #expect(compared.session.settings.origin(of: .mode) == .key("k"))
    }
}
