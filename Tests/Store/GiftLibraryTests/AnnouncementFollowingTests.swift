import ExactNumbers
import FaultProxy
import FeedServers
import Foundation
import HTTPClient
import StoreProtocol
import TestSupport
import Testing

@testable import GiftLibrary

/// Tests of a follower with a broker of this machine.
@Suite(
    "A follower of announcements", .enabled(if: MosquittoBroker.program != nil, "mosquitto is not installed"),
    .timeLimit(.minutes(2)))
struct AnnouncementFollowingTests {
    let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func settings(_ revision: Int) throws -> PublishedSettings {
        try PublishedSettings(json: Array(#"{"revision":\#(revision)}"#.utf8))
    }

    /// Publishes the state as a store does.
    private func announce(_ broker: MosquittoBroker, catalogue: Int, settings: Int, room: String = "lobby") throws {
        let topics = StoreAnnouncement.topics(of: room)
        let messages = StoreAnnouncement.messages(catalogueRevision: catalogue, settings: try self.settings(settings))
        for message in messages where topics.contains(message.topic) {
            try broker.publish(
                String(decoding: message.payload, as: UTF8.self), to: "shop/\(message.topic)", isRetained: true)
        }
        let beat = StoreAnnouncement.beat(catalogueRevision: catalogue, settingsRevision: settings)
        try broker.publish(String(decoding: beat.payload, as: UTF8.self), to: "shop/beat")
    }

    private func revisions(_ log: UpdateLog) -> [Int] {
        log.all.compactMap { if case .settings(let settings) = $0 { settings.revision } else { nil } }
    }

    @Test("announced changes arrive without a request for settings, and the event stream carries on without the broker")
    func announcementsAreFollowed() throws {
        let broker = try MosquittoBroker()
        var content = TestStore(TestGift("heart"))
        content.announce = broker.url("shop")
        let shop = NetworkStore(content)
        let server = try shop.server()
        let proxy = try FaultProxy(to: server.port) { _, _ in .none }
        try announce(broker, catalogue: 1, settings: 2)
        let follower = try StoreFollower(
            store: try LocalStore(home: home.path), source: try StoreSource(proxy.url()), room: "lobby",
            transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: .fast, retries: .fast)
        let log = UpdateLog(follower)
        follower.start()
        log.wait(for: .ready(TestGift("heart").gift))
        log.wait { if case .settings(let settings) = $0 { settings.revision == 2 } else { false } }
        try broker.waitForSubscriptions()
        let isAnnounced = waitUntil {
            try? announce(broker, catalogue: 1, settings: 3)
            return follower.broker.announces.load(ordering: .relaxed)
        }
        #expect(isAnnounced)
        log.wait { if case .settings(let settings) = $0 { settings.revision == 3 } else { false } }
        let requests = proxy.entries.count { $0.line.hasPrefix("GET /settings") }
        try announce(broker, catalogue: 1, settings: 4)
        log.wait { if case .settings(let settings) = $0 { settings.revision == 4 } else { false } }
        #expect(proxy.entries.count { $0.line.hasPrefix("GET /settings") } == requests)
        // A late, older message changes nothing.
        try announce(broker, catalogue: 1, settings: 3)
        shop.publish(TestGift("heart"), TestGift("rose"))
        try announce(broker, catalogue: 2, settings: 4)
        log.wait(for: .ready(TestGift("rose").gift))
        broker.stop()
        #expect(waitUntil { !follower.broker.announces.load(ordering: .relaxed) })
        shop.publish(settings: #"{"revision":5}"#)
        log.wait { if case .settings(let settings) = $0 { settings.revision == 5 } else { false } }
        let reported = revisions(log)
        #expect(reported == reported.sorted())
        log.stop()
        shop.close()
    }

    @Test("rooms spread over the nodes of a broker, and each tries all of them")
    func roomsSpreadOverNodes() throws {
        let text = "mqtt://a/shop mqtt://b/shop not-an-address mqtt://c/shop"
        var counts: [String: Int] = [:]
        for room in 0..<300 {
            let addresses = try #require(AnnouncedAddresses(text, room: "room-\(room)"))
            counts[addresses.node(attempt: 0).server.host, default: 0] += 1
            #expect(Set((0..<3).map { addresses.node(attempt: $0).server.host }) == ["a", "b", "c"])
        }
        #expect(counts.values.allSatisfy { $0 > 70 })
        #expect(AnnouncedAddresses("http://a/shop", room: "lobby") == nil)
    }
}

/// Waits until a condition holds, for at most the default timeout.
private func waitUntil(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + defaultTimeout
    while ContinuousClock.now < end {
        if condition() { return true }
        Thread.sleep(forTimeInterval: 0.05)
    }
    return false
}
