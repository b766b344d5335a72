import Banners
import BuiltInGifts
import ExactNumbers
import Foundation
import GiftChoreography
import LottieDocument
import Motion
import Playback
import PlayerSettings
import PolicyProperties
import RoomEvents
import SeededRandomness

@testable import RoomSession

/// Sessions of two gift kinds: a heart of a second, and a rocket of four.
enum TestSession {
    /// An appearance in which every line of the chat has one row.
    private struct PlainAppearance: RoomAppearance {
        func rowCount(of line: ChatLine, columns: Int, hasHeads: Bool) -> Int { 1 }
        func headColor(ofName name: String) -> MotionColor { MotionColor(0xFF0000) }
        func complete(_ arrival: inout BannerArrival, of gift: RoomGift?, options: BannerOptions, lanes: Int) {}
    }

    /// Two kinds with animations of one frame.
    private struct Gifts: GiftProvider {
        let catalogue: GiftCatalogue
        let fallback: FallbackAnimation?
        let mayHaveAnyKind: Bool

        init(fallback: FallbackAnimation?, mayHaveAnyKind: Bool) throws {
            self.fallback = fallback
            self.mayHaveAnyKind = mayHaveAnyKind
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

    static func session(
        _ options: [String] = [], isRecorded: Bool = false, fallback: FallbackAnimation? = nil,
        mayHaveAnyKind: Bool = false, promises: [PolicyProperties.Property] = []
    ) throws -> RoomSession {
        var settings = LayeredSettings()
        for option in options { settings.assign(try Assignment.option(option)) }
        let home = LobbyDoor(host: "Mika", title: "Pixel café", profile: "", viewers: 12)
        var setup = RoomSession.Setup(
            home: home, rooms: [], gifts: try Gifts(fallback: fallback, mayHaveAnyKind: mayHaveAnyKind),
            settings: settings, isRecorded: isRecorded)
        setup.promises = promises
        return RoomSession(setup, appearance: PlainAppearance())
    }

    static func gift(
        _ kind: String, from sender: String, at time: Nanoseconds, id: String, count: Int = 1
    ) -> FeedEvent {
        FeedEvent(
            at: .nanoseconds(time),
            kind: .gift(
                GiftArrival(
                    id: id, gift: kind, name: kind.capitalized, from: Viewer(id: sender, name: sender), count: count,
                    value: 1)))
    }

    /// Applies random inputs of the room and the viewer, at times that do not decrease, and returns the events.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - seed: The seed of the inputs.
    ///   - steps: The number of inputs.
    ///   - kinds: The kinds of the gifts that arrive.
    ///   - observe: Called with the events of each step.
    @discardableResult
    static func run(
        _ session: inout RoomSession, seed: UInt64, steps: Int = 80, kinds: [String] = ["heart", "rocket"],
        observe: (RoomSession, [SessionEvent]) -> Void = { _, _ in }
    ) -> [SessionEvent] {
        var rng = SeededGenerator(seed: seed)
        var all: [SessionEvent] = []
        var time: Nanoseconds = 0
        let commands: [SessionCommand] = [
            .close, .clear, .togglePause, .switchMode, .moveThreshold(by: 50_000), .setThreshold(Millionths(200_000)),
            .step(by: .second), .stepFrames(-1), .slower, .faster, .normalSpeed, .send("rocket"), .send("nothing"),
            .sendAgain(1),
        ]
        for index in 0..<steps {
            time += Nanoseconds(rng.next(below: 900_000_000))
            var events = session.advance(to: time)
            switch rng.next(below: 8) {
            case 0..<5:
                let kind = kinds[Int(rng.next(below: kinds.count))]
                events += session.receive(gift(kind, from: "ann", at: time, id: "g\(index)"))
            case 5:
                let states: [AssetState] = [.ready, .withdrawn, .missing]
                let kind = kinds[Int(rng.next(below: kinds.count))]
                events += session.apply(
                    .asset(kind: kind, states[Int(rng.next(below: 3))], duration: .second), at: time)
            default:
                events += session.perform(commands[Int(rng.next(below: commands.count))], key: "k", at: time)
            }
            observe(session, events)
            all += events
        }
        return all + session.apply(.end, at: time + .second)
    }
}
