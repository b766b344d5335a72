import HalfBlocks
import Testing

@Suite("The gallery in the demo", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct GalleryTests {
    private static let bar = (first: 1, count: RoomTerminal.columns - 2, row: RoomTerminal.rows - 3)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The gallery with a gift of three seconds that shows its frame's number, stopped at its first marker.
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

    /// Waits until a frame, counted from 0, is named and seen.
    private func wait(forFrame frame: Int, in room: RoomTerminal) throws {
        // The picture has the columns from 25 up to 99 and 40 pixels in height.
        let scale = 40.0 / 56
        let place = 25 + (74 - 100 * scale) / 2 + scale * (Double(frame) + 0.5)
        try room.wait(for: "frame \(frame)") { cells in
            let lit = (25..<99).filter { column in
                guard let top = cells[column, 10].pixels?.top.rgb else { return false }
                return top >> 8 & 255 > 100 && top >> 16 < 60
            }
            return cells.text(row: 28).contains("frame \(frame + 1) of 90")
                && !lit.isEmpty && lit.allSatisfy { abs(Double($0) + 0.5 - place) < 1.2 }
        }
    }

    @Test("Tab goes from marker to marker and round, digits to one of them, and both are on its bar")
    func markers() throws {
        let room = try start()
        let cells = try room.cells()
        #expect(cells.row(saying: "1 early 0.5 s") != nil || cells.row(saying: "1 early 0.50 s") != nil)
        for (frame, name) in [(15, "early"), (60, "late")] {
            let column = Self.bar.first + frame * Self.bar.count / 90
            #expect(cells[column, Self.bar.row].glyph.description == "┃", "\(name)")
        }
        #expect(cells.text(row: 28).contains("early"))
        try room.terminal.press("Tab")
        try wait(forFrame: 60, in: room)
        #expect(try room.cells().text(row: 28).contains("late"))
        try room.terminal.press("Tab")
        try wait(forFrame: 15, in: room)
        try room.terminal.press("BTab")
        try wait(forFrame: 60, in: room)
        try room.terminal.type("1")
        try wait(forFrame: 15, in: room)
        try room.terminal.type("2")
        try wait(forFrame: 60, in: room)
        // There is no third one.
        try room.terminal.type("3,")
        try wait(forFrame: 59, in: room)
    }

    @Test("the keys of the gift on stage move it")
    func keys() throws {
        let room = try start()
        try room.terminal.type("..")
        try wait(forFrame: 17, in: room)
        try room.terminal.type(",")
        try wait(forFrame: 16, in: room)
        try room.terminal.press("Right")
        try wait(forFrame: 46, in: room)
        try room.terminal.press("Left")
        try room.terminal.press("Left")
        try wait(forFrame: 0, in: room)
        try room.terminal.type("<<<<<<<")
        try room.terminal.wait(forText: "×0.1")
        try room.terminal.type(">>>>>>>>")
        try room.terminal.wait(forText: "×4")
        try room.terminal.type("<=")
        try room.terminal.wait(for: "the usual speed") { !$0[28].contains("×") }
        try room.terminal.type(" ")
        try room.terminal.wait(for: "it playing") { $0[28].contains("▶") && !$0[28].contains("frame 1 of") }
    }

    @Test("its bar is where the mouse drags it, until it is let go")
    func dragging() throws {
        let room = try start()
        func mouse(_ action: TmuxSession.MouseAction, cell: Int, row: Int = GalleryTests.bar.row) throws {
            try room.terminal.mouse(action, column: Self.bar.first + cell, row: row)
        }
        func frame(_ cell: Int) -> Int { 90 * cell / Self.bar.count }
        try mouse(.press, cell: 50)
        try wait(forFrame: frame(50), in: room)
        try mouse(.drag, cell: 30, row: 10)
        try wait(forFrame: frame(30), in: room)
        try room.terminal.mouse(.drag, column: RoomTerminal.columns - 1, row: 10)
        try wait(forFrame: frame(Self.bar.count - 1), in: room)
        try mouse(.drag, cell: 20)
        try mouse(.release, cell: 20)
        try wait(forFrame: frame(20), in: room)
        try mouse(.drag, cell: 60)
        try room.terminal.type(".")
        try wait(forFrame: frame(20) + 1, in: room)
    }

    @Test("Enter sends the gift into the room and goes there")
    func sending() throws {
        let room = try start()
        try room.terminal.press("Enter")
        let lines = try room.terminal.wait(forText: "you sends Clock")
        #expect(!lines.contains { $0.contains("15 gifts") })
        try room.terminal.wait(forText: "you sent Clock")
        try room.terminal.type(" ")
        try room.terminal.wait(forText: "PAUSED")
    }
}
