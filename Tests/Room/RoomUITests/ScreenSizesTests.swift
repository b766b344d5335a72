import RoomEvents
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("All panels, from 60 × 18 to 400 × 120 cells")
struct ScreenSizesTests {
    static let sizes = [(60, 18), (61, 19), (72, 20), (80, 24), (97, 31), (120, 40), (200, 60), (300, 100), (400, 120)]

    /// The combinations of open panels, as the keys that open them.
    static let screens = ["", "?", "h", ":", "S", "s", "sh", "s?", ":mode"]

    /// Returns the places at which one half of a wide glyph stands without the other.
    private func splitGlyphs(in grid: CellGrid) -> [String] {
        var found: [String] = []
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                let isRight = grid[column, row].glyph == .continuation
                let followsWide = column > 0 && grid[column - 1, row].glyph.columns == 2
                if isRight != followsWide { found.append("\(column),\(row)") }
            }
        }
        return found
    }

    @Test("no wide glyph is torn, and open panels cover neither the top bar nor the status", arguments: sizes, screens)
    func wideGlyphsStayWhole(size: (columns: Int, rows: Int), keys: String) throws {
        let people = ["星野", "محمد", "e\u{301}tienne", "👩‍👩‍👧 family", "ann"]
        var events: [FeedEvent] = people.enumerated().map { index, name in
            let viewer = Viewer(id: "v\(index)", name: name)
            return FeedEvent(
                at: .milliseconds(index),
                kind: .chat(ChatMessage(id: "c\(index)", from: viewer, text: String(repeating: "漢字🎁 ", count: 12))))
        }
        events += people.enumerated().map { index, name in
            Room.gift(index == 0 ? "rocket" : "heart", from: name, at: 0.01, id: "g\(index)")
        }
        var room = try Room(events: events)
        room.show.handle(.resize(columns: size.columns, rows: size.rows), at: 0)
        room.press(keys, at: 0.5)
        let grid = room.grid(at: 0.5, columns: size.columns, rows: size.rows)
        #expect(splitGlyphs(in: grid) == [])
        #expect(Room.text(grid, row: 0).contains("LIVE"))
        #expect(Room.text(grid, row: size.rows - 3).contains("QUEUE"))
        #expect(Room.text(grid, row: size.rows - 2).contains("▶ Rocket"))
        #expect(Room.text(grid, row: 0).count { $0 == "\u{FFFD}" } == 0)
    }

    @Test("the parts of each panel lie in the panel, and the panel lies in the picture", arguments: sizes)
    func panelPartsLieInThePanel(size: (columns: Int, rows: Int)) throws {
        let layout = try #require(StageLayout(columns: size.columns, rows: size.rows))
        let palette = PaletteLayout(layout)
        let settings = SettingsLayout(layout, count: 22)
        let gifts = GiftPanelLayout(layout)
        let statistics = StatisticsPanel.area(layout, lines: 10)
        for place in [palette.area, settings.area, gifts.area, statistics] {
            #expect(place.intersection(layout.picture) == place && !place.isEmpty)
            #expect(place.intersection(layout.topBar).isEmpty && place.intersection(layout.status).isEmpty)
        }
        #expect(palette.input.intersection(palette.area) == palette.input)
        #expect(palette.list.cells.intersection(palette.area) == palette.list.cells && palette.list.cells.rows >= 8)
        #expect(palette.input.intersection(palette.list.cells).isEmpty)
        #expect(settings.list.cells.intersection(settings.area) == settings.list.cells && settings.list.cells.rows >= 8)
        #expect(settings.values.column + settings.values.width == settings.origins.column)
        #expect(settings.origins.column + settings.origins.width <= settings.area.endColumn)
        #expect(statistics.rows == 10)
    }
}
