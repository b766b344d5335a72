import Banners
import BuiltInGifts
import ExactNumbers
import GiftChoreography
import LottieDocument
import Motion
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import SeededRandomness
import Testing

@testable import RoomSession

@Suite("A session without a screen")
struct RoomSessionTests {
    /// An appearance in which every line of the chat has one row.
    private struct PlainAppearance: RoomAppearance {
        func rowCount(of line: ChatLine, columns: Int, hasHeads: Bool) -> Int { 1 }
        func headColor(ofName name: String) -> MotionColor { MotionColor(0xFF0000) }
        func complete(_ arrival: inout BannerArrival, of gift: RoomGift?, options: BannerOptions, lanes: Int) {}
    }

    /// Two kinds with animations of one frame.
    private struct Gifts: GiftProvider {
        let catalogue: GiftCatalogue

        init() throws {
            catalogue = try GiftCatalogue(
                yaml: """
                    gifts:
                      - {id: heart, name: Heart, value: 1, duration: 1, animation: heart.json, sign: {emoji: "x", ascii: "x"}, tags: []}
                      - {id: rocket, name: Rocket, value: 500, duration: 4, animation: rocket.json, sign: {emoji: "y", ascii: "y"}, tags: []}
                    """, file: "gifts.yaml")
        }

        func animation(ofBuiltIn id: String) -> [UInt8]? {
            Array(#"{"v":"5.7.0","fr":30,"ip":0,"op":30,"w":10,"h":10,"layers":[]}"#.utf8)
        }

        func options(ofBuiltIn id: String, _ composition: Composition) -> PresentationOptions { PresentationOptions() }
    }

    private func session(_ options: [String] = [], isRecorded: Bool = false) throws -> RoomSession {
        var settings = LayeredSettings()
        for option in options { settings.assign(try Assignment.option(option)) }
        let home = LobbyDoor(host: "Mika", title: "Pixel café", profile: "", viewers: 12)
        return RoomSession(
            .init(home: home, rooms: [], gifts: try Gifts(), settings: settings, isRecorded: isRecorded),
            appearance: PlainAppearance())
    }

    private func gift(_ kind: String, from sender: String, at time: Nanoseconds, id: String) -> FeedEvent {
        FeedEvent(
            at: .nanoseconds(time),
            kind: .gift(
                GiftArrival(id: id, gift: kind, name: kind, from: Viewer(id: sender, name: sender), value: 1)))
    }

    /// Returns random inputs of the room and the viewer, at times that do not decrease.
    private func run(_ session: inout RoomSession, seed: UInt64) -> [SessionEvent] {
        var rng = SeededGenerator(seed: seed)
        var events: [SessionEvent] = []
        var time: Nanoseconds = 0
        let commands: [SessionCommand] = [
            .close, .clear, .togglePause, .switchMode, .moveThreshold(by: 50_000), .setThreshold(Millionths(200_000)),
            .step(by: .second), .stepFrames(-1), .slower, .faster, .normalSpeed, .send("rocket"), .send("nothing"),
            .sendAgain(1),
        ]
        for index in 0..<80 {
            time += Nanoseconds(rng.next(below: 900_000_000))
            events += session.advance(to: time)
            if rng.next(below: 3) > 0 {
                let kind = rng.next(below: 2) == 0 ? "heart" : "rocket"
                events += session.receive(gift(kind, from: "ann", at: time, id: "g\(index)"))
            } else {
                let command = commands[Int(rng.next(below: commands.count))]
                events += session.perform(command, key: "k", at: time)
            }
        }
        return events + session.apply(.end, at: time + .second)
    }

    @Test("a session with the recorded inputs makes the same decisions", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func replay(seed: UInt64) throws {
        var live = try session()
        let events = run(&live, seed: seed)
        var again = try session(isRecorded: true)
        var replayed: [SessionEvent] = []
        for event in events {
            replayed += again.advance(to: event.at)
            if case .applied(let input) = event.kind { replayed += again.apply(input, at: event.at) }
        }
        #expect(replayed == events, "seed \(seed)")
        #expect(again.controller.counts == live.controller.counts)
        #expect(again.settings.playback == live.settings.playback)
    }

    @Test("a copy is a snapshot: it goes on as the session does", arguments: [7, 8] as [UInt64])
    func snapshot(seed: UInt64) throws {
        var session = try session(["mode=replace"])
        _ = run(&session, seed: seed)
        // An ended session ignores everything.
        #expect(session.apply(.control(.close), at: .second).isEmpty && session.hasEnded)
        var other = try self.session(["mode=replace"])
        _ = other.receive(gift("rocket", from: "ann", at: 0, id: "a"))
        var copy = other
        #expect(other.advance(to: 5 * .second) == copy.advance(to: 5 * .second))
        _ = other.perform(.send("heart"), key: "1", at: 5 * .second)
        #expect(other.controller.running != nil && copy.controller.running == nil)
    }

    @Test("decisions that are due before an input precede it")
    func order() throws {
        var session = try session()
        _ = session.receive(gift("heart", from: "ann", at: 0, id: "a"))
        let events = session.apply(.room(.join(Viewer(id: "b", name: "bob"))), at: 2 * .second)
        #expect(events.map(\.at) == [.second, 2 * .second])
        #expect(events.last?.kind == .applied(.room(.join(Viewer(id: "b", name: "bob")))))
    }

    /// Returns whether an event is a gift that has a banner only.
    private func isBanner(_ event: SessionEvent?) -> Bool {
        if case .applied(.banner)? = event?.kind { true } else { false }
    }

    @Test("a rejected gift has a banner only, and a gift below `bannerBelow` is not asked for")
    func banners() throws {
        var session = try session(["bannerBelow=2"])
        var asked = 0
        let cheap = session.receive(gift("heart", from: "ann", at: 0, id: "a")) {
            asked += 1
            return true
        }
        #expect(asked == 0 && isBanner(cheap.last) && session.controller.running == nil)
        session = try self.session()
        let rejected = session.receive(gift("rocket", from: "ann", at: 0, id: "b")) { true }
        #expect(isBanner(rejected.last) && session.controller.running == nil && session.banners.nextDue != nil)
    }

    @Test("a gift without an animation is reported, so that the store can fetch it")
    func missingAnimation() throws {
        var session = try session(["missing=wait"])
        let events = session.receive(gift("comet", from: "ann", at: 0, id: "a"))
        #expect(events.contains { $0.kind == .lacksAnimation(kind: "comet") })
        #expect(events.first { $0.kind == .lacksAnimation(kind: "comet") }?.recordedLine == nil)
    }

    @Test("keys set values in their own layer, and `unset` gives the value below back")
    func settings() throws {
        var session = try session(["replaceAt=0.4"])
        _ = session.perform(.moveThreshold(by: 50_000), key: "]", at: 0)
        #expect(session.settings.playback.replaceAt == Millionths(450_000))
        #expect(session.settings.origin(of: .replaceAt) == .key("]"))
        _ = session.perform(.unset(.replaceAt), key: "S", at: 0)
        #expect(session.settings.playback.replaceAt == Millionths(400_000))
    }
}
