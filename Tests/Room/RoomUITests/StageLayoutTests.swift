import TerminalCells
import Testing

@testable import RoomUI

@Suite("The layout of the stage")
struct StageLayoutTests {
    static let sizes = [20, 21, 33, 50, 79, 80, 120, 200, 500].flatMap { columns in
        [6, 9, 10, 12, 14, 24, 40, 60, 150].map { (columns, $0) }
    }

    @Test("all parts lie in the terminal, and controls do not overlap", arguments: sizes)
    func partsLieInTheTerminal(columns: Int, rows: Int) throws {
        let layout = try #require(StageLayout(columns: columns, rows: rows))
        let parts = [
            layout.picture, layout.topBar, layout.chat, layout.maxBannerArea, layout.closeButton, layout.status,
            layout.notice, layout.keyLine, layout.queue,
        ]
        for part in parts where !part.isEmpty { #expect(part.intersection(layout.bounds) == part) }
        let controls = [
            layout.topBar, layout.chat, layout.maxBannerArea, layout.closeButton, layout.status, layout.keyLine,
            layout.queue,
        ]
        for (index, one) in controls.enumerated() {
            for other in controls[(index + 1)...] { #expect(one.intersection(other).isEmpty, "\(one) \(other)") }
        }
        #expect(layout.picture.rows + layout.status.rows + layout.keyLine.rows == rows)
    }

    @Test("the close button is at the bottom centre of the picture", arguments: [(80, 24), (200, 60), (41, 12)])
    func closeButton(columns: Int, rows: Int) throws {
        let layout = try #require(StageLayout(columns: columns, rows: rows))
        #expect(layout.closeButton.row == layout.picture.endRow - 1)
        let left = layout.closeButton.column
        let right = columns - layout.closeButton.endColumn
        #expect(abs(left - right) <= 1)
    }

    @Test(
        "the chat leaves the middle of the picture free and is wider on a wider terminal",
        arguments: [(60, 24), (80, 32), (110, 44), (146, 44), (200, 60), (400, 72)])
    func chat(columns: Int, width: Int) throws {
        let layout = try #require(StageLayout(columns: columns, rows: 24))
        #expect(layout.chat.columns == width && layout.chat.endColumn <= columns / 2 - 3)
    }

    /// Banners have half of the rows between the top bar and the chat, or a third if there is no chat, rounded up.
    @Test(
        "chat and banners have the expected numbers of rows",
        arguments: [
            (80, 13, 0, 3), (80, 14, 4, 3), (80, 15, 4, 3), (80, 16, 5, 3), (80, 24, 8, 5), (80, 40, 14, 8),
            (80, 60, 16, 8), (49, 24, 0, 6), (50, 24, 8, 5), (40, 9, 0, 2), (40, 10, 0, 2), (40, 12, 0, 3),
            (20, 6, 0, 1),
        ])
    func rows(columns: Int, rows: Int, chat: Int, banners: Int) throws {
        let layout = try #require(StageLayout(columns: columns, rows: rows))
        #expect(layout.chat.rows == chat)
        #expect(layout.maxBannerArea.rows == banners)
    }

    @Test("a terminal that is too small has no layout", arguments: [(19, 24), (80, 5), (0, 0)])
    func tooSmall(columns: Int, rows: Int) {
        #expect(StageLayout(columns: columns, rows: rows) == nil)
    }
}
