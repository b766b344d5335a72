import HalfBlocks
import Testing

@Suite("The live room in a real terminal", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct LiveRoomTests {
    static let columns = 100
    static let rows = 30
    private static let green = CellColor(0x00FF00)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: Self.columns, rows: Self.rows, folder: folder)
        try terminal.type("clear; \"$GIFTTY\" \(arguments); echo left $?\n")
        return terminal
    }

    /// Fetches what is published, so that it can be played.
    private func fetch(_ store: StoreFolder) throws {
        let sync = try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder)
        #expect(sync.status == 0, "\(sync.errors)")
    }

    /// Writes a session down and shows it, standing still at its beginning.
    private func replay(_ lines: [String], _ options: String = "") throws -> TmuxSession {
        let header =
            #"{"giftty":"recording","format":1,"program":"giftty 0.1.0","seed":"1","profile":"calm","#
            + #""host":"Mika","title":"Room","viewers":3,"columns":100,"rows":30,"settings":{}}"#
        try folder.write(([header] + lines).joined(separator: "\n") + "\n", to: "session.jsonl")
        let terminal = try start("replay session.jsonl \(options)")
        try terminal.wait(forText: "Mika")
        try terminal.type(" ")
        try terminal.wait(forText: "▌▌ 0:")
        try terminal.press("Home")
        try terminal.wait(forText: "▌▌ 0:00 /")
        return terminal
    }

    private static func gift(_ kind: String, from sender: String, at time: Double, more: String = "") -> String {
        #"{"at":\#(time),"type":"gift","id":"g-\#(time)","gift":"\#(kind)","name":"\#(kind.capitalized)","#
            + #""from":{"id":"\#(sender)","name":"\#(sender)"},"count":1,"value":1,"duration":4\#(more)}"#
    }

    // MARK: - Choreography

    @Test("a gift comes and goes by the movements of its manifest, as far as stage time has come")
    func choreography() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", color: "#00ff00", seconds: 4,
            manifest: """
                enter: [slide: {from: left, for: 2s, easing: linear}]
                exit: [slide: {to: right, for: 1s, easing: linear}]
                """)
        try fetch(store)
        let terminal = try start("demo --rate 0 --home gifts")
        try terminal.wait(forText: "QUEUE  default")
        // Paused, it stands at its beginning, however slow the machine is.
        try terminal.type(" ")
        try terminal.wait(for: "the gift") { lines in
            if lines.contains(where: { $0.contains("Comet you") }) { return true }
            try terminal.type("0")
            return false
        }
        func green(_ place: String) throws -> [Int] {
            try terminal.wait(forText: place)
            return try terminal.cells(columns: Self.columns, rows: Self.rows).columns(of: Self.green, row: 3)
        }
        // The square is 56 columns wide and rests at 22.
        #expect(try green("0.0/4.0 s").isEmpty, "it begins out of sight")
        try terminal.press("Right")
        #expect(try green("1.0/4.0 s") == Array(0..<39), "half its way")
        try terminal.press("Right")
        #expect(try green("2.0/4.0 s") == Array(22..<78))
        try terminal.press("Right")
        #expect(try green("3.0/4.0 s") == Array(22..<78))
        try terminal.type(String(repeating: ".", count: 15))
        #expect(try green("3.5/4.0 s") == Array(61..<100), "half its way off")
    }

    @Test("without movements of its own a gift grows into its place, and with reduced motion it stands there")
    func usualMovement() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00", seconds: 4)
        try fetch(store)
        for (motion, width) in [("full", 49), ("reduced", 0)] {
            let terminal = try start("demo --rate 0 --home gifts --set motion=\(motion)")
            try terminal.wait(forText: "QUEUE  default")
            try terminal.type(" ")
            try terminal.wait(for: "the gift") { lines in
                if lines.contains(where: { $0.contains("Comet you") }) { return true }
                try terminal.type("0")
                return false
            }
            try terminal.wait(forText: "0.0/4.0 s")
            let cells = try terminal.cells(columns: Self.columns, rows: Self.rows)
            #expect(
                abs(cells.columns(of: Self.green, row: 6).count - width) <= 2, "it fades in where motion is reduced")
            try terminal.press("Right")
            try terminal.wait(forText: "1.0/4.0 s")
            let rest = try terminal.cells(columns: Self.columns, rows: Self.rows)
            #expect(rest.columns(of: Self.green, row: 6) == Array(22..<78))
        }
    }

    @Test("what a manifest gives to an animation shows who has sent it, one after the other")
    func properties() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", color: "#00ff00", seconds: 4, manifest: #"properties: {"**.Color": "{head}"}"#)
        try fetch(store)
        let gifts = [("ann", 1.0), ("bob", 1.5)].map { Self.gift("comet", from: $0.0, at: $0.1) }
        let terminal = try replay(gifts + [#"{"at":20,"type":"join","from":{"id":"u","name":"u"}}"#], "--home gifts")
        try terminal.press("Right")
        try terminal.wait(forText: "0:05")
        // Ann's gift plays from the first to the fifth second, Bob's from there to the ninth.
        try terminal.type(",")
        let ann = try terminal.waitForCells("Ann's colour", columns: Self.columns, rows: Self.rows, typing: ",") {
            $0.has(CellColor(0x7FD1FF), column: 50, row: 3)
        }
        #expect(ann.columns(of: Self.green, row: 3).isEmpty)
        try terminal.waitForCells("Bob's colour", columns: Self.columns, rows: Self.rows, typing: ".") {
            $0.has(CellColor(0xFFD59E), column: 50, row: 3)
        }
    }

    // MARK: - Presence

    @Test("the head of a reader stands at the message, flies on when they read on, and goes when they leave")
    func presence() throws {
        func at(_ time: Double, _ rest: String) -> String { #"{"at":\#(time),\#(rest)}"# }
        let zoe = #"{"id":"zoe","name":"Zoe"}"#
        var lines = (1...8).map { index in
            at(
                Double(index) / 100,
                #""type":"chat","id":"c-\#(index)","from":{"id":"ann","name":"ann"},"text":"message \#(index)""#)
        }
        lines += [
            at(0.5, #""type":"seen","from":\#(zoe),"message":"c-1""#),
            at(15, #""type":"seen","from":\#(zoe),"message":"c-8""#),
            at(30, #""type":"leave","from":\#(zoe)"#), at(60, #""type":"join","from":{"id":"u","name":"u"}"#),
        ]
        let terminal = try replay(lines)
        func go(to time: String) throws -> CellGrid {
            try terminal.press("Right")
            try terminal.wait(forText: time)
            return try terminal.cells(columns: Self.columns, rows: Self.rows)
        }
        let size = (Self.columns, Self.rows)
        _ = try go(to: "0:05")
        // It has faded in by the next seconds, wherever its beginning was seen.
        let before = try go(to: "0:10")
        let first = try #require(before.row(saying: "message 1"))
        let last = try #require(before.row(saying: "message 8"))
        #expect(last - first >= 7)
        let column = try #require((0..<45).last { before[$0, first].glyph.description == "Z" })
        let color = before[column, first].background
        #expect(before.rows(of: color) == [first])
        _ = try go(to: "0:15")
        try terminal.waitForCells("it between the two", columns: size.0, rows: size.1, typing: ".") { cells in
            let rows = cells.rows(of: color)
            return !rows.isEmpty && rows.allSatisfy { $0 > first && $0 < last }
        }
        let after = try terminal.waitForCells("it there", columns: size.0, rows: size.1, typing: ".") { cells in
            cells.rows(of: color) == [last] && cells.text(row: last).contains("Z")
        }
        #expect(after[column, last].glyph.description == "Z")
        try terminal.resize(columns: 80, rows: 24)
        try terminal.waitForCells("it there at another size", columns: 80, rows: 24) { cells in
            guard let row = cells.row(saying: "message 8") else { return false }
            return cells.rows(of: color) == [row]
        }
        try terminal.type("\u{1B}[C\u{1B}[C\u{1B}[C")
        try terminal.wait(forText: "0:3")
        try terminal.waitForCells("it gone", columns: 80, rows: 24, typing: ".") { $0.rows(of: color).isEmpty }
    }

    // MARK: - Banners

    @Test("a streak counts up in its lane, and what is worth more goes up")
    func lanes() throws {
        let terminal = try start("demo --rate 0 --set bannerStay=60s --set bannerBelow=100000")
        try terminal.wait(forText: "QUEUE  default")
        func rows(_ heart: String, _ star: String) throws -> (heart: Int, star: Int) {
            let cells = try terminal.waitForCells("\(heart) and \(star)", columns: Self.columns, rows: Self.rows) {
                $0.row(saying: heart) != nil && $0.row(saying: star) != nil
            }
            return (cells.row(saying: heart) ?? 0, cells.row(saying: star) ?? 0)
        }
        try terminal.type("1")
        try terminal.wait(forText: "you sends Heart")
        try terminal.type("2")
        let first = try rows("you sends Heart", "you sends Star")
        #expect(first.star != first.heart)
        try terminal.wait(for: "the star above the heart") { _ in
            let place = try rows("you sends Heart", "you sends Star")
            return place.star == place.heart - 1
        }
        try terminal.type("11")
        try terminal.wait(for: "the heart above the star") { _ in
            let place = try rows("you sends Heart ×3", "you sends Star")
            return place.heart == place.star - 1
        }
    }

    @Test("a banner moves as its gift's manifest says")
    func bannerMovement() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", color: "#00ff00", seconds: 4,
            manifest: """
                banner:
                  text: "{sender} rides a comet"
                  only: yes
                  enter: [slide: {from: right, for: 1s, easing: linear}]
                  stay: {repeat: {times: forever, do: [wait: 500ms, shake: {times: 1, by: 4, for: 500ms}]}}
                """)
        try fetch(store)
        let terminal = try start("demo --rate 0 --home gifts --set bannerStay=60s")
        try terminal.wait(forText: "QUEUE  default")
        try terminal.wait(for: "the banner") { lines in
            if lines.contains(where: { $0.contains("you rides a comet") }) { return true }
            try terminal.type("0")
            return false
        }
        var columns: Set<Int> = []
        try terminal.wait(for: "it at several places for as long as it stays") { lines in
            guard let line = lines.first(where: { $0.contains("you rides a comet") }),
                let place = line.range(of: "you rides")
            else { return false }
            columns.insert(line.distance(from: line.startIndex, to: place.lowerBound))
            return columns.count >= 4
        }
        #expect(try terminal.lines().contains { $0.contains("[ ✕ ]") } == false, "it never has the stage")
    }

    @Test("a gift without its animation has a banner that says so, and a terminal that is too small has banners too")
    func fallback() throws {
        let later = #"{"at":60,"type":"join","from":{"id":"u","name":"u"}}"#
        let missing = Self.gift("castle", from: "ann", at: 0.5, more: #","is":"missing""#)
        let terminal = try replay([missing, Self.gift("heart", from: "bob", at: 0.7), later])
        try terminal.type(String(repeating: ".", count: 45))
        // However long the words are, what became of the gift is there.
        try terminal.wait(forText: "ann builds a castle of l… (missing)")
        try terminal.wait(forText: "bob sends Heart")
        for (columns, rows) in [(60, 6), (40, 5), (60, 3)] {
            try terminal.resize(columns: columns, rows: rows)
            try terminal.wait(for: "a banner at \(columns)×\(rows)") { lines in
                lines.count == rows && lines.contains { $0.contains("bob sends Heart") || $0.contains("(missing)") }
            }
        }
    }
}
