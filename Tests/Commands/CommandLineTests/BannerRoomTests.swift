import Foundation
import TerminalCells
import TestSupport
import Testing

@Suite(
    "Banners of gifts in a terminal", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct BannerRoomTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func gift(_ kind: String, from sender: String, at time: Double = 0, count: Int = 1) -> String {
        #"{"at":\#(time),"type":"gift","id":"\#(kind)-\#(sender)","gift":"\#(kind)","name":"\#(kind.capitalized)","#
            + #""from":{"id":"\#(sender)","name":"\#(sender)"},"count":\#(count)"#
    }

    /// Starts a room with these gifts, which arrive within a fraction of a second.
    private func start(_ options: String, _ gifts: [(kind: String, sender: String)]) throws -> RoomTerminal {
        let lines = gifts.enumerated().map { place, gift in
            Self.gift(gift.kind, from: gift.sender, at: Double(place) / 100) + "}"
        }
        try folder.write(lines.joined(separator: "\n") + "\n", to: "feed.ndjson")
        return try RoomTerminal(
            "demo --feed feed.ndjson --follow --set bannerStay=1m \(options)", in: folder)
    }

    /// Waits until the banners of these senders are below each other in this order, and the last row has this text.
    @discardableResult
    private func wait(for senders: [String], and words: String = "", in room: RoomTerminal) throws -> CellGrid {
        try room.wait(for: "\(senders) below each other \(words)") { cells in
            guard let first = cells.row(containing: "\(senders[0]) sent") else { return false }
            return senders.indices.allSatisfy { cells.text(row: first + $0).contains("\(senders[$0]) sent") }
                && (words.isEmpty || cells.text(row: first + senders.count - 1).contains(words))
        }
    }

    private static let all = [("heart", "ann"), ("rocket", "bob"), ("star", "cy"), ("coffee", "dee"), ("rose", "eve")]
        .map { (kind: $0.0, sender: $0.1) }

    @Test("the banner of the most valuable gift is at the top, or that of the first gift if the order is by arrival")
    func bannersAreOrderedByValueOrArrival() throws {
        try wait(for: ["bob", "cy", "ann"], in: start("--set bannerBelow=10000", Array(Self.all.prefix(3))))
        try wait(
            for: ["ann", "bob", "cy"],
            in: start("--set bannerBelow=10000 --set bannerOrder=arrival", Array(Self.all.prefix(3))))
    }

    @Test("the setting limits the number of lanes, and the other gifts are counted", arguments: [1, 2, 5])
    func settingLimitsLanes(count: Int) throws {
        let room = try start(
            "--set bannerBelow=10000 --set bannerOrder=arrival --set bannerLanes=\(count)", Self.all)
        let shown = Self.all.prefix(count).map(\.sender)
        let cells = try wait(for: shown, and: count < 5 ? "+\(5 - count)" : "", in: room)
        for gift in Self.all.dropFirst(count) {
            // Lines of the chat about gifts begin with a star.
            #expect(
                !(0..<cells.rows).map { cells.text(row: $0) }
                    .contains { $0.contains("\(gift.sender) sent") && !$0.contains("★") })
        }
        let row = try #require(cells.row(containing: "\(shown.last ?? "") sent"))
        // The count is in the row of the last banner.
        #expect(cells.text(row: row).contains("+\(5 - count)") == (count < 5))
    }

    @Test("gifts below a value have a banner only; others are also on the stage")
    func cheapGiftsHaveBannerOnly() throws {
        let room = try RoomTerminal("demo --rate 0 --set bannerStay=1m --set bannerBelow=500", in: folder)
        try room.terminal.wait(forText: "waiting for the first gift")
        try room.terminal.type(" 1")
        try room.terminal.wait(forText: "you sent Heart")
        var lines = try room.terminal.lines()
        #expect(lines[28].contains("nothing waiting") && lines[27].contains("waiting for the first gift"))
        #expect(!lines.contains { $0.contains("[ ✕ ]") })
        try room.terminal.type(":send rocket\n")
        try room.terminal.wait(forText: "you sent Rocket")
        lines = try room.terminal.wait(for: "the rocket on the stage") { lines in
            lines[28].contains("0 %") && lines.contains { $0.contains("Rocket you") }
        }
        #expect(lines[28].contains("0 %") && lines.contains { $0.contains("[ ✕ ]") })
        #expect(lines.contains { $0.contains("you sent Heart") })
    }

    // MARK: - Movements of banners

    /// Replays a session in which ten comets arrive at 5 s, with a banner that moves as the manifest describes.
    private func replay(_ manifest: String) throws -> RoomTerminal {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00", seconds: 4, manifest: manifest)
        try RoomTerminal.fetch(store, in: folder)
        let gift = Self.gift("comet", from: "ann", at: 5, count: 10) + #","value":1,"duration":4,"to":"banner"}"#
        let room = try RoomTerminal(replaying: [gift], "--home gifts", in: folder)
        try room.terminal.press("Right")
        try room.terminal.wait(forText: "0:05")
        return room
    }

    @Test("the movement type shows the text one character after another")
    func typeShowsCharactersOneByOne() throws {
        let room = try replay("banner: {text: '{sender} rides on', enter: [type: {each: 100ms}]}")
        for (frames, words) in [(16, "★ann"), (9, "★annri"), (6, "★annride"), (27, "★annrideson×10")] {
            try room.terminal.type(String(repeating: ".", count: frames))
            try room.wait(for: words) { cells in
                guard let row = cells.row(containing: "★ ann") else { return false }
                return cells.text(row: row).filter { !" ▀▄".contains($0) } == words
            }
        }
    }

    @Test("the movement countUp counts up to the number")
    func countUpCountsToNumber() throws {
        let room = try replay(
            "banner: {text: '{sender} rides on', enter: [countUp: {from: 0, for: 2s, easing: linear}]}")
        for (frames, count) in [(18, 3), (12, 5), (18, 8), (20, 10)] {
            try room.terminal.type(String(repeating: ".", count: frames))
            try room.wait(for: "×\(count)") { cells in
                guard let row = cells.row(containing: "ann rides on") else { return false }
                return cells.text(row: row).contains("rides on ×\(count)")
                    && !cells.text(row: row).contains("rides on ×\(count)0")
            }
        }
    }
}
