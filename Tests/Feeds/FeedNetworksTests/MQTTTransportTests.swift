import FaultProxy
import FeedNetworks
import FeedServers
import FeedSources
import Foundation
import MQTTClient
import PlatformAdapters
import RoomEvents
import TestSupport
import Testing

@Suite(.enabled(if: MosquittoBroker.program != nil), .timeLimit(.minutes(3)))
struct MQTTTransportTests {
    private func watch(
        _ address: MQTTAddress, maxAge: Duration? = nil, certificateFile: String? = nil, seed: UInt64 = 1
    ) throws -> SourceProbe {
        try SourceProbe(
            MQTTTransport(
                address,
                .init(maxAge: { maxAge }, certificateFile: certificateFile, seed: seed) {
                    Int64(Date().timeIntervalSince1970 * 1e9)
                }, map: GiftMap(kinds: kinds)))
    }

    @Test func publishedEventsArrive() throws {
        let broker = try MosquittoBroker()
        let watched = try watch(broker.address("rooms/+/gifts"))
        try watched.waitUntilOpen()
        try broker.publish(giftLine("a") + "\n" + giftLine("b"), to: "rooms/lobby/gifts")
        try broker.publish(giftLine("c"), to: "rooms/lobby/other")
        try broker.publish(giftLine("d"), to: "rooms/hall/gifts")
        #expect(try watched.waitForGifts(3) == ["a", "b", "d"])
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test func repeatedEventCountsOnce() throws {
        let broker = try MosquittoBroker()
        let watched = try watch(broker.address("g"))
        try watched.waitUntilOpen()
        try broker.publish(
            [giftLine("a"), giftLine("a"), giftLine("b"), "nonsense", giftLine("c")].joined(separator: "\n"), to: "g")
        #expect(try watched.waitForGifts(3) == ["a", "b", "c"])
        #expect(watched.source.counts.dropped == [.duplicate: 1])
        #expect(watched.source.counts.giftsDropped == 1)
        #expect(watched.source.consumeFaults().map(\.line) == [4])
    }

    @Test func namedClientReceivesMissedMessages() throws {
        let broker = try MosquittoBroker(keepsSessions: true)
        let first = try watch(broker.address("g?client=stage"))
        try first.waitUntilOpen()
        first.source.stop()
        try broker.publish(giftLine("a") + "\n" + giftLine("b", time: "2020-01-01T00:00:00Z"), to: "g")
        // The broker keeps the message in the session while the client is away, also through a restart of the broker.
        broker.stop()
        try broker.start()
        try broker.publish(giftLine("c"), to: "g")
        let second = try watch(broker.address("g?client=stage"), maxAge: .seconds(60))
        #expect(try second.waitForGifts(2) == ["a", "c"])
        #expect(second.source.counts.dropped == [.expired: 1])
        let stranger = try watch(broker.address("g"))
        try stranger.waitUntilOpen()
        try broker.publish(giftLine("d"), to: "g")
        #expect(try stranger.waitForGifts(1) == ["d"])
    }

    @Test func sharedTopicDividesEventsAmongPlayers() throws {
        let broker = try MosquittoBroker()
        let wall = try [1, 2].map { try watch(broker.address("$share/wall/g"), seed: $0) }
        for player in wall { try player.waitUntilOpen() }
        let ids = (0..<40).map { "g\($0)" }
        try broker.publish(ids.map { giftLine($0) }.joined(separator: "\n"), to: "g")
        var seen: [[String]] = [[], []]
        try waitFor("all gifts", found: { "\(seen)" }) {
            for index in wall.indices {
                while let event = wall[index].source.popEvent() { seen[index].append(event.kind.giftID) }
            }
            return seen.joined().count >= ids.count
        }
        #expect(seen.joined().sorted() == ids.sorted())
        #expect(seen.allSatisfy { !$0.isEmpty })
    }

    @Test func wrongPasswordIsReportedWithoutPrintingIt() throws {
        let broker = try MosquittoBroker(user: ("ann", "open sesame"))
        var address = try broker.address("g")
        address.server.user = "ann"
        address.server.password = "open sesame"
        try watch(address).waitUntilOpen()
        address.server.password = "mellon"
        let words = try watch(address).waitForFailure()
        #expect(words.hasPrefix("mqtt://127.0.0.1:\(broker.port)/g: connection refused: "), "\(words)")
        #expect(!words.contains("mellon"))
    }

    @Test func encryptedBrokerIsAuthenticatedByCertificate() throws {
        let broker = try MosquittoBroker(isEncrypted: true)
        let trusting = try watch(broker.address("g", host: "localhost"), certificateFile: broker.certificateFile)
        try trusting.waitUntilOpen()
        let careful = try watch(broker.address("g", host: "localhost"))
        #expect(try careful.waitUntilLost().hasPrefix("no encrypted connection"))
    }

    @Test func restartedBrokerIsFound() throws {
        let broker = try MosquittoBroker(keepsSessions: true)
        let watched = try watch(broker.address("g?client=stage"))
        try watched.waitUntilOpen()
        broker.stop()
        #expect(try watched.waitUntilLost() == "the connection was lost")
        try broker.start()
        try watched.waitUntilOpen()
        try broker.publish(giftLine("a"), to: "g")
        #expect(try watched.waitForGifts(1) == ["a"])
    }

    @Test func lostConnectionsNeitherLoseNorDuplicateEvents() throws {
        let broker = try MosquittoBroker()
        let faults: [Fault] = [
            .truncate(after: .answer(700), .reset), .truncate(after: .answer(1_500), .finish),
            .truncate(after: .answer(61), .reset),
        ]
        let proxy = try FaultProxy(to: broker.port, faults)
        let watched = try watch(broker.address("g?client=stage", port: proxy.port))
        try watched.waitUntilOpen()
        let ids = (0..<100).map { "g\($0)" }
        try broker.publish(ids.map { giftLine($0) }.joined(separator: "\n"), to: "g")
        #expect(try watched.waitForGifts(ids.count).sorted() == ids.sorted())
        #expect(proxy.connections == faults.count + 1)
    }

    @Test func unreachableBrokerIsRetried() throws {
        let port = try reservedPort()
        let watched = try watch(MQTTAddress("mqtt://127.0.0.1:\(port)/g"))
        #expect(try watched.waitUntilLost() == "connection refused")
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test func stopDoesNotWaitForSilentBroker() throws {
        let peer = try LoopbackPeer { $0.hold() }
        let watched = try watch(MQTTAddress("mqtt://127.0.0.1:\(peer.port)/g"))
        try watched.waitForState { $0 == .waiting("connecting") && peer.connections == 1 }
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test func otherServerIsLeft() throws {
        let peer = try LoopbackPeer { talk in
            _ = talk.readBytes()
            talk.send("HTTP/1.1 400 Bad Request", "")
        }
        #expect(try !watch(MQTTAddress("mqtt://127.0.0.1:\(peer.port)/g")).waitUntilLost().isEmpty)
    }
}
