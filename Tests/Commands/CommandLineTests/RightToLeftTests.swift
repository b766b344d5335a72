import Foundation
import TerminalCells
import TestSupport
import Testing

@Suite(
    "Right-to-left names in a real terminal", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct RightToLeftTests {
    private static let columns = 100
    private static let rows = 30
    /// The name Noa Ari, as it is stored and as its cells appear from the left.
    private static let name = (stored: "נועה ארי", seen: "ירא העונ")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var session: String {
        let noa = #"{"id":"noa","name":"\#(Self.name.stored)"}"#
        let header =
            #"{"giftty":"recording","format":1,"program":"giftty 0.1.0","seed":"1","profile":"calm","#
            + #""host":"\#(Self.name.stored)","title":"Room","viewers":3,"columns":100,"rows":30,"settings":{}}"#
        func gift(_ kind: String, at time: Double) -> String {
            #"{"at":\#(time),"type":"gift","id":"g-\#(time)","gift":"\#(kind)","name":"\#(kind.capitalized)","#
                + #""from":\#(noa),"count":3,"value":500,"duration":4}"#
        }
        return [
            header, #"{"at":0.1,"type":"join","from":\#(noa)}"#,
            #"{"at":0.2,"type":"chat","id":"c-1","from":\#(noa),"text":"שלום (2)!"}"#,
            #"{"at":0.3,"type":"chat","id":"c-2","from":{"id":"ann","name":"ann"},"text":"hi נועה!"}"#,
            #"{"at":0.4,"type":"seen","from":\#(noa),"message":"c-2"}"#,
            gift("rocket", at: 0.5), gift("heart", at: 1), gift("castle", at: 1.5),
            #"{"at":12,"type":"join","from":{"id":"u","name":"u"}}"#,
        ].joined(separator: "\n") + "\n"
    }

    private func start(_ arguments: String) throws -> TmuxSession {
        try folder.write(session, to: "session.jsonl")
        let terminal = try TmuxSession(columns: Self.columns, rows: Self.rows, folder: folder)
        try terminal.start("replay session.jsonl \(arguments)")
        return terminal
    }

    @Test("a Hebrew name appears completely in its place, and the rest of the line does not move")
    func hebrewNameKeepsItsPlace() throws {
        let terminal = try start("")
        let seen = Self.name.seen
        try terminal.wait(forText: seen)
        try terminal.type(" ")
        try terminal.wait(forText: "▌▌ 0:")
        try terminal.press("Home")
        try terminal.wait(forText: "▌▌ 0:00 /")
        try terminal.press("Right")
        try terminal.wait(forText: "0:05")
        // These are the bar's name, the viewer who joins, both directions in the chat, the banners, and the current and
        // past gifts.
        for line in [
            "LIVE  \(seen)  Room", "\(seen) joined", "\(seen) !(2) םולש", "ann hi העונ!", "★ \(seen) sent",
            " \(seen) sent Heart ×3", " \(seen) builds a castle", "Heart ×3 \(seen)  ━",
            "Rocket from \(seen) completed",
        ] {
            try terminal.waitForCells(line, columns: Self.columns, rows: Self.rows) { $0.row(containing: line) != nil }
        }
        try terminal.press("Right")
        try terminal.wait(forText: "0:10")
        // Her head has the initials of her first and last name, ordered from the right.
        try terminal.waitForCells("her head", columns: Self.columns, rows: Self.rows) { cells in
            guard let row = cells.row(containing: "ann hi") else { return false }
            return cells.text(row: row).contains("אנ")
        }
        try terminal.type("h")
        try terminal.waitForCells("the panel", columns: Self.columns, rows: Self.rows) { cells in
            cells.row(containing: "3  Castle ×3").map { cells.text(row: $0).contains("   \(seen)   ") } ?? false
        }
        try terminal.type("hq")
        try terminal.wait(forText: "left 0")
    }

    @Test("a truncated Hebrew name loses its end, at the left, and the rest of the line keeps its place")
    func truncatedHebrewNameLosesItsEnd() throws {
        let terminal = try start("")
        try terminal.wait(forText: "? help")
        try terminal.type(" ")
        try terminal.wait(forText: "▌▌ 0:")
        try terminal.press("Home")
        try terminal.press("Right")
        try terminal.wait(forText: "0:05")
        try terminal.resize(columns: 60, rows: 18)
        // The missing end of Noa's name is at the left.
        try terminal.wait(for: "her gift's line") { lines in
            lines.contains { $0.contains("▶ Heart ×3 ") && $0.contains("…") && $0.contains("העונ  ━") }
        }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test("plain lines of text keep the stored order, as screen readers need it")
    func plainLinesKeepStoredOrder() throws {
        try folder.write(
            #"{"at":0,"type":"chat","from":"\#(Self.name.stored)","text":"שלום"}"# + "\n"
                + #"{"at":0.1,"type":"gift","gift":"heart","from":"\#(Self.name.stored)"}"# + "\n", to: "feed.ndjson")
        let run = try Program.run(["demo", "--plain", "--feed", "feed.ndjson"], in: folder)
        #expect(run.output.contains(Self.name.stored), "\(run.output)\(run.errors)")
        #expect(!run.output.contains(Self.name.seen) && !run.output.contains("\u{2068}"))
    }

    @Test("an SVG recording has letters in the order of the cells, and forbids browsers to reorder them")
    func svgForbidsReordering() throws {
        try folder.write(session, to: "session.jsonl")
        let run = try Program.run(["replay", "session.jsonl", "--svg", "screen.svg"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let elements = try folder.read("screen.svg").split(separator: "<text ").dropFirst()
        let hebrew = elements.filter { $0.contains { ("א"..."ת").contains($0) } }
        #expect(hebrew.contains { $0.contains(">העונ<") })
        #expect(hebrew.allSatisfy { $0.contains(#"direction="ltr" unicode-bidi="bidi-override""#) })
        #expect(elements.contains { !$0.contains("unicode-bidi") })
    }
}
