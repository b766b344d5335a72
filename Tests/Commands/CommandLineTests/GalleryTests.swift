import TerminalCells
import TestSupport
import Testing

@Suite("The gallery of the demo", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct GalleryTests {
    private static let bar = (first: 1, count: RoomTerminal.columns - 2, row: RoomTerminal.rows - 3)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Opens the gallery with a three-second gift that shows the number of its frame, paused at its first marker.
    private func start() throws -> RoomTerminal {
        var store = try StoreFolder("store", in: folder)
        try store.publishClock()
        let room = try RoomTerminal("--transition none", with: store, in: folder)
        try room.terminal.type("g")
        try room.terminal.wait(forText: "15 gifts")
        try room.terminal.press("End")
        try room.terminal.wait(forText: "Clock  50 coins")
        try room.terminal.type("1")
        try wait(forFrame: 15, in: room)
        return room
    }

    /// Waits until a frame, counted from 0, is visible in the picture, and named in the text with its marker, if any.
    @discardableResult
    private func wait(forFrame frame: Int, at marker: String? = nil, in room: RoomTerminal) throws -> CellGrid {
        // The picture fills the columns 25 to 98 and is 40 pixels high.
        let scale = 40.0 / 56
        let place = 25 + (74 - 100 * scale) / 2 + scale * (Double(frame) + 0.5)
        return try room.wait(for: "frame \(frame)") { cells in
            let lit = (25..<99).filter { column in
                guard let top = cells[column, 10].pixels?.top.rgb else { return false }
                return top >> 8 & 255 > 100 && top >> 16 < 60
            }
            return cells.text(row: 28).contains("frame \(frame + 1) of 90")
                && marker.map { cells.text(row: 28).contains($0) } != false
                && !lit.isEmpty && lit.allSatisfy { abs(Double($0) + 0.5 - place) < 1.2 }
        }
    }

    @Test("Tab goes around the markers, digits go to one of them, and the bar shows all of them")
    func keysSelectMarkers() throws {
        let room = try start()
        let cells = try wait(forFrame: 15, at: "early", in: room)
        #expect(cells.row(containing: "1 early 0.5 s") != nil || cells.row(containing: "1 early 0.50 s") != nil)
        for (frame, name) in [(15, "early"), (60, "late")] {
            let column = Self.bar.first + frame * Self.bar.count / 90
            #expect(cells[column, Self.bar.row].glyph.description == "┃", "\(name)")
        }
        try room.terminal.press("Tab")
        try wait(forFrame: 60, at: "late", in: room)
        try room.terminal.press("Tab")
        try wait(forFrame: 15, in: room)
        try room.terminal.press("BTab")
        try wait(forFrame: 60, in: room)
        try room.terminal.type("1")
        try wait(forFrame: 15, in: room)
        try room.terminal.type("2")
        try wait(forFrame: 60, in: room)
        // There is no third marker.
        try room.terminal.type("3,")
        try wait(forFrame: 59, in: room)
    }
}
