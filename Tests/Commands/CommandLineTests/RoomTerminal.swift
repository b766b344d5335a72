import Foundation
import TerminalCells
import TestSupport
import Testing

/// The demo or a replay in a terminal of 100 × 30 cells, with the gift kinds of a test.
///
/// The stage has 100 × 56 pixels there. An animation of 40 × 40 units fills the columns 22 to 77.
struct RoomTerminal {
    static let columns = 100
    static let rows = 30
    static let green = CellColor(0x00FF00)

    let terminal: TmuxSession
    let rows: Int

    /// Starts the program with these arguments.
    init(_ arguments: String, rows: Int = Self.rows, in folder: TemporaryFolder) throws {
        self.rows = rows
        terminal = try TmuxSession(columns: Self.columns, rows: rows, folder: folder)
        try terminal.start(arguments)
    }

    /// Starts a room without simulated gifts, with the gift kinds of a store, which are downloaded first.
    init(_ options: String = "", rows: Int = Self.rows, with store: StoreFolder, in folder: TemporaryFolder) throws {
        try Self.fetch(store, in: folder)
        // A gift that is sent again because it did not appear at once is not counted up.
        try self.init("demo --rate 0 --set combineWithin=none --home gifts \(options)", rows: rows, in: folder)
        try terminal.wait(forText: "nothing waiting")
    }

    /// Replays a session of these lines, paused at its beginning.
    init(replaying lines: [String], _ options: String = "", in folder: TemporaryFolder) throws {
        let header =
            #"{"giftty":"recording","format":1,"program":"giftty 0.1.0","seed":"1","profile":"calm","#
            + #""host":"Mika","title":"Room","viewers":3,"columns":100,"rows":30,"settings":{}}"#
        let end = #"{"at":60,"type":"join","from":{"id":"u","name":"u"}}"#
        try folder.write(([header] + lines + [end]).joined(separator: "\n") + "\n", to: "session.jsonl")
        try self.init("replay session.jsonl \(options)", in: folder)
        try terminal.wait(forText: "Mika")
        try terminal.type(" ")
        try terminal.wait(forText: "▌▌ 0:")
        try terminal.press("Home")
        try terminal.wait(forText: "▌▌ 0:00 /")
    }

    /// Downloads everything that a store publishes.
    static func fetch(_ store: StoreFolder, in folder: TemporaryFolder) throws {
        let sync = try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder)
        #expect(sync.status == 0, "\(sync.errors)")
    }

    func cells() throws -> CellGrid { try terminal.cells(columns: Self.columns, rows: rows) }

    /// Waits until the cells fulfil `condition`, and types `keys` before each further attempt.
    @discardableResult
    func wait(for what: String, typing keys: String = "", until condition: (CellGrid) -> Bool) throws -> CellGrid {
        try terminal.waitForCells(what, columns: Self.columns, rows: rows, typing: keys, until: condition)
    }

    /// Pauses stage time, sends the gift that was published last, and waits until it is at its beginning.
    func sendPaused(_ name: String) throws {
        try terminal.type(" ")
        try terminal.wait(forText: "PAUSED")
        try send(name)
        try terminal.wait(forText: "0.0/")
    }

    /// Sends the gift that was published last until it is on the stage, because new gifts are not loaded at once.
    func send(_ name: String) throws {
        try terminal.wait(for: "the gift") { lines in
            if lines.showStage(with: name) { return true }
            try terminal.type("0")
            return false
        }
    }

    /// Waits until the paused gift is at this time in seconds, such as `1.5`, and returns the cells.
    func cells(at seconds: String) throws -> CellGrid {
        try terminal.wait(forText: " \(seconds)/")
        return try cells()
    }
}

extension [String] {
    /// Whether the room's lines show that this gift, sent by its own viewer, is on the stage.
    ///
    /// Gifts that keys send faster than the screen shows them are merged: then the line has their count.
    func showStage(with name: String) -> Bool {
        contains { line in
            line.contains("\(name) you") || line.range(of: "\(name) ×[0-9]+ you", options: .regularExpression) != nil
        }
    }
}

extension StoreFolder {
    /// Publishes a gift kind of three seconds and 100 × 56 units that shows the number of its frame.
    ///
    /// It has 90 frames, at 30 a second. Frame n is a green line one unit wide, n units from the left. Two frames have
    /// markers. The gift enters and leaves without movement.
    mutating func publishClock() throws {
        let layers = (0..<90).map { frame in
            ##"{"ty":1,"ip":\##(frame),"op":\##(frame + 1),"st":0,"sr":1,"sw":1,"sh":56,"sc":"#00ff00","ks":{"p":{"k":[\##(frame),0]}}}"##
        }
        try publish(
            "clock", seconds: 3,
            document: #"{"v":"5.7.0","fr":30,"ip":0,"op":90,"w":100,"h":56,"#
                + #""markers":[{"tm":15,"cm":"early","dr":0},{"tm":60,"cm":"late","dr":0}],"#
                + #""layers":[\#(layers.joined(separator: ","))]}"#,
            manifest: "{enter: [wait: 1ms], exit: [wait: 1ms]}")
    }
}
