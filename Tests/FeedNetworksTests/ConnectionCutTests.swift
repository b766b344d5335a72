import FaultProxy
import FeedAdapters
import FeedNetworks
import FeedServers
import FeedSources
import Foundation
import GiftFeed
import HTTPTransfer
import Testing

/// Connections that are cut on purpose come again, and nobody has said goodbye.
@Suite(.timeLimit(.minutes(2)))
struct ConnectionCutTests {
    @Test func aChannelIsLeftWithoutAWordAndComeBackTo() throws {
        let peer = try LoopbackPeer { talk in
            while let line = talk.line() {
                if line.hasPrefix("USER") { talk.send(":irc.test 001 giftty :Welcome") }
                guard line.hasPrefix("JOIN") else { continue }
                talk.send(":giftty!g@h JOIN #ann", ":cy!c@h PRIVMSG #ann :hello \(talk.number)")
            }
        }
        let watched = try Watched(
            ChatTransport(
                try ChatAddress("irc://127.0.0.1:\(peer.port)/ann"), map: GiftMap(kinds: kinds),
                options: CurlOptions(proxy: .none), seed: 7))
        for number in 0..<3 {
            try watched.open()
            let said = try watched.events(1).compactMap {
                if case .chat(let message) = $0 { message.text } else { nil }
            }
            #expect(said == ["hello \(number)"])
            watched.source.cut()
            #expect(try watched.lost() == "cut off on purpose")
        }
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test func aCutWhileNobodyIsThereChangesNothing() throws {
        let port = try freePort()
        let watched = try Watched(
            ChatTransport(
                try ChatAddress("irc://127.0.0.1:\(port)/ann"), map: GiftMap(kinds: kinds),
                options: CurlOptions(proxy: .none), seed: 7))
        let reason = try watched.lost()
        watched.source.cut()
        #expect(try watched.lost() == reason && reason != "cut off on purpose")
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test(.enabled(if: MosquittoBroker.program != nil))
    func whatABrokerKeepsForWhoWasCutOffComesOnceAll() throws {
        let broker = try MosquittoBroker()
        let watched = try Watched(
            MQTTTransport(
                broker.address("g?client=stage"), .init(seed: 1) { Int64(Date().timeIntervalSince1970 * 1e9) },
                kinds: kinds, map: GiftMap(kinds: kinds)))
        try watched.open()
        try broker.publish(gift("a"), to: "g")
        #expect(try watched.gifts(1) == ["a"])
        watched.source.cut()
        #expect(try watched.lost() == "cut off on purpose")
        try broker.publish(gift("b"), to: "g")
        #expect(try watched.gifts(1) == ["b"])
        // Not even a broker was told; one who leaves says so.
        try broker.wait(for: "Client stage closed its connection")
        watched.source.stop()
        try broker.wait(for: "Received DISCONNECT from stage")
    }
}
