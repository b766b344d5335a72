import ExactNumbers
import FeedServers
import StoreProtocol
import SystemIO
import TestSupport
import Testing

@testable import GiftLibrary

/// Tests of the connections to a broker of this machine, at times that the tests name.
@Suite(
    "A receiver of announcements", .enabled(if: MosquittoBroker.program != nil, "mosquitto is not installed"),
    .timeLimit(.minutes(2)))
struct AnnouncementReceiverTests {
    private static let beat = StoreAnnouncement.beat(catalogueRevision: 1, settingsRevision: 1)

    /// Returns a receiver at brokers that keep what a store has announced, so that only beats are missing.
    private func receiver(at brokers: MosquittoBroker...) throws -> AnnouncementReceiver {
        let text = brokers.map { $0.url("shop") }.joined(separator: " ")
        let settings = try PublishedSettings(json: Array(#"{"revision":1}"#.utf8))
        let topics = StoreAnnouncement.topics(of: "lobby")
        for message in StoreAnnouncement.messages(catalogueRevision: 1, settings: settings)
        where topics.contains(message.topic) {
            let payload = String(decoding: message.payload, as: UTF8.self)
            for broker in brokers { try broker.publish(payload, to: "shop/\(message.topic)", isRetained: true) }
        }
        // The longest pauses that the rules permit.
        return AnnouncementReceiver(
            try #require(AnnouncedAddresses(text, room: "lobby")), room: "lobby",
            state: AnnouncedState(room: "lobby"), pauses: FollowRules.standard.announcements, random: { .max })
    }

    private func sendBeat(_ brokers: [MosquittoBroker]) throws {
        let payload = String(decoding: Self.beat.payload, as: UTF8.self)
        for broker in brokers { try broker.publish(payload, to: "shop/beat") }
    }

    /// Waits for the connections and does their work, until a condition holds.
    private func work(
        _ receiver: inout AnnouncementReceiver, at now: Nanoseconds, until condition: (AnnouncementReceiver) -> Bool,
        each step: () throws -> Void = {}
    ) throws {
        let end = ContinuousClock.now + defaultTimeout
        while !condition(receiver) {
            guard ContinuousClock.now < end else {
                Issue.record("nothing happened in time")
                return
            }
            try step()
            _ = receiver.work(Descriptor.wait(for: receiver.awaitedDescriptors, milliseconds: 50), at: now)
        }
    }

    /// Opens the connections at the time 0, and waits until beats and all news have come over them.
    private func connect(_ receiver: inout AnnouncementReceiver, _ brokers: [MosquittoBroker]) throws {
        try work(
            &receiver, at: 0, until: { $0.isWhole(at: 0) && $0.isLive(at: 0) }, each: { try sendBeat(brokers) })
    }

    /// Reads what has come at the time 0, so that nothing waits.
    private func readAll(_ receiver: inout AnnouncementReceiver) {
        while true {
            let ready = Descriptor.wait(for: receiver.awaitedDescriptors, milliseconds: 300)
            guard ready.contains(where: { !$0.isEmpty }) else { return }
            _ = receiver.work(ready, at: 0)
        }
    }

    @Test("a beat that waits to be read is no silence, however late it is read")
    func lateReader() throws {
        let broker = try MosquittoBroker()
        var receiver = try receiver(at: broker)
        try connect(&receiver, [broker])
        try sendBeat([broker])
        let late = 100 * Nanoseconds.second
        let ready = Descriptor.wait(for: receiver.awaitedDescriptors, milliseconds: 10_000)
        _ = receiver.work(ready, at: late)
        #expect(receiver.lostCount == 0)
        // Earlier beats may be read first.
        try work(&receiver, at: late, until: { $0.isLive(at: late) || $0.lostCount > 0 })
        #expect(receiver.isLive(at: late))
        #expect(!receiver.isLive(at: late + AnnouncementListener.silence))
    }

    @Test("a node without beats is left at once while the other one brings them")
    func silentNode() throws {
        let brokers = (try MosquittoBroker(), try MosquittoBroker())
        var receiver = try receiver(at: brokers.0, brokers.1)
        try connect(&receiver, [brokers.0, brokers.1])
        let silent = AnnouncementListener.silence
        readAll(&receiver)
        // The beats of the other one have come for long enough before.
        for now in [silent - 1, silent] {
            try sendBeat([brokers.1])
            _ = receiver.work(Descriptor.wait(for: receiver.awaitedDescriptors, milliseconds: 10_000), at: now)
            #expect(receiver.isLive(at: now))
        }
        #expect(receiver.lostCount == 1)
        #expect(receiver.isLive(at: silent))
    }

    @Test("while no node brings beats the connections stay, and are live with the first beat of the store")
    func silentStore() throws {
        let brokers = (try MosquittoBroker(), try MosquittoBroker())
        var receiver = try receiver(at: brokers.0, brokers.1)
        try connect(&receiver, [brokers.0, brokers.1])
        let nothing = receiver.awaitedDescriptors.map { _ in AwaitedDescriptor.Readiness() }
        let silent = 100 * Nanoseconds.second
        readAll(&receiver)
        _ = receiver.work(nothing, at: silent)
        #expect(!receiver.isLive(at: silent))
        let beforeSearch = silent + 10 * .second - 1
        _ = receiver.work(nothing, at: beforeSearch)
        #expect(receiver.lostCount == 0)
        try work(
            &receiver, at: beforeSearch, until: { $0.isWhole(at: beforeSearch) },
            each: { try sendBeat([brokers.0, brokers.1]) })
        #expect(receiver.lostCount == 0)
    }

    @Test("while no node brings beats others are tried, each time after a longer pause")
    func longSilence() throws {
        let broker = try MosquittoBroker()
        var receiver = try receiver(at: broker)
        var now: Nanoseconds = 0
        for pause in [10, 20, 40] as [Nanoseconds] {
            let lost = receiver.lostCount
            try work(&receiver, at: now, until: { $0.isSilent(at: now + AnnouncementListener.silence) })
            now += AnnouncementListener.silence
            _ = receiver.work([[]], at: now)
            _ = receiver.work([[]], at: now + pause * .second - 1)
            #expect(receiver.lostCount == lost)
            now += pause * .second
            _ = receiver.work([[]], at: now)
            #expect(receiver.lostCount == lost + 1)
            now = try #require(receiver.retryTime)
        }
    }

    @Test("a lost connection is opened again without hurry while the other one brings beats, and soon without it")
    func calmReconnection() throws {
        let brokers = (try MosquittoBroker(), try MosquittoBroker())
        var receiver = try receiver(at: brokers.0, brokers.1)
        try connect(&receiver, [brokers.0, brokers.1])
        brokers.0.stop()
        try work(&receiver, at: 0, until: { $0.lostCount == 1 })
        let pauses = FollowRules.standard.announcements
        #expect(receiver.isLive(at: 0))
        #expect(receiver.retryTime == pauses.maxDelay)
        brokers.1.stop()
        try work(&receiver, at: 0, until: { $0.lostCount == 2 })
        #expect(receiver.retryTime == pauses.initialDelay)
    }
}
