import FeedServers
import Foundation
import TestSupport
import Testing

/// Tests of platform gifts that mean gift kinds of a store, which no program has built in.
@Suite("Feeds with gift kinds of a store", .serialized)
struct StoreGiftFeedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns a Bilibili gift as its connectors write it, with the price in batteries, each of which is 100 gold.
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

    @Test("gift kinds on disk are found by name, value and gift map, and without them only built-in kinds are used")
    func storedKindsAreMapped() throws {
        var store = try StoreFolder("store", in: folder)
        // The value of 50 equals that of the built-in confetti: of two kinds of the same value the store's is
        // preferred.
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
        "a gift kind that is published while a feed runs is then found by name and gift map",
        .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
    func newKindIsMappedWhileRunning() throws {
        var store = try StoreFolder("store", in: folder)
        try folder.write("bilibili: {Lamp: lantern}", to: "map.yaml")
        let terminal = try TmuxSession(columns: 110, rows: 30, folder: folder)
        try terminal.start(
            "demo --replace-at 0 --mode replace --feed unix:s --format bilibili --store \(store.url) --home gifts"
                + " --gift-map map.yaml --record a.jsonl")
        let connector = try UnixSocketWriter(folder.path + "/s")
        // Neither the name nor the gift map leads to a known kind yet.
        try connector.write(Self.gift("Lantern", price: 1, number: 1), Self.gift("Lamp", price: 1, number: 0))
        try terminal.wait(recording: "a.jsonl", for: "the cheapest in its place") {
            $0.gifts == ["1 heart from ann", "1 heart from ann"]
        }
        try store.publish("lantern", color: "#00ff00")
        var number = 1
        try terminal.wait(for: "the store's gift") {
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
        try terminal.wait(for: "its picture") { try terminal.coloredScreen().contains("2;0;255;0m") }
        _ = try terminal.quit()
    }
}
