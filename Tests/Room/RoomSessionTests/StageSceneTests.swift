import ExactNumbers
import Playback
import RoomEvents
import SeededRandomness
import Testing

@testable import RoomSession

@Suite("What is on the stage and beside it")
struct StageSceneTests {
    /// What a scene shows at a time, as texts that can be compared.
    private func shown(_ session: RoomSession, at time: Nanoseconds) -> [String] {
        let scene = session.scene
        func text(_ card: QueueCards.Card) -> String {
            "\(card.gift.number) \(card.gift.kind) ×\(card.gift.count) \(card.state) \(card.place) "
                + "\(card.place(at: time)) \(card.offset(at: time)) \(card.hasGrown(at: time))"
        }
        let running = scene.onStage.map { "\($0.number) ×\($0.arrival.count) since \($0.startedAt)" } ?? "nobody"
        return [running] + scene.cards.cards.map(text)
            + scene.cards.leaving.filter { $0.isVisible(at: time) }.map { "leaves " + text($0) }
    }

    /// A line by value is worked out anew for each arrival; one by arrival is not where it is longer than all cards. Gifts
    /// of one value have the same line in both.
    @Test(
        "a line longer than all cards is the same as one that is worked out for each arrival",
        arguments: 0..<12 as Range<UInt64>)
    func longLine(seed: UInt64) throws {
        var sessions = try ["arrival", "value"].map {
            try TestSession.session(["order=\($0)", "combineWithin=2s", "maxWaiting=60"])
        }
        var random = SeededGenerator(seed: seed)
        var time: Nanoseconds = 0
        var longest = 0
        for index in 0..<200 {
            time += Nanoseconds(random.next(below: 60_000_000))
            // Some senders send more of the same, whether their gift has a card or is behind the last one.
            let gift = TestSession.gift("heart", from: "viewer \(random.next(below: 90))", at: time, id: "g\(index)")
            let closes = random.next(below: 20) == 0
            for at in sessions.indices {
                _ = sessions[at].receive(gift)
                if closes { _ = sessions[at].perform(.close, key: "x", at: time) }
            }
            longest = max(longest, sessions[0].controller.waitingCount)
            let (fast, plain) = (shown(sessions[0], at: time), shown(sessions[1], at: time))
            #expect(fast == plain, "after \(index + 1) gifts, \(sessions[0].controller.waitingCount) waiting")
            guard fast == plain else { return }
        }
        #expect(longest > QueueCards.maxCount && sessions[0].scene.cards.cards.count == QueueCards.maxCount)
        for step in 1...80 {
            let later = time + Nanoseconds(step) * .second
            for at in sessions.indices { _ = sessions[at].advance(to: later) }
            #expect(shown(sessions[0], at: later) == shown(sessions[1], at: later))
        }
        #expect(sessions[0].scene.cards.cards.isEmpty && sessions[0].controller.running == nil)
    }

    @Test("the story of a gift has its planned rounds, also after a move into one of them")
    func plannedRounds() throws {
        var session = try TestSession.session()
        let arrival = GiftArrival(
            id: "a", gift: "rocket", name: "Rocket", from: Viewer(id: "ann", name: "ann"), value: 1)
        let loop = GiftLoop(start: 0, end: 4 * .second, plannedRounds: 4)
        _ = session.apply(.gift(arrival, duration: 4 * .second, asset: .ready, loop: loop), at: 0)
        func rounds() -> [String] {
            (session.scene.story?.entries ?? []).map { "\($0.stimulus) at \($0.at.durationText)" }
        }
        _ = session.advance(to: 1_500_000_000)
        #expect(rounds() == ["round(2) at 1s"])
        _ = session.apply(.seek(to: 3_200_000_000), at: 1_500_000_000)
        #expect(rounds() == ["round(2) at 1s", "round(4) at 3.2s"])
        _ = session.apply(.seek(to: 500_000_000), at: 1_600_000_000)
        #expect(rounds().isEmpty)
        _ = session.advance(to: 2_200_000_000)
        #expect(rounds() == ["round(2) at 1s"])
    }

    @Test("a gift behind the last card comes into the line when another one leaves it")
    func lineMovesUp() throws {
        var session = try TestSession.session(["maxWaiting=none"])
        for number in 0..<30 {
            _ = session.receive(TestSession.gift("heart", from: "v\(number)", at: 0, id: "\(number)"))
        }
        #expect(session.scene.cards.cards.map(\.gift.number) == Array(2...25))
        _ = session.receive(TestSession.gift("heart", from: "late", at: 100, id: "late"))
        #expect(session.scene.cards.cards.map(\.gift.number) == Array(2...25))
        _ = session.perform(.close, key: "x", at: 200)
        #expect(session.scene.cards.cards.map(\.gift.number) == Array(3...26))
    }
}
