import FaultProxy
import Foundation
import TestSupport
import Testing

@Suite("Feeds over a network", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct NetworkFeedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ lines: String...) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 110, rows: 30, folder: folder)
        for line in lines { try terminal.type(line.replacing("giftty ", with: "\"$GIFTTY\" ") + "\n") }
        return terminal
    }

    @Test("published events appear on another stage, and its recording replays")
    func publishedEventsAppearAndReplay() throws {
        let port = try reservedPort()
        try folder.write("listener \(port) 127.0.0.1\nallow_anonymous true\nuser root\n", to: "broker.conf")
        try folder.write(
            #"{"at":0,"type":"chat","id":"c","from":"ann","text":"hello wall"}"# + "\n"
                + #"{"at":0,"type":"gift","id":"g","gift":"castle","from":"bob"}"# + "\n", to: "evening.ndjson")
        // The events are published repeatedly, until the stage has subscribed; each time they get new ids.
        let terminal = try start(
            "PATH=$PATH:/usr/sbin:/opt/homebrew/sbin mosquitto -c broker.conf >log 2>&1 &",
            "while sleep 0.3; do giftty feed publish evening.ndjson --to mqtt://127.0.0.1:\(port)/rooms/a; done"
                + " >published 2>&1 &",
            "giftty demo --feed mqtt://127.0.0.1:\(port)/rooms/+ --record a.jsonl; kill %1 %2; clear; echo left $?")
        try terminal.wait(for: "the room, chat and a gift") { lines in
            ["rooms/+", "ann hello wall", "Castle of lights bob"].allSatisfy { text in
                lines.contains { $0.contains(text) }
            }
        }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
        let check = try Program.run(["replay", "a.jsonl", "--check"], in: folder)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test("a chat channel is on the stage, and the loss of its connection is shown")
    func channelLossIsShown() throws {
        let peer = try LoopbackPeer { talk in
            while let line = talk.readLine() {
                if line.hasPrefix("USER") { talk.send(":irc.test 001 giftty :Welcome") }
                guard line.hasPrefix("JOIN") else { continue }
                talk.send(":giftty!g@h JOIN #ann", ":cy!c@h PRIVMSG #ann :hello from chat")
                talk.send(
                    "@bits=5000;id=b;user-id=4;display-name=Bob :bob!b@h PRIVMSG #ann :Cheer5000", "ERROR :bye now")
            }
        }
        let terminal = try start("giftty demo --feed irc://127.0.0.1:\(peer.port)/ann; echo left $?")
        try terminal.wait(for: "chat, a gift and the loss") { lines in
            ["#ann", "cy hello from chat", "Bob", "bye now"].allSatisfy { text in lines.contains { $0.contains(text) } }
        }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test("EventSub events are on the stage, and refused subscriptions are counted")
    func refusedSubscriptionsAreCounted() throws {
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1") + EventSubMessage.cheer("m1", bits: 5_000))
            talk.hold()
        }
        let api = try LoopbackServer { request in
            if request.method == "GET" { return .text(#"{"data":[{"id":"7"}]}"#) }
            return .complete(String(decoding: request.body, as: UTF8.self).contains("channel.cheer") ? 202 : 403)
        }
        let terminal = try start(
            "export GIFTTY_TWITCH_CLIENT_ID=app GIFTTY_TWITCH_TOKEN=t0k3n"
                + " GIFTTY_EVENTSUB_URL=ws://127.0.0.1:\(peer.port)/ GIFTTY_TWITCH_API_URL=http://127.0.0.1:\(api.port)",
            "clear; giftty demo --feed eventsub:ann; echo left $?")
        try terminal.wait(for: "a gift and what was refused") { lines in
            ["eventsub:ann", "Bob", "7 wrong"].allSatisfy { text in lines.contains { $0.contains(text) } }
        }
        #expect(try !terminal.lines().contains { $0.contains("t0k3n") })
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test(
        "an invalid address is reported without its secrets",
        arguments: [
            ("mqtt://ann:secret@/gifts", Int32(64), "giftty: mqtt: expected a host"),
            ("mqtt://ann:secret@h", 64, "giftty: mqtt: expected a topic after the host"),
            ("irc://ann:secret@h/", 64, "giftty: irc: expected the name of a channel"),
            ("eventsub:ann", 64, "giftty: eventsub: expected the application's number in GIFTTY_TWITCH_CLIENT_ID"),
        ])
    func invalidAddressHidesSecrets(source: String, status: Int32, words: String) throws {
        for arguments in [
            ["feed", "record", source], ["feed", "stats", source], ["demo", "--plain", "--feed", source],
        ] {
            let result = try Program.run(arguments, in: folder)
            #expect(result.status == status)
            #expect(result.errorLine == words)
            #expect(result.output == "")
        }
    }

    @Test("a reader retries while a broker is unreachable, and a publisher exits with 69")
    func readerRetriesAndPublisherExits() throws {
        let port = try reservedPort()
        let reading = try Program.run(
            ["feed", "record", "mqtt://ann:secret@127.0.0.1:\(port)/g", "--duration", "1s"], in: folder)
        #expect(reading.status == 0)
        #expect(reading.errors.hasPrefix("giftty: mqtt://127.0.0.1:\(port)/g: connection refused; retrying\n"))
        let publishing = try Program.run(
            ["feed", "publish", "--to", "mqtt://ann:secret@127.0.0.1:\(port)/g"], in: folder)
        #expect(publishing.status == 69)
        #expect(publishing.errorLine == "giftty: mqtt://127.0.0.1:\(port)/g: connection refused")
    }
}
