import TerminalCells
import TerminalEmulation
import TestSupport
import Testing

@Suite("Motion in a room without events")
struct StillRoomTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("the picture moves with full motion, and is still with reduced motion", arguments: ["full", "reduced"])
    func reducedMotionStopsPicture(motion: String) throws {
        let terminal = try TmuxSession(columns: 100, rows: 30, folder: folder)
        try folder.write("", to: "feed.ndjson")
        try terminal.type(
            "clear; \"$GIFTTY\" demo --feed feed.ndjson --follow --duration 2s --cast a.cast --set motion=\(motion);"
                + " echo left $?\n")
        try terminal.wait(forText: "left 0")
        let cast = try Asciicast(folder.read("a.cast"))
        var screen = EmulatedTerminal(columns: cast.columns, rows: cast.rows)
        var pictures: Set<[Cell]> = []
        for event in cast.events {
            try screen.process(event.text)
            pictures.insert((2..<27).flatMap { row in (50..<100).map { screen.screen[$0, row] } })
        }
        #expect(cast.duration == 2)
        #expect(motion == "full" ? pictures.count > 5 : pictures.count == 1)
    }
}
