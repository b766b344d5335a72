import Foundation
import Terminal
import TerminalCells
import TestSupport
import Testing

@testable import RoomUI

@Suite("The example of a screen in the guide")
struct GuideExampleTests {
    @Test("the guide shows the example that is compiled here")
    func guideShowsCompiledExample() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: ProjectFolder.file(path), encoding: .utf8)
        }
        let source = try text("Tests/Room/RoomUITests/AboutOverlay.swift")
        let example = try #require(source.range(of: "extension ScreenID"))
        let guide = try text("Sources/giftty.docc/Contributing.md")
        #expect(guide.contains(source[example.lowerBound...]))
    }

    @Test("the example handles its key, leaves others alone and paints the room's name")
    func exampleWorks() throws {
        let room = try Room()
        let context = room.show.interface.context(room.show.session, at: 0)
        var about = AboutOverlay(context)
        guard case .handled(let commands, _) = about.handle(.key(.escape), in: context) else {
            Issue.record("Esc is not handled")
            return
        }
        #expect(commands == [.close(.about)])
        if case .handled = about.handle(.character("x"), in: context) { Issue.record("x is handled") }
        var grid = CellGrid(columns: 80, rows: 24)
        about.paint(in: &grid, try #require(StageLayout(columns: 80, rows: 24)), context, SourceStatus())
        #expect(Room.text(grid, row: 1).contains("Mika: Pixel café"))
    }
}
