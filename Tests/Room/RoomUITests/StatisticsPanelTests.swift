import ExactNumbers
import Playback
import Scenarios
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The statistics panel")
struct StatisticsPanelTests {
    /// Measures frames from `start` on; each evaluates for 1 ms, draws for 2 ms, and so on for the other parts.
    private func run(
        _ statistics: inout FrameStatistics, _ rates: inout FrameRates, from start: Nanoseconds, frames: Int,
        perSecond: Int64, clock: Clock
    ) {
        for frame in 0..<frames {
            statistics.beginFrame(at: start + Nanoseconds(frame) * .second / perSecond)
            rates.addSample(of: statistics)
            for (index, part) in FrameStatistics.Part.allCases.enumerated() {
                statistics.measure(part) { clock.now += Nanoseconds(index + 1) * 1_000_000 }
            }
            statistics.endFrame(.shown(changedCells: 200, bytes: 3_000))
        }
    }

    private final class Clock {
        var now: Nanoseconds = 0
    }

    @Test("without frames the cost is a line that says so")
    func noFrames() {
        #expect(FrameStatistics(processorTime: { 0 }).lines == ["frames: none, as no picture was drawn"])
    }

    @Test("the panel shows rates, processor time by part and cells per frame of the last seconds")
    func rates() {
        let clock = Clock()
        var statistics = FrameStatistics(processorTime: { clock.now })
        var rates = FrameRates()
        // Frames that are older than the measured period do not count.
        run(&statistics, &rates, from: 0, frames: 50, perSecond: 5, clock: clock)
        run(&statistics, &rates, from: 10 * .second, frames: 121, perSecond: 30, clock: clock)
        #expect(abs(rates.framesPerSecond - 30) < 0.5)
        #expect(abs(rates.bytesPerSecond - 90_000) < 1_500)
        #expect(rates.cellsPerFrame == 200)
        #expect(FrameStatistics.Part.allCases.map { rates.milliseconds($0) } == [1, 2, 3, 4])
        #expect(rates.millisecondsPerFrame == 10)
        #expect(abs(rates.processorShare - 30) < 0.5)
        let lines = StatisticsPanel(rates: rates, figures: SessionFigures(), symbols: .symbols(for: .ascii)).lines.map {
            "\($0.what): \($0.figure)"
        }
        #expect(lines.contains("CPU a frame: 10.00 ms") && lines.contains("  draw: 2.00 ms"))
        #expect(lines.contains("cells a frame: 200") && lines.contains { $0.hasSuffix("kB") })
    }

    @Test("before the second sample, and if no time passes, all figures are 0")
    func figuresAreZeroWithoutSamples() {
        var rates = FrameRates()
        var statistics = FrameStatistics(processorTime: { 0 })
        for _ in 0..<3 {
            rates.addSample(of: statistics)
            statistics.endFrame(.dropped)
        }
        #expect(
            [rates.framesPerSecond, rates.processorShare, rates.cellsPerFrame, rates.millisecondsPerFrame] == [
                0, 0, 0, 0,
            ])
    }

    @Test("s opens and closes the panel, and while it is open the screen is painted several times per second")
    func key() throws {
        var room = try Room()
        func isShown(at second: Double) -> Bool {
            let grid = room.grid(at: second)
            return (0..<24).contains { Room.text(grid, row: $0).contains("bytes a second") }
        }
        #expect(!isShown(at: 0) && room.show.frameRates == nil)
        room.press("s", at: 0)
        #expect(isShown(at: 0.001))
        #expect(room.show.needsPainting(at: 251_000_001))
        room.press("s", at: 0.3)
        #expect(!isShown(at: 0.3) && room.show.frameRates == nil)
    }

    @Test("the panel leaves the decision line free where there is room", arguments: [(80, 24), (120, 40)])
    func decisions(columns: Int, rows: Int) throws {
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")])
        room.show.handle(.resize(columns: columns, rows: rows), at: 0)
        room.press("s", at: 0.1)
        let grid = room.grid(at: 1, columns: columns, rows: rows)
        let lines = (0..<rows).map { Room.text(grid, row: $0) }
        #expect(lines[1].contains("ann's Rocket started: nothing was playing"))
        let first = try #require(lines.firstIndex { $0.contains("frames a second") })
        #expect(first == (rows < 40 ? 2 : 4) && lines[first + 9].contains("cells a frame"))
    }

    @Test("the figures of the gifts are those that a simulation of the same session counts")
    func figuresOfGifts() throws {
        // The heart waits 4 s for the rocket; then the viewer closes it halfway.
        var room = try Room(events: [
            Room.gift("rocket", from: "ann", at: 0, id: "a"), Room.gift("heart", from: "bob", at: 0, id: "b"),
        ])
        _ = room.grid(at: 4.5)
        room.press("x", at: 4.5)
        _ = room.grid(at: 6.5)
        let figures = room.show.session.figures
        #expect((figures.gifts, figures.shown, figures.longestDrought) == (2, 2, 2 * .second))
        #expect(figures.viewing.dismissals == [.close: 1] && figures.unseenValue == 1)
        let lines = figures.panelLines.map { "\($0.what): \($0.figure)" }
        #expect(lines.contains("95 % waited at most: 4.0 s") && lines.contains("  by the viewer: 1"))
        #expect(lines.contains("interruptions per gift: 0.50") && lines.contains("  longest drought: 2.0 s"))
    }

    @Test("frames and gifts are shown together on a tall screen, and Tab turns the page on a small one")
    func pages() throws {
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")])
        room.press("s", at: 0.1)
        func text(_ rows: Int, at second: Double) -> String {
            let grid = room.grid(at: second, columns: 80, rows: rows)
            return (0..<rows).map { Room.text(grid, row: $0) }.joined(separator: "\n")
        }
        let first = text(24, at: 1)
        #expect(first.contains("cells a frame") && !first.contains("value not seen") && first.contains("Tab: what"))
        room.show.handle(.key(.tab), at: .second)
        let second = text(24, at: 1.5)
        #expect(!second.contains("cells a frame"))
        #expect(second.contains("value not seen") && second.contains("Tab: frames"))
        let tall = text(50, at: 2)
        #expect(tall.contains("cells a frame") && tall.contains("value not seen") && !tall.contains("Tab: "))
    }
}
