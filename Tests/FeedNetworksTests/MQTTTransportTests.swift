import FaultProxy
import FeedAdapters
import FeedNetworks
import FeedServers
import FeedSources
import Foundation
import GiftFeed
import TestSupport
import Testing

@Suite(.enabled(if: MosquittoBroker.program != nil), .timeLimit(.minutes(3)))
struct MQTTTransportTests {
    private func watch(
        _ address: MQTTAddress, oldest: Duration? = nil, certificateFile: String? = nil, seed: UInt64 = 1
    ) throws -> Watched {
        try Watched(
            MQTTTransport(
                address,
                .init(oldest: { oldest }, certificateFile: certificateFile, seed: seed) {
                    Int64(Date().timeIntervalSince1970 * 1e9)
                }, map: GiftMap(kinds: kinds)))
    }

    @Test func whatIsPublishedComes() throws {
        let broker = try MosquittoBroker()
        let watched = try watch(broker.address("rooms/+/gifts"))
        try watched.open()
        try broker.publish(gift("a") + "\n" + gift("b"), to: "rooms/lobby/gifts")
        try broker.publish(gift("c"), to: "rooms/lobby/other")
        try broker.publish(gift("d"), to: "rooms/hall/gifts")
        #expect(try watched.gifts(3) == ["a", "b", "d"])
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test func whatIsToldTwiceCountsOnce() throws {
        let broker = try MosquittoBroker()
        let watched = try watch(broker.address("g"))
        try watched.open()
        try broker.publish([gift("a"), gift("a"), gift("b"), "nonsense", gift("c")].joined(separator: "\n"), to: "g")
        #expect(try watched.gifts(3) == ["a", "b", "c"])
        #expect(watched.source.counts.dropped == [.duplicate: 1])
        #expect(watched.source.counts.giftsDropped == 1)
        #expect(watched.source.takeFaults().map(\.line) == [4])
    }

    @Test func whatWasMissedComesToWhoHasAName() throws {
        let broker = try MosquittoBroker(keepsSessions: true)
        let first = try watch(broker.address("g?client=stage"))
        try first.open()
        first.source.stop()
        try broker.publish(gift("a") + "\n" + gift("b", time: "2020-01-01T00:00:00Z"), to: "g")
        // The broker keeps the message in the session while the client is away, also through a restart of the broker.
        broker.stop()
        try broker.start()
        try broker.publish(gift("c"), to: "g")
        let second = try watch(broker.address("g?client=stage"), oldest: .seconds(60))
        #expect(try second.gifts(2) == ["a", "c"])
        #expect(second.source.counts.dropped == [.expired: 1])
        let stranger = try watch(broker.address("g"))
        try stranger.open()
        try broker.publish(gift("d"), to: "g")
        #expect(try stranger.gifts(1) == ["d"])
    }

    @Test func playersThatShareATopicShareItsEvents() throws {
        let broker = try MosquittoBroker()
        let wall = try [1, 2].map { try watch(broker.address("$share/wall/g"), seed: $0) }
        for player in wall { try player.open() }
        let ids = (0..<40).map { "g\($0)" }
        try broker.publish(ids.map { gift($0) }.joined(separator: "\n"), to: "g")
        var seen: [[String]] = [[], []]
        try waitFor("all gifts", found: { "\(seen)" }) {
            for index in wall.indices {
                while let event = wall[index].source.nextEvent() { seen[index].append(event.kind.giftID) }
            }
            return seen.joined().count >= ids.count
        }
        #expect(seen.joined().sorted() == ids.sorted())
        #expect(seen.allSatisfy { !$0.isEmpty })
    }

    @Test func aPasswordOpensAndAWrongOneIsNamedWithoutBeingTold() throws {
        let broker = try MosquittoBroker(user: ("ann", "open sesame"))
        var address = try broker.address("g")
        address.server.user = "ann"
        address.server.password = "open sesame"
        try watch(address).open()
        address.server.password = "mellon"
        let words = try watch(address).failure()
        #expect(words.hasPrefix("mqtt://127.0.0.1:\(broker.port)/g: connection refused: "), "\(words)")
        #expect(!words.contains("mellon"))
    }

    @Test func anEncryptedBrokerIsProvenByItsCertificate() throws {
        let broker = try MosquittoBroker(isEncrypted: true)
        let trusting = try watch(broker.address("g", host: "localhost"), certificateFile: broker.certificateFile)
        try trusting.open()
        let careful = try watch(broker.address("g", host: "localhost"))
        #expect(try careful.lost().hasPrefix("no encrypted connection"))
    }

    @Test func aBrokerThatComesBackIsFoundAgain() throws {
        let broker = try MosquittoBroker(keepsSessions: true)
        let watched = try watch(broker.address("g?client=stage"))
        try watched.open()
        broker.stop()
        #expect(try watched.lost() == "the connection was lost")
        try broker.start()
        try watched.open()
        try broker.publish(gift("a"), to: "g")
        #expect(try watched.gifts(1) == ["a"])
    }

    @Test func nothingIsLostOrDoubledWhereConnectionsBreakOff() throws {
        let broker = try MosquittoBroker()
        let faults: [Fault] = [
            .cut(after: .answer(700), .reset), .cut(after: .answer(1_500), .finish), .cut(after: .answer(61), .reset),
        ]
        let proxy = try FaultProxy(to: broker.port, faults)
        let watched = try watch(broker.address("g?client=stage", port: proxy.port))
        try watched.open()
        let ids = (0..<100).map { "g\($0)" }
        try broker.publish(ids.map { gift($0) }.joined(separator: "\n"), to: "g")
        #expect(try watched.gifts(ids.count).sorted() == ids.sorted())
        #expect(proxy.connections == faults.count + 1)
    }

    @Test func nobodyThereIsNoEnd() throws {
        let port = try reservedPort()
        let watched = try watch(MQTTAddress("mqtt://127.0.0.1:\(port)/g"))
        #expect(try watched.lost() == "connection refused")
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test func leavingDoesNotWaitForWhoDoesNotAnswer() throws {
        let peer = try LoopbackPeer { $0.hold() }
        let watched = try watch(MQTTAddress("mqtt://127.0.0.1:\(peer.port)/g"))
        try watched.state { $0 == .waiting("connecting") && peer.connections == 1 }
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test func whatIsNoBrokerIsLeft() throws {
        let peer = try LoopbackPeer { talk in
            _ = talk.bytes()
            talk.send("HTTP/1.1 400 Bad Request", "")
        }
        #expect(try !watch(MQTTAddress("mqtt://127.0.0.1:\(peer.port)/g")).lost().isEmpty)
    }
}
