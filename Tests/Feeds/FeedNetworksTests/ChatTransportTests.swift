import FaultProxy
import FeedNetworks
import FeedServers
import FeedSources
import Foundation
import HTTPClient
import PlatformAdapters
import RoomEvents
import Synchronization
import Testing

/// Tests against a loopback server that behaves like Twitch's.
@Suite(.timeLimit(.minutes(2)))
struct TwitchTransportTests {
    private func watch(_ peer: LoopbackPeer, seed: UInt64 = 7) throws -> SourceProbe {
        var address = try ChatAddress("irc://127.0.0.1:\(peer.port)/#ann")
        address.dialect = .twitch
        return try SourceProbe(
            ChatTransport(address, map: GiftMap(kinds: kinds), options: CurlOptions(proxy: .none), seed: seed))
    }

    /// Greets a Twitch client up to its join and returns the lines that the client has sent.
    private static func welcome(_ talk: LoopbackPeer.Dialogue) -> [String] {
        var said: [String] = []
        while let line = talk.readLine() {
            said.append(line)
            if line.hasPrefix("NICK") {
                talk.send(
                    ":tmi.twitch.tv CAP * ACK :twitch.tv/tags", ":tmi.twitch.tv 001 \(line.dropFirst(5)) :Welcome")
            }
            guard line.hasPrefix("JOIN") else { continue }
            let nick = said.first { $0.hasPrefix("NICK") }?.dropFirst(5) ?? ""
            talk.send(":\(nick)!\(nick)@\(nick).tmi.twitch.tv JOIN #ann")
            break
        }
        return said
    }

    private static let present =
        "@badge-info=;display-name=Bob;id=n1;login=bob;msg-id=submysterygift;msg-param-mass-gift-count=2;"
        + "msg-param-origin-id=o;msg-param-sub-plan=1000;room-id=1;"
        + "system-msg=Bob\\sis\\sgifting\\s2\\sTier\\s1\\sSubs!;tmi-sent-ts=1700000000000;user-id=9 "
        + ":tmi.twitch.tv USERNOTICE #ann"
    private static func part(_ number: Int) -> String {
        "@display-name=Bob;id=p\(number);login=bob;msg-id=subgift;msg-param-origin-id=o;"
            + "msg-param-recipient-user-name=r\(number);msg-param-sender-count=0;msg-param-sub-plan=1000;room-id=1;"
            + "tmi-sent-ts=1700000000100;user-id=9 :tmi.twitch.tv USERNOTICE #ann"
    }

    @Test func anonymousReaderGetsGiftsAndChat() throws {
        let heard = Mutex<[String]>([])
        let peer = try LoopbackPeer { talk in
            let said = Self.welcome(talk)
            heard.withLock { $0 = said }
            talk.send(
                "@bits=100;display-name=Ann\\sB;id=c1;room-id=1;tmi-sent-ts=1700000000000;user-id=4 "
                    + ":ann!ann@ann.tmi.twitch.tv PRIVMSG #ann :Cheer100 hi", Self.present, Self.part(1), Self.part(2),
                "PING :tmi.twitch.tv")
            while let line = talk.readLine() {
                heard.withLock { $0.append(line) }
                talk.send(":cy!cy@cy.tmi.twitch.tv JOIN #ann")
            }
        }
        let watched = try watch(peer)
        try watched.waitUntilOpen()
        let events = try watched.waitForEvents(4)
        // A gift subscription for two viewers is one gift with the count 2, in addition to its parts.
        let gifts = events.compactMap { if case .gift(let gift) = $0 { gift } else { nil } }
        #expect(gifts.map(\.from.name) == ["Ann B", "Bob"])
        #expect(gifts.map(\.count) == [1, 2])
        #expect(gifts.map(\.value) == [100, 500])
        #expect(events.last == .join(Viewer(id: "cy", name: "cy")))
        #expect(
            heard.withLock { $0 } == [
                "CAP REQ :twitch.tv/tags twitch.tv/commands twitch.tv/membership", "PASS none", "NICK justinfan10007",
                "JOIN #ann", "PONG :tmi.twitch.tv",
            ])
    }

    @Test func reconnectsAfterServerRequest() throws {
        let peer = try LoopbackPeer { talk in
            _ = Self.welcome(talk)
            if talk.number == 0 {
                talk.send(":tmi.twitch.tv RECONNECT")
            } else {
                talk.send(
                    "@id=c1;user-id=4 :ann!ann@ann PRIVMSG #ann :back", "@id=c1;user-id=4 :ann!a@b PRIVMSG #ann :back")
            }
            talk.hold()
        }
        let watched = try watch(peer)
        #expect(try watched.waitUntilLost() == "the server asks for it")
        let said = ChatMessage(id: "c1", from: Viewer(id: "4", name: "ann"), text: "back")
        #expect(try watched.waitForEvents(1) == [.chat(said)])
        #expect(peer.connections == 2)
    }

    @Test func reconnectsAfterLostConnection() throws {
        let peer = try LoopbackPeer { talk in
            _ = Self.welcome(talk)
            guard talk.number > 0 else { return }
            talk.hold()
        }
        let watched = try watch(peer)
        #expect(try watched.waitUntilLost() == "the server closed the connection")
        try watched.waitUntilOpen()
        #expect(peer.connections == 2)
    }

    @Test func invalidLineIsReportedAndIgnored() throws {
        let peer = try LoopbackPeer { talk in
            _ = Self.welcome(talk)
            talk.send("@only=tags", ":cy!cy@cy JOIN #ann")
            talk.hold()
        }
        let watched = try watch(peer)
        #expect(try watched.waitForEvents(1) == [.join(Viewer(id: "cy", name: "cy"))])
        #expect(watched.source.consumeFaults().count == 1)
        #expect(watched.source.counts.invalidLines == 1)
    }

    @Test("a fault has the number of its own line, also if several lines arrive at once")
    func faultHasNumberOfItsLine() throws {
        let peer = try LoopbackPeer { talk in
            _ = Self.welcome(talk)
            // The welcome has three lines.
            talk.send("@only=tags", ":cy!cy@cy JOIN #bob", "@more=tags", ":cy!cy@cy JOIN #ann")
            talk.hold()
        }
        let watched = try watch(peer)
        #expect(try watched.waitForEvents(2).count == 2)
        #expect(watched.source.consumeFaults().map(\.line) == [4, 6])
    }

    @Test func stopDoesNotWaitForSilentServer() throws {
        let peer = try LoopbackPeer { $0.hold() }
        let watched = try watch(peer)
        try watched.waitForState { $0 == .waiting("connecting") && peer.connections == 1 }
        watched.source.stop()
        #expect(watched.source.state == .ended)
    }

    @Test func unreachableServerIsRetried() throws {
        let peer = try LoopbackPeer { talk in
            _ = Self.welcome(talk)
            talk.hold()
        }
        peer.closePort()
        let watched = try watch(peer)
        #expect(try watched.waitUntilLost() == "connection refused by 127.0.0.1:\(peer.port)")
        try peer.openPort()
        try watched.waitUntilOpen()
    }
}

