import FaultProxy
import FeedNetworks
import FeedServers
import FeedSources
import Foundation
import HTTPClient
import MQTTClient
import PlatformAdapters
import RoomEvents
import Testing

/// Tests that a connection which is cut on purpose is made again, without a farewell to the server.
@Suite(.timeLimit(.minutes(2)))
struct DisconnectTests {
    @Test func channelIsDisconnectedWithoutGoodbyeAndRejoined() throws {
        let peer = try LoopbackPeer { talk in
            while let line = talk.readLine() {
                if line.hasPrefix("USER") { talk.send(":irc.test 001 giftty :Welcome") }
                guard line.hasPrefix("JOIN") else { continue }
                talk.send(":giftty!g@h JOIN #ann", ":cy!c@h PRIVMSG #ann :hello \(talk.number)")
            }
        }
        let watched = try SourceProbe(
            ChatTransport(
                try ChatAddress("irc://127.0.0.1:\(peer.port)/ann"), map: GiftMap(kinds: kinds),
                options: CurlOptions(proxy: .none), seed: 7))
        for number in 0..<3 {
            try watched.waitUntilOpen()
            let said = try watched.waitForEvents(1).compactMap {
                if case .chat(let message) = $0 { message.text } else { nil }
            }
            #expect(said == ["hello \(number)"])
            watched.source.disconnect()
            #expect(try watched.waitUntilLost() == "disconnected on purpose")
        }
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test func disconnectWithoutConnectionChangesNothing() throws {
        let port = try reservedPort()
        let watched = try SourceProbe(
            ChatTransport(
                try ChatAddress("irc://127.0.0.1:\(port)/ann"), map: GiftMap(kinds: kinds),
                options: CurlOptions(proxy: .none), seed: 7))
        let reason = try watched.waitUntilLost()
        watched.source.disconnect()
        // Whether the cut has an effect shows at the next attempt.
        try watched.waitForState { $0 == .waiting("connecting") }
        #expect(try watched.waitUntilLost() == reason && reason != "disconnected on purpose")
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test(.enabled(if: MosquittoBroker.program != nil))
    func messagesKeptDuringDisconnectArriveOnce() throws {
        let broker = try MosquittoBroker()
        let watched = try SourceProbe(
            MQTTTransport(
                broker.address("g?client=stage"), .init(seed: 1) { Int64(Date().timeIntervalSince1970 * 1e9) },
                map: GiftMap(kinds: kinds)))
        try watched.waitUntilOpen()
        try broker.publish(giftLine("a"), to: "g")
        #expect(try watched.waitForGifts(1) == ["a"])
        watched.source.disconnect()
        #expect(try watched.waitUntilLost() == "disconnected on purpose")
        try broker.publish(giftLine("b"), to: "g")
        #expect(try watched.waitForGifts(1) == ["b"])
        // The cut is silent; only `stop` sends DISCONNECT to the broker.
        try broker.wait(for: "Client stage closed its connection")
        watched.source.stop()
        try broker.wait(for: "Received DISCONNECT from stage")
    }

    /// Returns a PUBLISH packet for the topic `g` with quality of service 1.
    private static func publish(_ number: UInt8, _ payload: [UInt8], isRepeat: Bool) -> [UInt8] {
        [isRepeat ? 0x3A : 0x32, UInt8(payload.count + 5), 0, 1, UInt8(ascii: "g"), 0, number] + payload
    }

    /// Tests against a loopback broker that loses acknowledgements.
    @Test(.enabled(if: MosquittoBroker.program != nil))
    func messageWithoutIDCountsOnceAfterLostAcknowledgement() throws {
        let likes = (1...3).map { Array(#"{"at":0,"type":"like","from":"ann","count":\#($0)}"#.utf8) }
        let peer = try LoopbackPeer { talk in
            _ = talk.readBytes()
            let hasSession = talk.number > 0
            talk.send([0x20, 2, hasSession ? 1 : 0, 0])
            if hasSession {
                // Two repeated messages, one that never arrived before, and one new message with the content of the
                // first.
                talk.send(Self.publish(1, likes[0], isRepeat: true) + Self.publish(2, likes[1], isRepeat: true))
                talk.send(Self.publish(3, likes[2], isRepeat: true) + Self.publish(4, likes[0], isRepeat: false))
            }
            let subscription = talk.readBytes()
            talk.send([0x90, 3, subscription[2], subscription[3], 1])
            guard hasSession else {
                talk.send(Self.publish(1, likes[0], isRepeat: false) + Self.publish(2, likes[1], isRepeat: false))
                // The broker receives both acknowledgements, of four bytes each, and forgets them with the connection.
                var count = 0
                while count < 8 {
                    let more = talk.readBytes()
                    guard !more.isEmpty else { break }
                    count += more.count
                }
                return
            }
            talk.hold()
        }
        let watched = try SourceProbe(
            MQTTTransport(
                try MQTTAddress("mqtt://127.0.0.1:\(peer.port)/g?client=stage"), .init(seed: 1) { 0 },
                map: GiftMap(kinds: kinds)))
        let counts = try watched.waitForEvents(4).compactMap { if case .like(_, let count) = $0 { count } else { nil } }
        #expect(counts == [1, 2, 3, 1])
        try watched.waitForDropped(.duplicate, 2)
        #expect(watched.source.counts.dropped == [.duplicate: 2])
    }

    @Test(.enabled(if: MosquittoBroker.program != nil))
    func messagesWithoutIDCountOnceAcrossLostConnections() throws {
        let broker = try MosquittoBroker()
        let faults: [Fault] = [300, 500, 61, 900, 150].map { .truncate(after: .answer($0), .reset) }
        let proxy = try FaultProxy(to: broker.port, faults)
        let watched = try SourceProbe(
            MQTTTransport(
                broker.address("g?client=stage", port: proxy.port),
                .init(seed: 1, maxDelay: .milliseconds(50)) { 0 }, map: GiftMap(kinds: kinds)))
        try watched.waitUntilOpen()
        let lines = (1...200).map { #"{"at":0,"type":"like","from":"ann","count":\#($0)}"# }
        try broker.publish(lines.joined(separator: "\n"), to: "g")
        let counts = try watched.waitForEvents(200).compactMap {
            if case .like(_, let count) = $0 { count } else { nil }
        }
        #expect(counts.sorted() == Array(1...200))
        try broker.publish(giftLine("last"), to: "g")
        #expect(try watched.waitForGifts(1) == ["last"])
    }

    /// The events are gifts, because a flood of other events may be dropped on the way to the screen.
    @Test(.enabled(if: MosquittoBroker.program != nil))
    func thousandsOfMessagesWithoutIDCountOnceAcrossLostConnections() throws {
        let broker = try MosquittoBroker()
        let faults = [9_000, 30_000, 60_000].flatMap { place in
            [Fault.truncate(after: .answer(place), .reset), .truncate(after: .answer(place), .finish)]
        }
        let proxy = try FaultProxy(to: broker.port, seed: 3, choices: faults)
        let watched = try SourceProbe(
            MQTTTransport(
                broker.address("g?client=stage", port: proxy.port),
                .init(seed: 3, maxDelay: .milliseconds(20)) { 0 }, map: GiftMap(kinds: kinds)),
            overflow: .wait)
        try watched.waitUntilOpen()
        let count = 4_000
        let lines = (1...count).map { #"{"at":0,"type":"gift","gift":"rocket","from":"ann","count":\#($0)}"# }
        try broker.publish(lines.joined(separator: "\n"), to: "g")
        let counts = try watched.waitForEvents(count).compactMap {
            if case .gift(let gift) = $0 { gift.count } else { nil }
        }
        #expect(counts.sorted() == Array(1...count))
        // With the usual waits so many losses would cost minutes although the broker is available.
        #expect(proxy.connections > 6)
    }

    @Test(.enabled(if: MosquittoBroker.program != nil))
    func retainedMessageCountsOnceAcrossReconnects() throws {
        let broker = try MosquittoBroker()
        let kept = #"{"at":0,"type":"gift","gift":"rocket","from":"ann"}"#
        try broker.publish(kept, to: "g", isRetained: true)
        let watched = try SourceProbe(
            MQTTTransport(
                broker.address("g"), .init(seed: 1, maxDelay: .milliseconds(20)) { 0 }, map: GiftMap(kinds: kinds)))
        #expect(try watched.waitForGifts(1) == ["line-1"])
        for count in 1...2 {
            watched.source.disconnect()
            try watched.waitForDropped(.duplicate, count)
        }
        // A new publication with the same bytes is another gift.
        try broker.publish(kept, to: "g")
        #expect(try watched.waitForGifts(1).count == 1)
        // A message that the client received when it was published is a duplicate when the broker sends it again as
        // retained.
        try broker.publish(giftLine("").replacing("ann", with: "bob"), to: "g", isRetained: true)
        #expect(try watched.waitForGifts(1).count == 1)
        watched.source.disconnect()
        try watched.waitForDropped(.duplicate, 3)
    }
}
