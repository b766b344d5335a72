import HalfBlocks
import Testing

@testable import Stage

@Suite("Where things stand on the stage")
struct StageLayoutTests {
    static let sizes = [20, 21, 33, 50, 79, 80, 120, 200, 500].flatMap { columns in
        [6, 9, 10, 12, 14, 24, 40, 60, 150].map { (columns, $0) }
    }

    @Test("Everything lies in the terminal, and controls never cover each other", arguments: sizes)
    func fits(columns: Int, rows: Int) throws {
        let layout = try #require(StageLayout(columns: columns, rows: rows))
        let parts = [
            layout.picture, layout.topBar, layout.chat, layout.banners, layout.closeButton, layout.status,
            layout.notice,
        ]
        for part in parts where !part.isEmpty { #expect(part.intersection(layout.bounds) == part) }
        let controls = [layout.topBar, layout.chat, layout.banners, layout.closeButton, layout.status]
        for (index, one) in controls.enumerated() {
            for other in controls[(index + 1)...] { #expect(one.intersection(other).isEmpty, "\(one) \(other)") }
        }
        #expect(layout.picture.rows + layout.status.rows == rows)
    }

    @Test("The close button stands at the bottom centre of the picture", arguments: [(80, 24), (200, 60), (41, 12)])
    func closeButton(columns: Int, rows: Int) throws {
        let layout = try #require(StageLayout(columns: columns, rows: rows))
        #expect(layout.closeButton.row == layout.picture.endRow - 1)
        let left = layout.closeButton.column
        let right = columns - layout.closeButton.endColumn
        #expect(abs(left - right) <= 1)
    }

    @Test(
        "The chat leaves the middle of the picture to the gift, and has wider lines where there is more room",
        arguments: [(60, 24), (80, 32), (110, 44), (146, 44), (200, 60), (400, 72)])
    func chat(columns: Int, width: Int) throws {
        let layout = try #require(StageLayout(columns: columns, rows: 24))
        #expect(layout.chat.columns == width && layout.chat.endColumn <= columns / 2 - 3)
    }

    @Test("A terminal that is too small has no layout", arguments: [(19, 24), (80, 5), (0, 0)])
    func tooSmall(columns: Int, rows: Int) {
        #expect(StageLayout(columns: columns, rows: rows) == nil)
    }
}
