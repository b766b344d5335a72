import FaultProxy
import FeedNetworks
import FeedServers
import FeedSources
import Foundation
import MQTTClient
import PlatformAdapters
import RoomEvents
import Testing

@Suite(.enabled(if: MosquittoBroker.program != nil), .timeLimit(.minutes(3)))
struct MQTTPublisherTests {
    private let start = ContinuousClock.now

    private func publisher(
        _ address: MQTTAddress, certificateFile: String? = nil, stopDescriptor: Int32 = -1
    ) throws -> MQTTPublisher {
        let start = start
        return try MQTTPublisher(
            address, certificateFile: certificateFile, seed: 1, stopDescriptor: stopDescriptor,
            now: { start.duration(to: .now) })
    }

    private func watch(_ address: MQTTAddress) throws -> SourceProbe {
        let transport = MQTTTransport(address, .init(seed: 1) { 0 }, map: GiftMap(kinds: kinds))
        return try SourceProbe(transport, overflow: .wait)
    }

    private func errorText(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "all went well"
        } catch {
            return "\(error)"
        }
    }

    @Test func messagesArriveInOrder() throws {
        let broker = try MosquittoBroker()
        let watched = try watch(broker.address("g"))
        try watched.waitUntilOpen()
        let publisher = try publisher(broker.address("g"))
        let ids = (0..<3_000).map { "g\($0)" }
        for id in ids { #expect(try publisher.publish(Array(giftLine(id).utf8))) }
        try publisher.finish()
        #expect(try watched.waitForGifts(ids.count) == ids)
        #expect(publisher.sentCount == ids.count && publisher.acknowledgedCount == ids.count)
    }

    @Test func lostConnectionLosesNoMessages() throws {
        let broker = try MosquittoBroker()
        let watched = try watch(broker.address("g"))
        try watched.waitUntilOpen()
        let proxy = try FaultProxy(
            to: broker.port, [.truncate(after: .answer(40), .reset), .truncate(after: .answer(90), .finish)])
        let publisher = try publisher(broker.address("g", port: proxy.port))
        let ids = (0..<300).map { "g\($0)" }
        for id in ids { #expect(try publisher.publish(Array(giftLine(id).utf8))) }
        try publisher.finish(timeout: .seconds(60))
        #expect(Set(try watched.waitForGifts(ids.count)) == Set(ids))
        #expect(proxy.connections == 3)
    }

    @Test func publishesToEncryptedBroker() throws {
        let broker = try MosquittoBroker(isEncrypted: true)
        let address = try broker.address("g", host: "localhost")
        let publisher = try publisher(address, certificateFile: broker.certificateFile)
        #expect(try publisher.publish(Array(giftLine("a").utf8)))
        try publisher.finish()
        #expect(publisher.acknowledgedCount == 1)
    }

    @Test func unreachableBrokerIsReported() throws {
        let port = try reservedPort()
        let words = errorText { _ = try publisher(MQTTAddress("mqtt://127.0.0.1:\(port)/g")) }
        #expect(words == "mqtt://127.0.0.1:\(port)/g: connection refused")
    }

    @Test func refusedPasswordIsNotPrinted() throws {
        let broker = try MosquittoBroker(user: ("ann", "sesame"))
        var address = try broker.address("g")
        address.server.user = "ann"
        address.server.password = "mellon"
        let words = errorText { _ = try publisher(address) }
        #expect(words.contains("connection refused: ") && !words.contains("mellon"), "\(words)")
    }

    @Test func stopEndsAllWaits() throws {
        let broker = try MosquittoBroker()
        let pipe = Pipe()
        defer { withExtendedLifetime(pipe) {} }
        let publisher = try publisher(
            broker.address("g"), stopDescriptor: pipe.fileHandleForReading.fileDescriptor)
        #expect(try publisher.publish(Array(giftLine("a").utf8)))
        pipe.fileHandleForWriting.write(Data([1]))
        #expect(try !publisher.wait(until: .seconds(100_000)))
        #expect(try !publisher.publish(Array(giftLine("b").utf8)))
        try publisher.finish()
        #expect(publisher.acknowledgedCount == 1)
    }
}
