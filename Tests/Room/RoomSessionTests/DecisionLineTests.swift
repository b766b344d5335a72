import ExactNumbers
import Playback
import Testing

@testable import RoomSession

@Suite("The decision line")
struct DecisionLineTests {
    private typealias Label = DecisionSentence.GiftLabel

    private static let rocket = Label(name: "Rocket", sender: "ann", count: 1)

    private func early(_ name: String, at time: Nanoseconds, progress: Int64) -> DecisionSentence {
        DecisionSentence(
            at: time, gift: 1, subject: Label(name: name, sender: "bob", count: 1),
            .early(running: Self.rocket, progress: Millionths(progress), threshold: Millionths(300_000)))
    }

    @Test("a sentence is shown for three seconds of session time, and fades before it goes")
    func displayTime() {
        var line = DecisionLine()
        line.show([early("Heart", at: .second, progress: 1)])
        #expect(line.ribbons.map(\.sentence.at) == [.second])
        #expect(line.nextDue == 3_800_000_000)
        #expect(line.isMoving(at: 1_100_000_000) && !line.isMoving(at: 2 * .second) && line.isMoving(at: 3_900_000_000))
        var isOver = line.advance(to: 3_999_999_999)
        #expect(!isOver && line.nextDue == 4 * .second)
        isOver = line.advance(to: 4 * .second)
        #expect(isOver && line.ribbons.isEmpty && line.nextDue == nil)
    }

    @Test("a burst of one decision is one sentence, with the numbers of the last")
    func burst() {
        var line = DecisionLine()
        for index in 0..<12 {
            line.show([early("Heart", at: Nanoseconds(index) * 40_000_000, progress: Int64(index) * 10_000)])
        }
        #expect(line.ribbons.count == 1 && line.ribbons[0].appearedAt == 0)
        #expect(line.ribbons[0].sentence.text == "bob's Heart ×12 dropped: ann's Rocket was only at 11 % of 30 %")
        line.show([early("Heart", at: .second, progress: 200_000)])
        #expect(line.ribbons.count == 2 && line.ribbons[0].sentence.text.hasPrefix("bob's Heart dropped"))
    }

    @Test("the newest sentence comes first; at one moment, a start comes after what made room for it")
    func order() {
        var line = DecisionLine()
        line.show([
            DecisionSentence(at: 0, gift: 1, subject: Self.rocket, .completed),
            DecisionSentence(
                at: .second, gift: 2, subject: Self.rocket, .dismissed(progress: .zero, isWithdrawn: false)),
            DecisionSentence(at: .second, gift: 3, subject: Self.rocket, .started(waited: 0)),
        ])
        #expect(line.ribbons.map(\.sentence.gift) == [2, 3, 1])
        line.show([DecisionSentence(at: 2 * .second, .paused)])
        #expect(line.ribbons.map(\.sentence.gift) == [nil, 2, 3])
    }

    @Test("a session shows what it decided, and its copy shows the same")
    func session() throws {
        var session = try TestSession.session(["mode=replace"])
        _ = session.receive(TestSession.gift("rocket", from: "ann", at: 0, id: "a"))
        _ = session.receive(TestSession.gift("heart", from: "bob", at: .second, id: "b"))
        var copy = session
        for time in [1_500_000_000, 3_900_000_000, 5_000_000_000] as [Nanoseconds] {
            _ = session.advance(to: time)
            _ = copy.advance(to: time)
            #expect(session.narration.line.ribbons == copy.narration.line.ribbons)
        }
        let decisions = session.giftLog.entries.map { $0.decisions.map(\.text) }
        #expect(decisions.first == ["ann's Rocket started: nothing was playing", "ann's Rocket played to its end"])
        #expect(decisions.last == ["bob's Heart dropped: ann's Rocket was only at 25 % of 30 %"])
    }

    @Test("the gift that replaced another one has the numbers in the log too")
    func replacement() throws {
        var session = try TestSession.session(["mode=replace"])
        _ = session.receive(TestSession.gift("rocket", from: "ann", at: 0, id: "a"))
        _ = session.receive(TestSession.gift("heart", from: "bob", at: 2 * .second, id: "b"))
        let words = "started in the place of ann's Rocket at 50 % (allowed from 30 %)"
        #expect(session.giftLog.entries.last?.decisions.map(\.text) == ["bob's Heart \(words)"])
    }
}
