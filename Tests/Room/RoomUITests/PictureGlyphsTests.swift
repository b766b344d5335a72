import PlayerSettings
import Recordings
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The setting glyphs")
struct PictureGlyphsTests {
    /// Returns the values of the glyphs on the stage of a room.
    private func glyphs(_ value: String, isSupported: Bool = true, isASCII: Bool = false) throws -> Set<UInt32> {
        var room = try Room(
            ["glyphs=\(value)"], events: [Room.gift("rocket", from: "ann", at: 0.1, id: "1")], isASCII: isASCII,
            adjust: { setup in setup.display.supportsGlyphs = { $0 == .half || isSupported } })
        let grid = room.grid(at: 1)
        let layout = StageLayout(columns: 80, rows: 24)?.picture ?? grid.bounds
        return Set((2..<8).flatMap { row in (45..<layout.endColumn).map { grid[$0, row].glyph.scalarValues.base } })
    }

    @Test("the stage has the glyphs of the setting, if the terminal can show them")
    func chosen() throws {
        let halves: Set<UInt32> = [0x20, 0x2580, 0x2584]
        #expect(try glyphs("half").isSubset(of: halves))
        #expect(try glyphs("quadrant").contains { (0x2596...0x259F).contains($0) })
        #expect(try glyphs("sextant").contains { (0x1FB00...0x1FB3B).contains($0) })
        #expect(try glyphs("octant").contains { (0x1CD00...0x1CDE5).contains($0) })
        #expect(try glyphs("octant", isSupported: false).isSubset(of: halves))
        #expect(try glyphs("octant", isASCII: true).isSubset(of: halves))
    }

    @Test("a replay has the glyphs of its viewer's setting, whatever those of the session were")
    func replayed() throws {
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0.1, id: "1")])
        _ = room.grid(at: 2)
        room.show.end(at: 2 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        func glyphs(_ value: String?, isSupported: Bool = true) -> Set<UInt32> {
            var setup = room.setup
            setup.display.glyphs = value.map { .choice($0) }
            setup.display.supportsGlyphs = { $0 == .half || isSupported }
            var show = ReplayShow(recording, in: setup, from: .second)
            var grid = CellGrid(columns: 80, rows: 25)
            var statistics = FrameStatistics(processorTime: { 0 })
            show.paint(&grid, at: 0, statistics: &statistics)
            return Set((2..<8).flatMap { row in (45..<80).map { grid[$0, row].glyph.scalarValues.base } })
        }
        #expect(glyphs("octant").contains { (0x1CD00...0x1CDE5).contains($0) })
        #expect(!glyphs("octant", isSupported: false).contains { $0 > 0x2584 })
        #expect(glyphs("quadrant").contains { (0x2596...0x259F).contains($0) })
        #expect(!glyphs(nil).contains { $0 > 0x2584 })
    }

    @Test(
        "a gift has the same place and size whatever its glyphs", arguments: ["half", "quadrant", "sextant", "octant"])
    func size(value: String) throws {
        var room = try Room(
            ["glyphs=\(value)"], events: [Room.gift("rocket", from: "ann", at: 0, id: "1")],
            adjust: { setup in setup.display.supportsGlyphs = { _ in true } })
        let grid = room.grid(at: 1)
        let red = CellColor(0xFF0000)
        let columns = (0..<80).filter { grid[$0, 3].background == red && grid[$0, 3].glyph == .space }
        var plain = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "1")])
        let expected = plain.grid(at: 1)
        #expect(columns == (0..<80).filter { expected[$0, 3].background == red && expected[$0, 3].glyph == .space })
    }
}
