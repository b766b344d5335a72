import Dispatch
import FaultProxy
import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests of a Twitch chat channel on the stage, with the test's own server.
@Suite("Twitch chat on the stage", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct ChatFeedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ peer: LoopbackPeer) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 150, rows: 30, folder: folder)
        try terminal.start("demo --feed irc://127.0.0.1:\(peer.port)/ann --record a.jsonl")
        return terminal
    }

    /// Accepts a client in the channel.
    private static func welcome(_ talk: LoopbackPeer.Dialogue) {
        while let line = talk.readLine() {
            if line.hasPrefix("USER") { talk.send(":irc.test 001 giftty :Welcome") }
            guard line.hasPrefix("JOIN") else { continue }
            return talk.send(":giftty!g@h JOIN #ann")
        }
    }

    private static func notice(_ kind: String, _ id: String, _ tags: String) -> String {
        "@id=\(id);msg-id=\(kind);msg-param-sub-plan=1000;room-id=1;\(tags) :tmi.twitch.tv USERNOTICE #ann"
    }

    @Test("a cheer, a present for one viewer and a present for many are one gift each, also if anonymous")
    func cheersAndPresentsAreOneGiftEach() throws {
        let bob = "display-name=Bob;login=bob;user-id=9;msg-param-origin-id=o"
        let hidden = "display-name=AnAnonymousGifter;login=ananonymousgifter;user-id=274598607;msg-param-origin-id=none"
        let peer = try LoopbackPeer { talk in
            Self.welcome(talk)
            talk.send(
                "@bits=100;display-name=Ann\\sB\\:\\\\x;id=c1;user-id=4 :ann!a@b PRIVMSG #ann :Cheer100 hi",
                // One part of the present arrives before the present itself.
                Self.notice("subgift", "p1", "\(bob);msg-param-sender-count=0"),
                Self.notice("submysterygift", "n1", "\(bob);msg-param-mass-gift-count=3;msg-param-sender-count=8"),
                Self.notice("subgift", "p2", "\(bob);msg-param-sender-count=0"),
                Self.notice("subgift", "p3", "\(bob);msg-param-sender-count=0"),
                Self.notice("submysterygift", "n2", "\(hidden);msg-param-mass-gift-count=2"),
                Self.notice("subgift", "p4", "\(hidden);msg-param-sender-count=0"),
                Self.notice("subgift", "p5", "\(hidden);msg-param-sender-count=0"),
                Self.notice("subgift", "s1", "\(bob);msg-param-sender-count=9;msg-param-gift-months=6"),
                // The server repeats an earlier notice.
                Self.notice("submysterygift", "n1", "\(bob);msg-param-mass-gift-count=3"), "PING :still there")
            while let line = talk.readLine() {
                guard line == "PONG :still there" else { continue }
                talk.send("@id=m1;user-id=5 :cy!c@h PRIVMSG #ann :the answer came")
            }
        }
        let terminal = try start(peer)
        try terminal.wait(forText: "cy the answer came")
        try terminal.wait(for: "the givers and how much they gave") { lines in
            ["Ann B;\\x sent 100 bits", "Bob sent Tier 1 subscription ×3", "anonymous sent Tier 1 subscription ×2"]
                .allSatisfy { text in lines.contains { $0.contains(text) } }
        }
        let session = try terminal.quit()
        #expect(
            session.gifts == [
                "1 cat from Ann B;\\x", "3 rocket from Bob", "2 rocket from anonymous", "1 phoenix from Bob",
            ])
        #expect(session.chat == ["Ann B;\\x: Cheer100 hi", "cy: the answer came"])
    }

    @Test("the screen names a lost connection until there is a new one, and then gifts continue")
    func lostConnectionIsShownUntilItIsBack() throws {
        let isLosing = DispatchSemaphore(value: 0)
        let peer = try LoopbackPeer { talk in
            Self.welcome(talk)
            talk.send("@id=m\(talk.number);user-id=5 :cy!c@h PRIVMSG #ann :connection \(talk.number)")
            guard talk.number == 0 else {
                talk.send("@bits=5000;display-name=Bob;id=c2;user-id=9 :bob!b@h PRIVMSG #ann :Cheer5000")
                return talk.hold()
            }
            talk.send("@bits=100;display-name=Ann;id=c1;user-id=4 :ann!a@b PRIVMSG #ann :Cheer100")
            isLosing.wait()
        }
        defer { isLosing.signal() }
        let terminal = try start(peer)
        try terminal.wait(forText: "cy connection 0")
        peer.closePort()
        isLosing.signal()
        try terminal.wait(forText: "lost: connection refused by 127.0.0.1:\(peer.port), retry in ")
        try peer.openPort()
        try terminal.wait(forText: "cy connection 1")
        try terminal.wait(recording: "a.jsonl", for: "the gift of the new connection") { $0.gifts.count >= 2 }
        try terminal.wait(for: "nothing to be wrong any more") { lines in
            !lines.contains { $0.contains("lost: ") || $0.contains("connecting") }
        }
        #expect(try terminal.quit().gifts == ["1 cat from Ann", "1 castle from Bob"])
    }

    @Test("the player reconnects to a server that asks for it")
    func playerReconnectsWhenAsked() throws {
        let peer = try LoopbackPeer { talk in
            Self.welcome(talk)
            if talk.number == 0 { talk.send(":tmi.twitch.tv RECONNECT") }
            talk.send("@bits=5000;display-name=Bob;id=c1;user-id=9 :bob!b@h PRIVMSG #ann :Cheer5000")
            talk.hold()
        }
        let terminal = try start(peer)
        try terminal.wait(forText: "Castle of lights")
        #expect(peer.connections == 2)
        #expect(try terminal.quit().gifts == ["1 castle from Bob"])
    }
}
