import FaultProxy
import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests of Twitch EventSub on the stage, with the test's own socket and API.
@Suite("EventSub on the stage", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct EventSubFeedTests {
    let folder: TemporaryFolder
    let api: LoopbackServer

    init() throws {
        folder = try TemporaryFolder()
        api = try LoopbackServer { request in
            request.method == "GET" ? .text(#"{"data":[{"id":"7"}]}"#) : .complete(202)
        }
    }

    private func environment(_ peer: LoopbackPeer) -> [String: String] {
        [
            "GIFTTY_TWITCH_CLIENT_ID": "app", "GIFTTY_TWITCH_TOKEN": "t0k3n",
            "GIFTTY_EVENTSUB_URL": "ws://127.0.0.1:\(peer.port)/ws",
            "GIFTTY_TWITCH_API_URL": "http://127.0.0.1:\(api.port)",
        ]
    }

    private func start(_ peer: LoopbackPeer) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 150, rows: 30, environment: environment(peer), folder: folder)
        try terminal.start("demo --feed eventsub:ann --record a.jsonl")
        return terminal
    }

    private func subscriptions() -> Int { api.requests.filter { $0.method == "POST" }.count }

    private static let bob = #""chatter_user_id":"4","chatter_user_login":"bob","chatter_user_name":"Bob""#

    private static func chat(_ text: String) -> [UInt8] {
        EventSubMessage.notification(
            "channel.chat.message", #"\#(bob),"message_id":"\#(text)","message":{"text":"\#(text)"}"#, id: text)
    }

    @Test("an event of several subscriptions, or one that is repeated, is one gift")
    func repeatedEventIsOneGift() throws {
        let notice = #"\#(Self.bob),"notice_type":"#
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1") + EventSubMessage.cheer("m1", bits: 100))
            talk.send(EventSubMessage.cheer("m1", bits: 100))
            // The chat reports the same cheer.
            talk.send(
                EventSubMessage.notification(
                    "channel.chat.message",
                    #"\#(Self.bob),"message_id":"c1","message":{"text":"Cheer100"},"cheer":{"bits":100}"#, id: "m2"))
            talk.send(
                EventSubMessage.notification(
                    "channel.subscription.gift",
                    #""user_id":null,"user_name":null,"total":3,"tier":"1000","is_anonymous":true"#, id: "m3"))
            talk.send(
                EventSubMessage.notification(
                    "channel.chat.notification",
                    #"\#(notice)"community_sub_gift","community_sub_gift":{"id":"k","total":2,"sub_tier":"2000"}"#,
                    id: "m4"))
            for part in 0..<2 {
                talk.send(
                    EventSubMessage.notification(
                        "channel.chat.notification",
                        #"\#(notice)"sub_gift","sub_gift":{"community_gift_id":"k","sub_tier":"2000"}"#, id: "p\(part)")
                )
            }
            talk.send(Self.chat("the end"))
            talk.hold()
        }
        let terminal = try start(peer)
        try terminal.wait(forText: "Bob the end")
        try terminal.wait(for: "the presents") { lines in
            ["anonymous sent Tier 1 subscription ×3", "Bob sent Tier 2 subscription ×2"].allSatisfy { text in
                lines.contains { $0.contains(text) }
            }
        }
        let session = try terminal.quit()
        #expect(session.gifts == ["1 cat from Bob", "3 rocket from anonymous", "2 whale from Bob"])
        #expect(subscriptions() == 8)
    }

    @Test("a server that moves is followed without losses, and a revoked subscription is named")
    func serverMoveLosesNothing() throws {
        // On a busy machine the gifts may take longer than the usual keepalive, after which the program connects again.
        let second = try LoopbackPeer { talk in
            guard talk.openWebSocket() == "/next" else { return }
            talk.send(EventSubMessage.welcome("s1", keepalive: 600) + EventSubMessage.cheer("m2", bits: 100))
            talk.send(
                EventSubMessage.message(
                    "revocation",
                    #"{"subscription":{"type":"channel.bits.use","status":"authorization_revoked"}}"#)
                    + EventSubMessage.cheer("m3", bits: 5_000))
            talk.hold()
        }
        let port = second.port
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1", keepalive: 600) + EventSubMessage.cheer("m1", bits: 1))
            talk.send(
                EventSubMessage.message(
                    "session_reconnect",
                    #"{"session":{"id":"s1","status":"reconnecting","reconnect_url":"ws://127.0.0.1:\#(port)/next"}}"#)
                    + EventSubMessage.cheer("m2", bits: 100))
            talk.hold()
        }
        let terminal = try start(peer)
        try terminal.wait(forText: "channel.bits.use: subscription revoked: authorization_revoked")
        try terminal.wait(for: "the first gift") { lines in
            lines.contains { $0.contains("Bob sent 1 bit") && !$0.contains("1 bits") }
        }
        // It plays or has played, as the screen is looked at now and then only.
        try terminal.wait(forText: "Castle of lights")
        #expect(try terminal.quit().gifts == ["1 heart from Bob", "1 cat from Bob", "1 castle from Bob"])
        #expect((peer.connections, second.connections) == (1, 1))
        #expect(subscriptions() == 8)
    }

    @Test("feed record reports each change of the connection in one line")
    func recordReportsConnectionChanges() throws {
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1", keepalive: 600))
            talk.send(EventSubMessage.cheer("m\(talk.number)", bits: 5_000))
            // The first connection is closed with an internal error.
            if talk.number == 0 { talk.send([0x88, 0x02, 0x0F, 0xA0]) }
            talk.hold()
        }
        let terminal = try TmuxSession(columns: 150, rows: 30, environment: environment(peer), folder: folder)
        try terminal.type("\"$GIFTTY\" feed record eventsub:ann -o rec.ndjson 2>err; echo left $?\n")
        try terminal.wait(for: "both cheers") {
            (try? RecordedSession("rec.ndjson", in: folder).giftIDs) == ["m0", "m1"]
        }
        try terminal.press("C-c")
        try terminal.wait(forText: "left 130")
        let words = try folder.read("err").split(separator: "\n").map(String.init)
        #expect(words.filter { $0.hasSuffix(": connected") }.count == 2)
        #expect(
            words.contains("giftty: eventsub:ann: the connection was closed: internal server error; retrying"))
        #expect(words.allSatisfy { !$0.contains("t0k3n") })
    }
}
