import Banners
import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import Testing

@testable import RoomSession

@Suite("A session without a screen")
struct RoomSessionTests {
    private func session(_ options: [String] = [], isRecorded: Bool = false) throws -> RoomSession {
        try TestSession.session(options, isRecorded: isRecorded)
    }

    private func gift(_ kind: String, from sender: String, at time: Nanoseconds, id: String) -> FeedEvent {
        TestSession.gift(kind, from: sender, at: time, id: id)
    }

    @Test("a session with the recorded inputs makes the same decisions", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func replay(seed: UInt64) throws {
        var live = try session()
        let events = TestSession.run(&live, seed: seed)
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
        _ = TestSession.run(&session, seed: seed)
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
