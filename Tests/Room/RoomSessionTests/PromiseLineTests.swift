import ExactNumbers
import PolicyProperties
import Testing

@testable import RoomSession

@Suite("Promises on the stage")
struct PromiseLineTests {
    private func session(_ promise: String) throws -> RoomSession {
        var session = try TestSession.session(promises: [try PolicyProperties.Property(promise)])
        _ = session.receive(TestSession.gift("rocket", from: "ann", at: 0, id: "a"))
        _ = session.receive(TestSession.gift("heart", from: "bob", at: .second, id: "b"))
        return session
    }

    private func broken(_ session: RoomSession) -> [DecisionSentence] {
        session.narration.line.ribbons.map(\.sentence).filter { $0.category == .brokenPromise }
    }

    @Test("a promise that a decision breaks is shown with its moment")
    func decisionBreaksPromise() throws {
        let session = try session("never waiting > 0")
        #expect(broken(session).map(\.text) == ["Broken at 1s: never waiting > 0"])
    }

    @Test("a promise whose time is over is shown at its deadline, for which the session wakes up")
    func deadlineBreaksPromise() throws {
        var session = try session("always (arrived implies within 2s started)")
        #expect(session.nextDue.map { $0 <= 3 * .second + 1 } == true)
        _ = session.advance(to: 3 * .second)
        #expect(broken(session).isEmpty)
        _ = session.advance(to: 3 * .second + 1)
        #expect(
            broken(session).map(\.text) == ["Broken at 3s, too late: always (arrived implies within 2s started)"])
        #expect(broken(session).map(\.at) == [3 * .second])
    }

    @Test("a broken promise is shown once, and does not change a decision")
    func promiseChangesNoDecision() throws {
        var held = try session("never waiting > 0")
        var free = try TestSession.session()
        _ = free.receive(TestSession.gift("rocket", from: "ann", at: 0, id: "a"))
        _ = free.receive(TestSession.gift("heart", from: "bob", at: .second, id: "b"))
        #expect(held.advance(to: 8 * .second) == free.advance(to: 8 * .second))
        #expect(broken(held).isEmpty)
        _ = held.receive(TestSession.gift("heart", from: "cy", at: 8 * .second, id: "c"))
        #expect(broken(held).isEmpty)
    }

    @Test("a broken promise stays for six seconds above newer decisions, however many there are")
    func brokenPromiseStaysAbove() throws {
        var session = try session("never waiting > 0")
        for (index, sender) in ["cy", "dan", "eve", "fay", "gus"].enumerated() {
            _ = session.receive(
                TestSession.gift("star", from: sender, at: .second * Int64(2 + index) / 2 + .second, id: sender))
        }
        #expect(session.narration.line.ribbons.count > 1)
        #expect(session.narration.line.ribbons.first?.sentence.category == .brokenPromise)
        _ = session.advance(to: 7 * .second - 1)
        #expect(session.narration.line.ribbons.first?.sentence.category == .brokenPromise)
        _ = session.advance(to: 7 * .second)
        #expect(broken(session).isEmpty)
    }
}
