import FeedServers
import Foundation
import Testing

/// What platforms call a gift may be one that no program has built in.
@Suite("Feeds that mean gifts of a store", .serialized)
struct StoreGiftFeedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A gift that Bilibili has sold, as its connectors write it; the price in batteries, of which one is 100 gold.
    private static func gift(_ name: String, price: Int, number: Int) -> String {
        #"{"cmd":"SEND_GIFT","data":{"uid":\#(number),"uname":"ann","giftId":\#(number),"giftName":"\#(name)","num":1,"#
            + #""price":\#(price * 100),"coin_type":"gold","total_coin":\#(price * 100),"tid":"\#(number)","#
            + #""timestamp":1700000000,"combo_send":null,"batch_combo_id":""}}"#
    }

    private func gifts(_ output: String) throws -> [String] {
        try output.split(separator: "\n").compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["gift"] as? String
        }
    }

    @Test("those on disk are found by name, by price and by rule, and without them only the built-in ones are")
    func onDisk() throws {
        var store = try StoreFolder("store", in: folder)
        // Worth 50, as the built-in confetti is: of two that cost the same the store's goes first.
        try store.publish("lantern", color: "#00ff00")
        try #expect(
            Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder).status == 0)
        try folder.write(
            [("Lantern", 1), ("nameless", 60), ("mapped", 1)].enumerated().map {
                Self.gift($0.element.0, price: $0.element.1, number: $0.offset + 1)
            }.joined(separator: "\n") + "\n", to: "bilibili")
        try folder.write("bilibili: {mapped: lantern}", to: "map.yaml")
        let convert = ["feed", "convert", "bilibili", "--from", "bilibili"]
        let known = try Program.run(convert + ["--gift-map", "map.yaml", "--home", "gifts"], in: folder)
        #expect(known.status == 0, "\(known.errors)")
        #expect(try gifts(known.output) == ["lantern", "lantern", "lantern"])
        let unknown = try Program.run(convert, in: folder)
        #expect(try !gifts(unknown.output).contains("lantern") && gifts(unknown.output).count == 3)
        let missing = try Program.run(convert + ["--home", "nowhere"], in: folder)
        #expect(missing.status == 66 && missing.errorLine == "giftty: nowhere: no such folder")
        let wrong = try Program.run(convert + ["--gift-map", "map.yaml"], in: folder)
        #expect(wrong.status == 78 && wrong.errorLine?.contains(#"unknown kind "lantern""#) == true)
    }

    @Test(
        "one that is published while a feed is on the stage is found by its name and by rules from then on",
        .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
    func published() throws {
        var store = try StoreFolder("store", in: folder)
        try folder.write("bilibili: {Lamp: lantern}", to: "map.yaml")
        let terminal = try TmuxSession(columns: 110, rows: 30, folder: folder)
        try terminal.start(
            "demo --replace-at 0 --mode replace --feed unix:s --format bilibili --store \(store.url) --home gifts"
                + " --gift-map map.yaml --record a.jsonl")
        let connector = try UnixSocketWriter(folder.path + "/s")
        // Neither the name nor the rule has its gift yet.
        try connector.write(Self.gift("Lantern", price: 1, number: 1), Self.gift("Lamp", price: 1, number: 0))
        try terminal.wait(recording: "a.jsonl", for: "the cheapest in its place") {
            $0.gifts == ["1 heart from ann", "1 heart from ann"]
        }
        try store.publish("lantern", color: "#00ff00")
        var number = 1
        try terminal.wait(for: "the store's gift") { _ in
            if try RecordedSession("a.jsonl", in: folder).gifts.last == "1 lantern from ann" { return true }
            number += 1
            try connector.write(Self.gift("Lantern", price: 1, number: number))
            return false
        }
        try connector.write(Self.gift("Lamp", price: 1, number: number + 1))
        try terminal.wait(recording: "a.jsonl", for: "the same by a rule") { session in
            session.gifts.suffix(2) == ["1 lantern from ann", "1 lantern from ann"]
                && session.giftIDs.count == number + 2
        }
        try terminal.wait(for: "its picture") { _ in try terminal.colors().contains("2;0;255;0m") }
        _ = try terminal.leave()
    }
}
