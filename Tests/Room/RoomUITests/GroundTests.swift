import ExactNumbers
import LottieDocument
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("What lies behind the halos of gifts")
struct GroundTests {
    /// A square in half-transparent red.
    private static let halo = Array(
        String(decoding: Room.redSquare, as: UTF8.self)
            .replacing("\"ks\":{}", with: "\"ks\":{\"o\":{\"a\":0,\"k\":50}}").utf8)

    private func cell(of show: inout PlaylistShow) -> Cell {
        var grid = CellGrid(columns: 40, rows: 21)
        var statistics = FrameStatistics(processorTime: { 0 })
        show.paint(&grid, at: 0, statistics: &statistics)
        // Nothing is drawn at the sides, where the terminal shows its own background.
        #expect(show.isOver == false)
        return grid[20, 10]
    }

    private func playlist(theme: String, glyphs: PictureGlyphs = .half) throws -> PlaylistShow {
        let item = PlaylistShow.Item(name: "halo", composition: try Composition(json: Self.halo))
        return PlaylistShow(
            [item], speed: .one, isASCII: false, theme: .choice(theme), glyphs: glyphs)
    }

    @Test("a playlist draws halos over the background that the terminal reports", arguments: PictureGlyphs.allCases)
    func reported(glyphs: PictureGlyphs) throws {
        var show = try playlist(theme: "dark", glyphs: glyphs)
        show.handle(.background(TerminalColor(red: 255, green: 255, blue: 255)), at: 0)
        let color = try #require(cell(of: &show).background.rgb)
        #expect(color >> 16 == 255 && (126...129).contains(color & 0xFF))
    }

    @Test("without a report, halos lie over the color of the theme", arguments: ["dark", "light"])
    func theme(name: String) throws {
        var show = try playlist(theme: name)
        let panel = (name == "light" ? ThemeColors.light : .dark).surfaces.panel
        let shown = try #require(cell(of: &show).background.rgb)
        let expected = try #require(panel.mixed(with: CellColor(0xFF0000), amount: 128).rgb)
        for shift in [16, 8, 0] as [UInt32] {
            #expect(abs(Int(shown >> shift & 255) - Int(expected >> shift & 255)) <= 1)
        }
    }

    @Test("the gallery shows a gift on the terminal's background, or on that of the theme")
    func gallery() throws {
        var room = try Room(["theme=light"], animation: { _ in Self.halo })
        room.press("g", at: 0)
        let layout = GalleryLayout(
            try #require(StageLayout(columns: 80, rows: 24)), count: room.show.kinds.known.count)
        let corner = (layout.picture.column, layout.picture.row)
        #expect(room.grid(at: 1)[corner.0, corner.1].background == ThemeColors.light.surfaces.panel)
        room.show.handle(.background(TerminalColor(red: 0xFD, green: 0xF6, blue: 0xE3)), at: 1)
        #expect(room.grid(at: 1)[corner.0, corner.1].background == CellColor(0xFDF6E3))
    }
}
