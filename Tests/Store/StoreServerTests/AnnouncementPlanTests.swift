import ExactNumbers
import PlayerSettings
import StoreProtocol
import Testing

@testable import StoreServer

@Suite("The plan of announcements")
struct AnnouncementPlanTests {
    private func content(_ revision: Int, isKept: Bool = false) -> AnnouncedContent {
        var content = AnnouncedContent(catalogueRevision: revision, settings: PublishedSettings(revision: 1))
        content.isKept = isKept
        return content
    }

    private func topics(_ steps: [AnnouncementStep]) -> [String] {
        steps.compactMap { if case .publish(let message) = $0 { message.topic } else { nil } }
    }

    private func beat(_ catalogue: Int, _ settings: Int = 1) -> StoreAnnouncement {
        .beat(catalogueRevision: catalogue, settingsRevision: settings)
    }

    @Test("the first connection sends all documents, then only changes at once and the beat each second")
    func firstConnectionSpeaks() throws {
        var plan = AnnouncementPlan(rank: 0)
        plan.setContent(content(1), at: 0)
        plan.beginConnection(at: 0)
        let steps = try plan.takeSteps(at: 0)
        #expect(steps.first == .subscribe(["beat"]))
        #expect(topics(steps).count == 102)
        plan.receive(beat(1), isKept: false, at: 0)
        plan.setContent(content(1, isKept: true), at: 0)
        #expect(try plan.takeSteps(at: .second / 2) == [])
        #expect(topics(try plan.takeSteps(at: .second)) == ["beat"])
        plan.receive(beat(1), isKept: false, at: .second)
        plan.setContent(content(2), at: .second + 1)
        #expect(topics(try plan.takeSteps(at: .second + 1)) == ["catalogue", "beat"])
    }

    @Test(
        "another connection is silent while it hears the beat, and speaks after its turn when it does not",
        arguments: 1...3)
    func othersSpeakInTurn(rank: Int) throws {
        var plan = AnnouncementPlan(rank: rank)
        plan.setContent(content(1, isKept: true), at: 0)
        plan.beginConnection(at: 0)
        for second in 0..<10 {
            plan.receive(beat(1), isKept: false, at: Int64(second) * .second)
            #expect(topics(try plan.takeSteps(at: Int64(second) * .second + .second / 2)) == [])
        }
        let turn = Int64(rank) * AnnouncementPlan.turn
        #expect(topics(try plan.takeSteps(at: 10 * .second + turn - 1)) == [])
        #expect(topics(try plan.takeSteps(at: 10 * .second + turn)) == ["beat"])
        // A change that the first one does not tell.
        plan.receive(beat(1), isKept: false, at: 11 * .second)
        plan.setContent(content(2, isKept: true), at: 11 * .second)
        #expect(topics(try plan.takeSteps(at: 11 * .second + turn)) == ["catalogue", "beat"])
        // And one that it tells.
        plan.setContent(content(3, isKept: true), at: 20 * .second)
        plan.receive(beat(3), isKept: false, at: 20 * .second + 1)
        #expect(topics(try plan.takeSteps(at: 20 * .second + turn)) == [])
    }

    @Test("what the broker does not keep yet is repeated with each beat, the newest document of a topic last")
    func unkeptDocumentsAreRepeated() throws {
        var plan = AnnouncementPlan(rank: 0)
        plan.setContent(content(1, isKept: true), at: 0)
        plan.beginConnection(at: 0)
        _ = try plan.takeSteps(at: 0)
        for revision in 2...3 {
            plan.receive(beat(revision - 1), isKept: false, at: Int64(revision) * .second)
            plan.setContent(content(revision), at: Int64(revision) * .second)
            #expect(topics(try plan.takeSteps(at: Int64(revision) * .second)) == ["catalogue", "beat"])
            plan.receive(beat(revision), isKept: false, at: Int64(revision) * .second)
        }
        #expect(topics(try plan.takeSteps(at: 4 * .second)) == ["catalogue", "beat"])
        plan.receive(beat(3), isKept: false, at: 4 * .second)
        plan.setContent(content(3, isKept: true), at: 4 * .second)
        #expect(topics(try plan.takeSteps(at: 5 * .second)) == ["beat"])
    }

    @Test("a node that does not pass the beat on is left after three seconds")
    func deafNodeIsLeft() throws {
        var plan = AnnouncementPlan(rank: 0)
        plan.setContent(content(1), at: 0)
        plan.beginConnection(at: 0)
        _ = try plan.takeSteps(at: 0)
        _ = try plan.takeSteps(at: 3 * .second - 1)
        #expect(throws: AnnouncementFault.self) { try plan.takeSteps(at: 3 * .second) }
        plan.beginConnection(at: 4 * .second)
        #expect(topics(try plan.takeSteps(at: 4 * .second)).count == 102)
    }

    @Test("a store that is behind another one is silent and knows it")
    func olderStoreIsSilent() throws {
        var plan = AnnouncementPlan(rank: 0)
        plan.setContent(content(1, isKept: true), at: 0)
        plan.beginConnection(at: 0)
        plan.receive(beat(1_000_000, 1_000_000), isKept: false, at: 0)
        #expect(topics(try plan.takeSteps(at: .second / 2)) == [])
        #expect(plan.newerRevision == 1_000_000)
    }
}
