import ExactNumbers
import PlayerSettings
import StoreProtocol
import Testing

@testable import StoreServer

@Suite("The plan of kept announcements")
struct RetentionPlanTests {
    /// A broker that keeps documents, except those that it drops.
    private struct Broker {
        var kept: [String: [UInt8]] = [:]
        var drops = false

        /// Performs steps and lets the plan have the answers.
        mutating func perform(_ steps: [AnnouncementStep], _ plan: inout RetentionPlan, at now: Nanoseconds) {
            for step in steps {
                switch step {
                case .keep(let message, _) where !drops:
                    kept[message.topic] = message.payload.isEmpty ? nil : message.payload
                case .subscribe:
                    plan.receiveSubscription(at: now)
                    for (topic, payload) in kept {
                        plan.receive(StoreAnnouncement(topic: topic, payload: payload), isKept: true, at: now)
                    }
                case .keep, .publish: break
                }
            }
        }
    }

    private func content(_ revision: Int, rooms: String = "{}") throws -> AnnouncedContent {
        AnnouncedContent(
            catalogueRevision: revision,
            settings: try PublishedSettings(json: Array(#"{"revision":\#(revision),"rooms":\#(rooms)}"#.utf8)))
    }

    /// Runs a plan for some seconds, and returns the number of documents that it published.
    private func run(
        _ plan: inout RetentionPlan, _ broker: inout Broker, from begin: Nanoseconds = 0, seconds: Int64 = 5
    ) throws -> Int {
        var count = 0
        for tick in 0..<seconds * 10 {
            let now = begin + tick * .second / 10
            let steps = try plan.takeSteps(at: now)
            count += steps.count { if case .keep = $0 { true } else { false } }
            broker.perform(steps, &plan, at: now)
        }
        return count
    }

    @Test("a broker gets what it does not keep, once, and only that")
    func publishesDifferences() throws {
        var (plan, broker) = (RetentionPlan(), Broker())
        plan.setContent(try content(1), at: 0)
        plan.beginConnection(at: 0)
        #expect(try run(&plan, &broker) == 101)
        #expect(plan.keptRevisions == StoreRevisions(catalogue: 1, settings: 1))
        // A store that starts again finds everything.
        var second = RetentionPlan()
        second.setContent(try content(1), at: 0)
        second.beginConnection(at: 0)
        #expect(try run(&second, &broker) == 0)
        #expect(second.keptRevisions != nil)
    }

    @Test("a document that a broker drops is published again, with an acknowledgement")
    func droppedDocumentsComeAgain() throws {
        var (plan, broker) = (RetentionPlan(), Broker(drops: true))
        plan.setContent(try content(1), at: 0)
        plan.beginConnection(at: 0)
        #expect(try run(&plan, &broker) > 200)
        #expect(plan.keptRevisions == nil)
        broker.drops = false
        _ = try run(&plan, &broker, from: 5 * .second)
        #expect(broker.kept.count == 101)
        #expect(plan.keptRevisions != nil)
    }

    @Test("a document that falls back later, by a connection that was given up, is found and mended")
    func lateMessagesAreMended() throws {
        var (plan, broker) = (RetentionPlan(), Broker())
        plan.setContent(try content(2), at: 0)
        plan.beginConnection(at: 0)
        _ = try run(&plan, &broker)
        let old = try #require(try content(1).documents.last)
        broker.kept[old.topic] = old.payload
        #expect(try run(&plan, &broker, from: 5 * .second, seconds: 40) == 1)
        #expect(broker.kept[old.topic] == (try content(2).documents.last?.payload))
    }

    @Test("a room that lost its own settings is cleared, also when the store did not run meanwhile")
    func vanishedRoomsAreCleared() throws {
        var (plan, broker) = (RetentionPlan(), Broker())
        plan.setContent(try content(1, rooms: #"{"lobby":{"mode":"queue"}}"#), at: 0)
        plan.beginConnection(at: 0)
        _ = try run(&plan, &broker)
        #expect(broker.kept["rooms/lobby"] != nil)
        plan = RetentionPlan()
        plan.setContent(try content(2), at: 0)
        plan.beginConnection(at: 0)
        _ = try run(&plan, &broker)
        #expect(broker.kept["rooms/lobby"] == nil)
        #expect(broker.kept.count == 101)
    }

    @Test("a store that is behind what the broker keeps changes nothing")
    func olderStoreChangesNothing() throws {
        var broker = Broker()
        for document in try content(9).documents { broker.kept[document.topic] = document.payload }
        var plan = RetentionPlan()
        plan.setContent(try content(3), at: 0)
        plan.beginConnection(at: 0)
        #expect(try run(&plan, &broker) == 0)
        #expect(plan.newerRevision == 9)
    }

    @Test("a broker that does not answer is left")
    func silentBrokerIsLeft() throws {
        var plan = RetentionPlan()
        plan.setContent(try content(1), at: 0)
        plan.beginConnection(at: 0)
        #expect(try plan.takeSteps(at: 0) == [.subscribe(StoreAnnouncement.documentTopics)])
        #expect(throws: AnnouncementFault.self) { try plan.takeSteps(at: RetentionPlan.answerTimeout) }
    }
}
