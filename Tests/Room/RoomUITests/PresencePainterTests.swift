import Presence
import RoomUI
import TerminalCells
import Testing

private let ann = PresentViewer(id: "u-1", name: "Ann Lee")

/// A grid of 30 × 4 cells with a presence in all of it except the first row and the two leftmost columns.
private struct PaintedHeads {
    var presence = ViewerPresence(columns: 28, rows: 3, style: PresenceStyle(headColumns: 5, maxColumns: 14))
    var grid = CellGrid(columns: 30, rows: 4, filledWith: Cell(background: CellColor(0)))
    let area = CellRect(column: 2, row: 1, columns: 28, rows: 3)

    init() {
        for index in 0..<3 { presence.add("c-\(index)", rows: 1) }
    }

    mutating func paint(at milliseconds: Int64) {
        var frame = PresenceFrame()
        presence.draw(into: &frame, at: milliseconds * 1_000_000)
        grid.clear(to: Cell(background: CellColor(0)))
        var painter = PresencePainter()
        painter.paint(frame, into: &grid, area: area)
    }

    func text(row: Int) -> String { (0..<30).map { grid[$0, row].glyph.description }.joined() }

    func isPainted(_ column: Int, _ row: Int) -> Bool { grid[column, row] != Cell(background: CellColor(0)) }
}

@Suite("Heads are painted into cells")
struct PresencePainterTests {
    @Test("a resting head is a disc in its color with centred initials")
    func restingHeadIsADisc() {
        var room = PaintedHeads()
        room.presence.markRead(by: ann, upTo: "c-1")
        room.paint(at: 0)
        room.paint(at: 2000)
        #expect(room.text(row: 2) == String(repeating: " ", count: 26) + "AL  ")
        #expect(
            [25, 26, 27, 28].allSatisfy { room.isPainted($0, 2) } && !room.isPainted(24, 2) && !room.isPainted(29, 2))
        #expect(room.grid[26, 2].background.rgb == ann.color.rgb)
        let (end, middle) = (room.grid[25, 2].pixels, room.grid[26, 2].background.rgb ?? 0)
        #expect(end.map { $0.top == $0.bottom && ($0.top.rgb ?? 0) & 0xFF < middle & 0xFF } == true)
        #expect((0..<30).allSatisfy { !room.isPainted($0, 1) && !room.isPainted($0, 3) })
    }

    @Test("a head between two rows consists of half-blocks in both, without initials")
    func headBetweenRowsUsesHalfBlocks() throws {
        var room = PaintedHeads()
        room.presence.markRead(by: ann, upTo: "c-0")
        room.paint(at: 0)
        room.paint(at: 2000)
        room.presence.markRead(by: ann, upTo: "c-1")
        room.paint(at: 2000)
        // At some time on its way the head is half a row lower.
        let shares = (2000..<2200).map { time in
            room.paint(at: Int64(time))
            return (room.grid[26, 1].pixels, room.grid[26, 2].pixels, room.text(row: 1) + room.text(row: 2))
        }
        let halfway = try #require(shares.first { ($0.0?.top.rgb ?? 1) == 0 && ($0.0?.bottom.rgb ?? 0) > 0 })
        #expect((halfway.1?.top.rgb ?? 0) > 0)
        #expect(!halfway.2.contains("A"))
    }

    @Test("a head fades in from the background, its initials last")
    func fading() {
        var room = PaintedHeads()
        room.presence.markRead(by: ann, upTo: "c-2")
        room.paint(at: 0)
        #expect(!room.isPainted(26, 3))
        room.paint(at: 20)
        #expect(room.isPainted(26, 3) && !room.text(row: 3).contains("AL"))
        room.paint(at: 200)
        #expect(room.text(row: 3).contains("AL"))
    }

    @Test("a number stands for the heads without room")
    func overflowLabelIsPainted() {
        var room = PaintedHeads()
        for index in 0..<15 { room.presence.markRead(by: PresentViewer(id: "v\(index)", name: "x"), upTo: "c-2") }
        room.paint(at: 0)
        room.paint(at: 2000)
        #expect(room.text(row: 3).hasSuffix(" +13 X    X   "))
        #expect(room.text(row: 3).filter { $0 == "X" }.count == 2)
    }

    @Test("a head never leaves the painted area, wherever it moves")
    func clipped() {
        var room = PaintedHeads()
        for index in 3..<30 { room.presence.add("c-\(index)", rows: 1) }
        room.presence.markRead(by: ann, upTo: "c-0")
        room.paint(at: 0)
        room.presence.markRead(by: ann, upTo: "c-29")
        for time in Int64(0)..<300 {
            room.paint(at: 10 + 4 * time)
            #expect((0..<30).allSatisfy { !room.isPainted($0, 0) })
        }
    }

    @Test("wide initials are complete, or left out if they are wider than the disc")
    func wideInitialsAreCompleteOrOmitted() {
        var room = PaintedHeads()
        room.presence.markRead(by: PresentViewer(id: "w", name: "李 小龙"), upTo: "c-2")
        room.paint(at: 0)
        room.paint(at: 2000)
        #expect(room.text(row: 3).contains("李小"))
    }
}
