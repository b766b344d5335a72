import FaultProxy
import FeedServers
import Foundation
import TestSupport
import Testing

/// Tests of the feed commands with events from the network, until the user stops them.
@Suite("Commands on live feeds", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct LiveCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ line: String) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 110, rows: 30, folder: folder)
        try terminal.type("clear; " + line.replacing("giftty ", with: "\"$GIFTTY\" ") + "; echo left $?\n")
        return terminal
    }

    private func wait(_ terminal: TmuxSession, for text: String, in name: String) throws {
        try terminal.wait(for: "\(text) in \(name)") { (try? folder.read(name))?.contains(text) == true }
    }

    private static let lines = [
        #"{"at":0,"type":"chat","id":"c1","from":{"id":"4","name":"ann"},"text":"hello"}"#,
        #"{"at":0,"type":"gift","id":"g1","gift":"cat","name":"100 bits","from":{"id":"7","name":"bob"},"value":100}"#,
        #"{"at":0,"type":"gift","id":"g2","gift":"castle","name":"5000 bits","from":{"id":"8","name":"cy"},"value":5000}"#,
        "nonsense",
    ]

    @Test(
        "events of a broker are recorded, converted and counted, and invalid ones are reported",
        .enabled(if: MosquittoBroker.program != nil, "mosquitto is not installed"))
    func brokerEventsAreRecordedAndCounted() throws {
        let broker = try MosquittoBroker()
        let address = broker.url("g")
        let recording = try start("giftty feed record \(address) -o rec.ndjson 2>err")
        let converting = try start("giftty feed convert \(address) --to twitch-irc -o chat 2>words")
        let counting = try start("giftty feed stats \(address) --format json >stats 2>faults")
        try broker.waitForSubscriptions(3)
        try broker.publish(Self.lines.joined(separator: "\n"), to: "g")
        try wait(recording, for: "g2", in: "rec.ndjson")
        try wait(converting, for: "id=g2", in: "chat")
        // The invalid line comes last, so whoever reports it has received the others.
        for (terminal, name) in [(recording, "err"), (converting, "words"), (counting, "faults")] {
            try wait(terminal, for: "expected", in: name)
        }
        for terminal in [recording, converting, counting] {
            try terminal.press("C-c")
            try terminal.wait(forText: "left 130")
        }
        let session = try RecordedSession("rec.ndjson", in: folder)
        #expect(session.gifts == ["1 cat from bob", "1 castle from cy"] && session.chat == ["ann: hello"])
        for name in ["err", "words", "faults"] {
            let faults = try folder.read(name).split(separator: "\n").filter { $0.contains("expected") }
            #expect(faults == ["giftty: \(address):4:1: expected \"{\", found nonsense"])
        }
        let back = try Program.run(["feed", "convert", "chat", "--from", "twitch-irc", "-o", "back"], in: folder)
        #expect(back.status == 0 && back.errors == "")
        #expect(try RecordedSession("back", in: folder).giftIDs == ["g1", "g2"])
        let figures = try #require(
            JSONSerialization.jsonObject(with: Data(try folder.read("stats").utf8)) as? [String: Any])
        #expect(figures["arrivals"] as? Int == 2 && figures["value"] as? Int == 5_100)
        #expect(figures["badLines"] as? Int == 1)
    }

    @Test(
        "a chat channel is published to a broker and appears on a stage that subscribes there",
        .enabled(
            if: ChatServer.program != nil && MosquittoBroker.program != nil,
            "ngircd and mosquitto are not both installed"))
    func eventsAreRelayedFromChatToBroker() throws {
        let (server, broker) = (try ChatServer(), try MosquittoBroker())
        let stage = try start("giftty demo --feed \(broker.url("g")) --record a.jsonl")
        try broker.waitForSubscriptions()
        let relay = try start("giftty feed publish '\(server.address("#gifts"))' --to \(broker.url("g"))")
        let bob = try server.client("bob")
        try bob.join("#gifts", waitingForMember: "giftty")
        try bob.send("PRIVMSG #gifts :from one server over another")
        try stage.wait(forText: "bob from one server over another")
        try relay.press("C-c")
        try relay.wait(forText: "left 130")
        try stage.type("q")
        try stage.wait(forText: "left 0")
        #expect(try RecordedSession("a.jsonl", in: folder).chat == ["bob: from one server over another"])
    }

    @Test("each gift of a burst is a separate gift on the stage")
    func burstGiftsAreSeparate() throws {
        let terminal = try start("giftty demo --feed unix:s --chaos burst=12@2s --seed 5 --record a.jsonl")
        let writer = try UnixSocketWriter(folder.path + "/s")
        try writer.write(Self.lines[1])
        try terminal.wait(recording: "a.jsonl", for: "a burst") { $0.gifts.count >= 13 }
        try terminal.type("s")
        try terminal.wait(forText: "chaos bursts")
        try terminal.type("sq")
        try terminal.wait(forText: "left 0")
        let session = try RecordedSession("a.jsonl", in: folder)
        #expect(
            session.gifts.allSatisfy { $0 == "1 cat from bob" } && Set(session.giftIDs).count == session.gifts.count)
        #expect((session.gifts.count - 1) % 12 == 0)
        #expect(try Program.run(["replay", "a.jsonl", "--check"], in: folder).status == 0)
    }
}
