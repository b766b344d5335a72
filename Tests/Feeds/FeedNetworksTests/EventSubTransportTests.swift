import FaultProxy
import FeedNetworks
import FeedSources
import Foundation
import HTTPClient
import PlatformAdapters
import RoomEvents
import Testing

/// Tests against a loopback WebSocket and API that behave like Twitch's.
@Suite(.timeLimit(.minutes(2)))
struct EventSubTransportTests {
    private static let token = "t0k3n"

    private func api(
        _ respond: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response? = { _ in nil }
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            if let answer = respond(request) { return answer }
            switch request.target {
            case "/users?login=ann": return .text(#"{"data":[{"id":"7","login":"ann"}]}"#)
            case "/users": return .text(#"{"data":[{"id":"8","login":"reader"}]}"#)
            default: return .complete(202, body: Array(#"{"data":[{"status":"enabled"}],"total":1}"#.utf8))
            }
        }
    }

    private func watch(_ peer: LoopbackPeer, _ api: LoopbackServer, channel: String = "ann") throws -> SourceProbe {
        let address = try EventSubAddress(
            "eventsub:\(channel)",
            environment: [
                "GIFTTY_TWITCH_CLIENT_ID": "app", "GIFTTY_TWITCH_TOKEN": Self.token,
                "GIFTTY_EVENTSUB_URL": "ws://127.0.0.1:\(peer.port)/ws?a=b",
                "GIFTTY_TWITCH_API_URL": "http://127.0.0.1:\(api.port)",
            ]
        ) { _ in nil }
        let options = CurlOptions(proxy: .none)
        return try SourceProbe(
            EventSubTransport(
                address, map: GiftMap(kinds: kinds), api: CurlTransfer(options), options: options, seed: 3,
                random: { 0x0123_4567_89AB_CDEF }))
    }

    private func bits(_ events: [FeedEvent.Kind]) -> [Int] {
        events.compactMap { if case .gift(let gift) = $0 { gift.value } else { nil } }
    }

    @Test func subscribesAfterWelcomeAndReceivesGifts() throws {
        let api = try api()
        let peer = try LoopbackPeer { talk in
            guard talk.openWebSocket() == "/ws?a=b" else { return }
            talk.send(EventSubMessage.welcome("s1"))
            // A ping that needs an answer, and the same event twice.
            talk.send(
                [0x89, 0x02, 0x68, 0x69] + EventSubMessage.cheer("m1", bits: 5) + EventSubMessage.cheer("m1", bits: 5))
            talk.send(EventSubMessage.message("session_keepalive", "{}") + EventSubMessage.cheer("m2", bits: 6))
            talk.hold()
        }
        let watched = try watch(peer, api)
        try watched.waitUntilOpen()
        #expect(bits(try watched.waitForEvents(2)) == [5, 6])
        let requests = api.requests
        #expect(requests.map(\.line).prefix(2) == ["GET /users?login=ann", "GET /users"])
        #expect(
            requests.allSatisfy { $0.headers["authorization"] == "Bearer t0k3n" && $0.headers["client-id"] == "app" })
        let bodies = requests.dropFirst(2).map { String(decoding: $0.body, as: UTF8.self) }
        #expect(
            bodies.first
                == #"{"type":"channel.cheer","version":"1","condition":{"broadcaster_user_id":"7"},"transport":{"method":"websocket","session_id":"s1"}}"#
        )
        #expect(bodies.count == 8)
        #expect(bodies.contains { $0.contains(#""channel.chat.notification""#) && $0.contains(#""user_id":"8""#) })
    }

    @Test func disconnectedSocketIsReopenedWithAllSubscriptions() throws {
        let api = try api()
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s\(talk.number)"))
            // The server repeats the events from before the cut.
            talk.send((0...talk.number).flatMap { EventSubMessage.cheer("m\($0)", bits: $0 + 1) })
            talk.hold()
        }
        let watched = try watch(peer, api)
        for number in 0..<3 {
            try watched.waitUntilOpen()
            #expect(bits(try watched.waitForEvents(1)) == [number + 1])
            watched.source.disconnect()
            #expect(try watched.waitUntilLost() == "disconnected on purpose")
        }
        watched.source.stop()
        let sessions = api.requests.map { String(decoding: $0.body, as: UTF8.self) }
        for number in 0..<3 {
            #expect(sessions.filter { $0.contains(#""session_id":"s\#(number)""#) }.count == 8)
        }
    }

