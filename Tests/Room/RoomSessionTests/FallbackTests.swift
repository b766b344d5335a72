import ExactNumbers
import GiftPackages
import LottieDocument
import Playback
import StoreProtocol
import Testing

@testable import RoomSession

@Suite("The fallback of kinds whose animation has not come")
struct FallbackTests {
    /// A fallback of two seconds.
    private static func fallback() throws -> FallbackAnimation {
        FallbackAnimation(
            try Composition(
                json: Array(#"{"v":"5.7.0","fr":30,"ip":0,"op":60,"w":7,"h":7,"layers":[]}"#.utf8)))
    }

    /// A kind of three seconds from a web server.
    private static let comet = StoreGift(
        id: "comet", name: "Comet", version: 1, value: 0, duration: 3 * .second, package: "", size: 1,
        sha256: SHA256Digest.digest(of: []))

    private static func decisions(_ events: [SessionEvent]) -> [TraceEvent.Kind] {
        events.compactMap { if case .decided(let decision) = $0.kind { decision.kind } else { nil } }
    }

    private static func asksForAnimation(_ events: [SessionEvent]) -> Bool {
        events.contains { if case .lacksAnimation("comet") = $0.kind { true } else { false } }
    }

    @Test("without a fallback, a gift without its animation is dropped or waits, as the setting missing says")
    func missingDecidesWithoutFallback() throws {
        var dropping = try TestSession.session(["missing=drop"])
        let dropped = dropping.receive(TestSession.gift("comet", from: "ann", at: 0, id: "a"))
        #expect(Self.asksForAnimation(dropped))
        #expect(dropping.controller.counts.arrivals == 1 && dropping.controller.waitingCount == 0)
        var waiting = try TestSession.session(["missing=wait"])
        #expect(Self.asksForAnimation(waiting.receive(TestSession.gift("comet", from: "ann", at: 0, id: "a"))))
        #expect(waiting.controller.waitingCount == 1 && waiting.controller.running == nil)
        _ = waiting.apply(.ready(Self.comet), at: .second)
        #expect(waiting.controller.running?.gift.duration == 3 * .second)
    }

    @Test("with a fallback, no gift lacks its animation, and its own is asked for", arguments: ["drop", "wait"])
    func fallbackPlays(missing: String) throws {
        var session = try TestSession.session(["missing=\(missing)"], fallback: try Self.fallback())
        #expect(Self.asksForAnimation(session.receive(TestSession.gift("comet", from: "ann", at: 0, id: "a"))))
        #expect(session.controller.running?.gift.duration == 2 * .second)
        let gift = try #require(session.scene.onStage?.gift)
        #expect(gift.isStandIn)
        #expect(session.animations.composition(of: gift)?.width == 7)
    }

    @Test("the presentation that runs keeps the fallback and its length, and the next gift has its own animation")
    func ownAnimationFollows() throws {
        var session = try TestSession.session(fallback: try Self.fallback())
        _ = session.receive(TestSession.gift("comet", from: "ann", at: 0, id: "a"))
        let events = session.apply(.ready(Self.comet), at: .second)
        #expect(Self.decisions(events).isEmpty)
        #expect(session.controller.running?.gift.duration == 2 * .second)
        #expect(session.scene.onStage?.gift?.isStandIn == true)
        #expect(session.kinds.playable("comet")?.isStandIn == false)
        #expect(session.kinds.playable("comet")?.duration == 3 * .second)
    }

    @Test("the loop of a fallback with an intro is repeated for more of the kind")
    func fallbackRepeatsItsLoop() throws {
        let scene = try Composition(
            json: Array(
                #"""
                {"v":"5.7.0","fr":30,"ip":0,"op":90,"w":7,"h":7,"layers":[],"markers":[
                  {"cm":"intro","tm":0,"dr":30},{"cm":"loop","tm":30,"dr":15},{"cm":"outro","tm":60,"dr":30}]}
                """#.utf8))
        let options = PresentationOptions(course: try PlayingOptions().course(of: scene))
        var session = try TestSession.session(
            ["combineWithin=1s", "loopWhile=streak"], fallback: FallbackAnimation(scene, options: options))
        _ = session.receive(TestSession.gift("comet", from: "ann", at: 0, id: "a"))
        let gift = try #require(session.controller.running?.gift)
        #expect(gift.duration == 2_500_000_000)
        #expect(gift.loop == GiftLoop(start: .second, end: 1_500_000_000))
        var decisions = Self.decisions(
            session.receive(TestSession.gift("comet", from: "ann", at: 900_000_000, id: "b")))
        decisions += Self.decisions(session.advance(to: 1_600_000_000))
        #expect(decisions.contains { if case .looped = $0 { true } else { false } }, "\(decisions)")
    }

    @Test("built-in kinds and withdrawn kinds have no stand-in")
    func othersHaveNoStandIn() throws {
        var session = try TestSession.session(fallback: try Self.fallback())
        #expect(session.kinds.playable("heart")?.isStandIn == false)
        _ = session.apply(.withdrawn(id: "comet"), at: 0)
        #expect(session.kinds.playable("comet") == nil)
    }
}