/// Tests against a real IRC server.
@Suite(.enabled(if: ChatServer.program != nil), .timeLimit(.minutes(2)))
struct ChatServerTests {
    private func watch(_ address: String, certificateFile: String? = nil) throws -> SourceProbe {
        let options = CurlOptions(certificateFile: certificateFile, proxy: .none)
        return try SourceProbe(
            ChatTransport(try ChatAddress(address), map: GiftMap(kinds: kinds), options: options, seed: 42))
    }

    @Test func joinsMessagesAndLeavesAreReported() throws {
        let server = try ChatServer()
        let watched = try watch(server.address("#Gifts"))
        try watched.waitUntilOpen()
        let bob = try server.client("bob")
        try bob.send("JOIN #gifts", "PRIVMSG #gifts :hello there", "PART #gifts", "JOIN #gifts", "QUIT")
        let viewer = Viewer(id: "bob", name: "bob")
        #expect(
            try watched.waitForEvents(5) == [
                .join(viewer), .chat(ChatMessage(id: "", from: viewer, text: "hello there")), .leave(viewer),
                .join(viewer), .leave(viewer),
            ])
    }

    @Test func serverPingsAreAnswered() throws {
        let server = try ChatServer(pingSeconds: 1)
        let watched = try watch(server.address("#gifts"))
        try watched.waitUntilOpen()
        let bob = try server.client("bob")
        try bob.send("JOIN #gifts")
        #expect(try watched.waitForEvents(1) == [.join(Viewer(id: "bob", name: "bob"))])
        // The server sends PING to silent clients and disconnects those that do not answer, here bob.
        try bob.wait(for: "ERROR")
        #expect(try watched.waitForEvents(1) == [.leave(Viewer(id: "bob", name: "bob"))])
        #expect(watched.source.state == .open)
    }

    @Test func restartedServerIsFound() throws {
        let server = try ChatServer()
        let watched = try watch(server.address("#gifts"))
        try watched.waitUntilOpen()
        server.stop()
        #expect(try !watched.waitUntilLost().isEmpty)
        try server.start()
        try watched.waitUntilOpen()
    }

    @Test func nickInUseIsReplaced() throws {
        let server = try ChatServer()
        let taken = try server.client("giftty42")
        try taken.send("JOIN #elsewhere")
        try watch(server.address("#gifts")).waitUntilOpen()
    }

    @Test func encryptedServerIsAuthenticatedByCertificate() throws {
        let server = try ChatServer(isEncrypted: true)
        let address = server.address("#gifts", host: "localhost")
        try watch(address, certificateFile: server.certificateFile).waitUntilOpen()
        #expect(try watch(address).waitUntilLost().hasPrefix("certificate of localhost: "))
    }

    @Test func wrongPasswordIsReportedWithoutPrintingIt() throws {
        let server = try ChatServer(password: "sesame")
        try watch(server.address("#gifts", user: "ann:sesame@")).waitUntilOpen()
        let words = try watch(server.address("#gifts", user: "bob:mellon@")).waitForFailure()
        #expect(words == "irc://127.0.0.1:\(server.port)/#gifts: Access denied: Bad password?")
    }
}