    @Test func refusedSubscriptionsAreReportedAndOthersWork() throws {
        let api = try api { request in
            guard String(decoding: request.body, as: UTF8.self).contains("channel.cheer") else { return nil }
            return .complete(
                403, body: Array(#"{"error":"Forbidden","status":403,"message":"missing scope for t0k3n"}"#.utf8))
        }
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1") + EventSubMessage.cheer("m1", bits: 5))
            talk.hold()
        }
        let watched = try watch(peer, api, channel: "77")
        #expect(bits(try watched.waitForEvents(1)) == [5])
        #expect(watched.source.consumeFaults().map(\.error.problem) == ["channel.cheer: missing scope for …"])
        #expect(api.requests.first?.line == "GET /users")
    }

    @Test("a fault has the number of its own message, also if several messages arrive at once")
    func faultHasNumberOfItsMessage() throws {
        let api = try api()
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(
                EventSubMessage.welcome("s1") + EventSubMessage.text("nonsense")
                    + EventSubMessage.cheer("m1", bits: 5) + EventSubMessage.text("[]")
                    + EventSubMessage.cheer("m2", bits: 6))
            talk.hold()
        }
        let watched = try watch(peer, api)
        #expect(bits(try watched.waitForEvents(2)) == [5, 6])
        #expect(watched.source.consumeFaults().map(\.line) == [2, 4])
    }

    @Test("if a later session is over before it has subscribed, another one is opened")
    func sessionEndedBeforeSubscribingIsReopened() throws {
        let api = try api { request in
            guard String(decoding: request.body, as: UTF8.self).contains(#""session_id":"s1""#) else { return nil }
            return .complete(400, body: Array(#"{"message":"websocket transport session does not exist"}"#.utf8))
        }
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s\(talk.number)"))
            talk.hold()
        }
        let watched = try watch(peer, api)
        try watched.waitUntilOpen()
        watched.source.disconnect()
        try watched.waitForState { state in
            guard case .lost(let reason, _) = state else { return state.hasEnded }
            return reason.hasSuffix("websocket transport session does not exist")
        }
        try watched.waitUntilOpen()
        #expect(peer.connections == 3)
    }

    @Test(arguments: [
        (401, #"{"message":"Invalid OAuth token"}"#, "eventsub:ann: Invalid OAuth token"),
        (401, "", "eventsub:ann: the token is refused"),
        (400, #"{"message":"Bad"}"#, "eventsub:ann: no such channel"),
    ])
    func refusedTokenEndsFeed(status: Int, body: String, words: String) throws {
        let api = try api { _ in .complete(status, body: Array(body.utf8)) }
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1"))
            talk.hold()
        }
        #expect(try watch(peer, api).waitForFailure() == words)
    }

    @Test func temporaryAPIErrorIsRetried() throws {
        let api = try api { $0.connection == 0 ? .complete(503, headers: ["Connection": "close"]) : nil }
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s\(talk.number)"))
            talk.hold()
        }
        let watched = try watch(peer, api)
        #expect(try watched.waitUntilLost() == "the API says 503")
        try watched.waitUntilOpen()
    }

    @Test func movedServerIsFollowedWithoutLoss() throws {
        let api = try api()
        let second = try LoopbackPeer { talk in
            guard talk.openWebSocket() == "/next" else { return }
            talk.send(EventSubMessage.welcome("s1") + EventSubMessage.cheer("m3", bits: 7))
            talk.hold()
        }
        let port = second.port
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1") + EventSubMessage.cheer("m1", bits: 5))
            talk.send(
                EventSubMessage.message(
                    "session_reconnect",
                    #"{"session":{"id":"s1","status":"reconnecting","reconnect_url":"ws://127.0.0.1:\#(port)/next"}}"#))
            // The old connection sends more events, and the new connection repeats one of them.
            talk.send(EventSubMessage.cheer("m2", bits: 6) + EventSubMessage.cheer("m3", bits: 7))
            talk.hold()
        }
        let watched = try watch(peer, api)
        #expect(bits(try watched.waitForEvents(3)).sorted() == [5, 6, 7])
        try watched.waitUntilOpen()
        #expect(peer.connections == 1 && second.connections == 1)
        // Subscriptions move with the session, so that they are made once.
        #expect(api.requests.filter { $0.method == "POST" }.count == 8)
        #expect(watched.source.popEvent() == nil)
    }

    @Test(arguments: [
        ([0x88, 0x02, 0x0F, 0xA0] as [UInt8], "the connection was closed: internal server error"),
        ([0x88, 0x02, 0x0F, 0xA3], "the connection was closed: nothing was subscribed to"),
        ([0xFF, 0xFF], "expected no reserved bits"),
    ])
    func reconnectsAfterConnectionEnd(bytes: [UInt8], words: String) throws {
        let api = try api()
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1"))
            if talk.number == 0 { talk.send(bytes) }
            talk.hold()
        }
        let watched = try watch(peer, api)
        let reason = try watched.waitUntilLost()
        #expect(reason == words)
        try watched.waitUntilOpen()
        #expect(peer.connections == 2)
    }

    @Test func otherServerIsReported() throws {
        let peer = try LoopbackPeer { talk in
            while let line = talk.readLine(), !line.isEmpty {}
            talk.send("HTTP/1.1 404 Not Found", "")
        }
        let words = try watch(peer, api()).waitUntilLost()
        #expect(words == #"expected "HTTP/1.1 101 Switching Protocols", found "HTTP/1.1 404 Not Found""#)
    }

    @Test func stopDoesNotWaitForSilentServer() throws {
        let peer = try LoopbackPeer { $0.hold() }
        let watched = try watch(peer, api())
        try watched.waitForState { $0 == .waiting("connecting") && peer.connections == 1 }
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }
}
