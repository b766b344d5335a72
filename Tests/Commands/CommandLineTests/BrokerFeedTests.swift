import FeedServers
import Foundation
import TestSupport
import Testing

/// Tests with a real MQTT broker and several players.
@Suite(
    "MQTT on the stage", .serialized,
    .enabled(
        if: TmuxSession.isInstalled && MosquittoBroker.program != nil, "tmux and mosquitto are not both installed"))
struct BrokerFeedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ address: String, _ rest: String = "", record: String = "a.jsonl") throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 130, rows: 30, folder: folder)
        try terminal.start("demo --feed '\(address)' --record \(record) \(rest)")
        return terminal
    }

    private static func gift(_ id: String, _ kind: String = "heart", from: String, time: String? = nil) -> String {
        let moment = time.map { #""time":"\#($0)""# } ?? #""at":0"#
        return #"{\#(moment),"type":"gift","id":"\#(id)","gift":"\#(kind)","from":"\#(from)"}"#
    }

    @Test("a player that reconnects receives the events it missed, except those that are too old")
    func reconnectedPlayerReceivesMissedEvents() throws {
        let broker = try MosquittoBroker(keepsSessions: true)
        let address = broker.url("g?client=stage-1")
        let first = try start(address)
        try broker.waitForSubscriptions()
        try broker.publish(Self.gift("a", "castle", from: "ann"), to: "g")
        try first.wait(forText: "Castle of lights ann")
        #expect(try first.quit().giftIDs == ["a"])

        let old = "2020-01-01T00:00:00Z"
        let missed = [
            Self.gift("b", from: "bob", time: old), Self.gift("c", "whale", from: "cy"),
            // The broker may deliver a message twice.
            Self.gift("c", "whale", from: "cy"), Self.gift("d", from: "bob", time: old),
        ]
        try broker.publish(missed.joined(separator: "\n"), to: "g")
        // The broker keeps the messages of a client's session, even if the broker is restarted meanwhile.
        broker.stop()
        try broker.start()
        let second = try start(address, "--set expireAfter=60s", record: "b.jsonl")
        try second.wait(for: "what was missed, and what was dropped of it") { lines in
            ["Moonlit whale cy", "3 dropped: expired, duplicate"].allSatisfy { text in
                lines.contains { $0.contains(text) }
            }
        }
        #expect(try second.quit(recording: "b.jsonl").giftIDs == ["c"])
        // A client without an id has no session and misses the event.
        let stranger = try start(broker.url("g"), record: "c.jsonl")
        try broker.waitForSubscriptions(2)
        try broker.publish(Self.gift("e", "castle", from: "ann"), to: "g")
        try stranger.wait(forText: "Castle of lights ann")
        #expect(try stranger.quit(recording: "c.jsonl").giftIDs == ["e"])
    }

    @Test("all players of a topic show each event, and players of a shared subscription share the events")
    func playersShowOrShareEvents() throws {
        let broker = try MosquittoBroker()
        let names = ["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl"]
        let addresses = ["g", "g", "$share/wall/g", "$share/wall/g"].map { broker.url($0) }
        let players = try zip(names, addresses).map { try start($1, record: $0) }
        try broker.waitForSubscriptions(4)
        let ids = (0..<20).map { "g\($0)" }
        let lines = ids.map { Self.gift($0, from: $0) }
        try broker.publish(
            (lines + [#"{"at":0,"type":"chat","id":"end","from":"ann","text":"all told"}"#]).joined(separator: "\n"),
            to: "g")
        for player in players.prefix(2) { try player.wait(forText: "ann all told") }
        try players[2].wait(for: "all gifts and the chat to be on one of the two") {
            let shared = names.suffix(2).compactMap { try? RecordedSession($0, in: folder) }
            return Set(shared.flatMap(\.giftIDs)) == Set(ids) && !shared.flatMap(\.chat).isEmpty
        }
        let sessions = try zip(players, names).map { try $0.quit(recording: $1) }
        #expect(sessions[0].giftIDs == ids && sessions[1].giftIDs == ids)
        let shared = sessions.suffix(2).map { Set($0.giftIDs) }
        #expect(shared.allSatisfy { !$0.isEmpty && $0.count < ids.count })
        #expect(sessions.suffix(2).map(\.chat.count).reduce(0, +) == 1)
    }

    @Test("the screen names a lost broker until it is back, and then gifts continue")
    func lostBrokerIsShownUntilItIsBack() throws {
        let broker = try MosquittoBroker(keepsSessions: true)
        let terminal = try start(broker.url("g?client=stage-1"))
        try broker.waitForSubscriptions()
        broker.stop()
        try terminal.wait(forText: "lost: connection refused, retry in ")
        try broker.start()
        try broker.publish(Self.gift("a", "castle", from: "ann"), to: "g")
        try terminal.wait(forText: "Castle of lights ann")
        try terminal.wait(for: "nothing to be wrong any more") { !$0.contains { $0.contains("lost: ") } }
        #expect(try terminal.quit().giftIDs == ["a"])
    }
}
