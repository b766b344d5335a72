import TerminalCells
import TestSupport
import Testing

@Suite("The mouse in the demo", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct MouseTests {
    static let size = (columns: 100, rows: 30)
    /// The background of the selected line of a list.
    private static let selectionColor = CellColor(0x26335F)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String = "--rate 0") throws -> TmuxSession {
        let terminal = try TmuxSession(columns: Self.size.columns, rows: Self.size.rows, folder: folder)
        try terminal.start("demo --seed 3 --transition none \(arguments)")
        try terminal.wait(forText: "QUEUE  default")
        return terminal
    }

    /// Waits until the line with this text is selected.
    @discardableResult
    private func wait(forSelection text: String, in terminal: TmuxSession) throws -> CellGrid {
        try terminal.waitForCells("\(text) chosen", columns: Self.size.columns, rows: Self.size.rows) {
            $0.background(of: text) == Self.selectionColor
        }
    }

    private func click(_ text: String, in terminal: TmuxSession) throws {
        let cells = try terminal.waitForCells(text, columns: Self.size.columns, rows: Self.size.rows) {
            $0.position(of: text) != nil
        }
        let place = try #require(cells.position(of: text))
        try terminal.click(column: place.column, row: place.row)
    }

    @Test("in the gallery a click and the wheel select a gift")
    func clickAndWheelSelectGift() throws {
        let terminal = try start()
        try terminal.type("g")
        try wait(forSelection: "Heart", in: terminal)
        try click("Rocket", in: terminal)
        try terminal.wait(forText: "Rocket  500 coins")
        try wait(forSelection: "Rocket", in: terminal)
        try terminal.mouse(.wheelUp, column: 5, row: 5)
        try terminal.wait(for: "the one before it") { !$0.contains { $0.contains("Rocket  500 coins") } }
        try terminal.mouse(.wheelDown, column: 60, row: 10)
        try terminal.wait(forText: "Rocket  500 coins")
    }

    @Test("in the lobby the wheel selects a room, and a click enters it")
    func wheelSelectsAndClickEntersRoom() throws {
        let terminal = try start()
        try terminal.type("l")
        try terminal.wait(forText: "Lobby  7 rooms")
        try terminal.mouse(.wheelDown, column: 50, row: 10)
        try terminal.wait(forText: "▶ Aiko")
        try terminal.mouse(.wheelUp, column: 50, row: 10)
        try terminal.wait(forText: "▶ Mika")
        try click("Bonsai by candlelight", in: terminal)
        try terminal.wait(forText: "LIVE  Aiko  Bonsai by candlelight")
    }
}
