import ExactNumbers
import Terminal
import TerminalCells
import Testing

@testable import RoomUI
@testable import SystemIO

@Suite("A show until another one is prepared")
struct StandInShowTests {
    /// What happened to the shows, in order.
    private final class Log {
        var lines: [String] = []
        var preparation = StandInShow.Preparation.pending
    }

    /// A show that writes down what happens to it.
    private struct LoggedShow: Show {
        let name: String
        let log: Log
        var length: Nanoseconds = 10 * .second
        private(set) var time: Nanoseconds = 0
        private var hasLeft = false

        init(_ name: String, _ log: Log, length: Nanoseconds = 10 * .second) {
            (self.name, self.log, self.length) = (name, log, length)
        }

        var isOver: Bool { hasLeft || time >= length }
        var isMoving: Bool { name == "main" }
        var nextDue: Nanoseconds? { length }
        func needsPainting(at time: Nanoseconds) -> Bool { time == .second }
        mutating func advance(to time: Nanoseconds) { self.time = time }
        mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
            log.lines.append("\(name) \(event) at \(time.durationText)")
            if event == .character("q") { hasLeft = true }
        }
        mutating func end(at time: Nanoseconds) { log.lines.append("\(name) ends at \(time.durationText)") }
        mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
            log.lines.append("\(name) painted at \(time.durationText)")
        }
    }

    private let log = Log()

    private func show() -> StandInShow {
        StandInShow(LoggedShow("stand-in", log), until: 99) { [log] in log.preparation }
    }

    private func paint(_ show: inout StandInShow, at time: Nanoseconds) {
        var grid = CellGrid(columns: 1, rows: 1)
        var statistics = FrameStatistics(processorTime: { 0 })
        show.paint(&grid, at: time, statistics: &statistics)
    }

    @Test("the other show begins at its own time 0, and knows what the terminal has told")
    func change() {
        var show = show()
        #expect(show.awaited.map(\.descriptor) == [99] && show.nextDue == 10 * .second && !show.isMoving)
        show.handle(.background(TerminalColor(red: 0, green: 0, blue: 0)), at: 1)
        show.handle(.character("x"), at: 2)
        paint(&show, at: .second)
        log.preparation = .ready(LoggedShow("main", log))
        show.advance(to: 3 * .second)
        #expect(show.awaited.isEmpty && show.nextDue == 13 * .second && show.isMoving && !show.isOver)
        #expect(show.needsPainting(at: 4 * .second) && !show.needsPainting(at: .second))
        paint(&show, at: 4 * .second)
        show.handle(.character("y"), at: 5 * .second)
        show.end(at: 6 * .second)
        let words = log.lines.map { $0.replacing(/background\(.*\)/, with: "background") }
        #expect(
            words == [
                "stand-in background at 0.000000001s", #"stand-in character("x") at 0.000000002s"#,
                "stand-in painted at 1s",
                "stand-in ends at 3s", "main background at 0s", "main painted at 1s", #"main character("y") at 2s"#,
                "main ends at 3s",
            ])
        show.advance(to: 13 * .second)
        #expect(show.isOver)
    }

    @Test("a show that cannot be prepared ends what is shown")
    func failure() {
        var show = show()
        show.advance(to: 1)
        #expect(!show.isOver)
        log.preparation = .failed
        show.advance(to: 2)
        #expect(show.isOver)
    }

    @Test("after the viewer has left, nothing else begins")
    func quit() {
        var show = show()
        show.handle(.character("q"), at: 1)
        #expect(show.isOver)
        log.preparation = .ready(LoggedShow("main", log))
        show.advance(to: 2)
        #expect(show.isOver && !log.lines.contains { $0.hasPrefix("main") })
    }
}
