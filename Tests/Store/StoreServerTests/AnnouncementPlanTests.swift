import ExactNumbers
import PlayerSettings
import StoreProtocol
import Testing

@testable import StoreServer

@Suite("The plan of announcements")
struct AnnouncementPlanTests {
    private var plan = AnnouncementPlan()

    private func topics(_ messages: [AnnouncementPlan.Message]) -> [String] { messages.map(\.announcement.topic) }

    @Test("each connection begins with the whole state, and then only changes and beats follow")
    mutating func changesFollowTheWholeState() {
        plan.setState(catalogueRevision: 1, settings: PublishedSettings(revision: 1))
        plan.beginConnection(at: 0)
        #expect(plan.takeMessages(at: 0).count == 2 * 101 + 1)
        plan.setState(catalogueRevision: 2, settings: PublishedSettings(revision: 1))
        // The change is for the players that listen, the beat for those that miss it, the last one for later ones.
        let change = plan.takeMessages(at: .second / 10)
        #expect(topics(change) == ["catalogue", "beat", "catalogue"])
        #expect(change.map(\.isRetained) == [false, false, true])
        #expect(plan.takeMessages(at: .second) == [])
        #expect(topics(plan.takeMessages(at: 2 * .second)) == ["beat"])
        plan.beginConnection(at: 3 * .second)
        #expect(plan.takeMessages(at: 3 * .second).count == 2 * 101 + 1)
    }

    @Test("each document is kept by the broker, and the beat is not")
    mutating func retention() {
        plan.setState(catalogueRevision: 1, settings: PublishedSettings(revision: 1))
        plan.beginConnection(at: 0)
        let kept = plan.takeMessages(at: 0).filter(\.isRetained)
        #expect(Set(topics(kept)).count == 101)
        #expect(!topics(kept).contains("beat"))
    }

    @Test("a broker is left when it has acknowledged nothing for three seconds")
    mutating func stuckBrokerIsLeft() {
        plan.setState(catalogueRevision: 1, settings: PublishedSettings(revision: 1))
        plan.beginConnection(at: 0)
        _ = plan.takeMessages(at: 0)
        plan.acknowledge(100, at: 2 * .second)
        #expect(!plan.isStuck(at: 4 * .second))
        #expect(plan.isStuck(at: 5 * .second))
        plan.acknowledge(1, at: 5 * .second)
        #expect(!plan.isStuck(at: 100 * .second))
    }

    @Test("the settings of a room that lost them are cleared")
    mutating func vanishedRoomIsCleared() throws {
        let settings = try PublishedSettings(json: Array(#"{"revision":1,"rooms":{"lobby":{"mode":"queue"}}}"#.utf8))
        plan.setState(catalogueRevision: 1, settings: settings)
        plan.beginConnection(at: 0)
        #expect(topics(plan.takeMessages(at: 0)).first == "rooms/lobby")
        plan.setState(catalogueRevision: 1, settings: PublishedSettings(revision: 2))
        let messages = plan.takeMessages(at: 0).filter { $0.announcement.topic == "rooms/lobby" }
        #expect(messages.map(\.announcement.payload) == [[]])
        #expect(messages.allSatisfy { $0.isRetained })
    }
}
