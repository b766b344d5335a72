import Foundation
import Terminal
import TerminalCells

/// The program's main loop, which shows a pattern and logs all events.
struct Probe {
    let screen: Screen
    let log: UnsafeMutablePointer<FILE>
    private var number = 0
    private var hasText = false
    private var hasUnknownGlyph = false

    init(screen: Screen, log: UnsafeMutablePointer<FILE>) {
        self.screen = screen
        self.log = log
    }

    private func writeLog(_ text: String) {
        fputs(text + "\n", log)
        fflush(log)
    }

    /// Runs until a key or signal ends the program, and returns the exit code.
    mutating func run() -> Int32 {
        var status: Int32?
        show()
        while status == nil {
            for event in screen.poll(timeout: .milliseconds(200)) {
                writeLog("\(event)")
                switch event {
                case .character(let key): status = handle(key)
                case .terminate(let signal): status = 128 + signal
                default: break
                }
                if status != nil { break }
            }
            if status == nil { show() }
        }
        screen.close()
        writeLog("closed")
        return status ?? 0
    }

    private func show() {
        var grid = pattern(number, columns: screen.columns, rows: screen.rows, hasText: hasText)
        if hasUnknownGlyph { grid.write("<\u{3FFFD}>", column: 2, row: 4, foreground: CellColor(0xFFFFFF)) }
        let outcome = screen.show(grid)
        if case .shown(let cells, _) = outcome, cells == 0 { return }
        writeLog("\(outcome)")
    }

    private mutating func handle(_ key: Character) -> Int32? {
        switch key {
        case "q": return 0
        case "n": number += 1
        case "a": hasText.toggle()
        case "u": hasUnknownGlyph.toggle()
        case "f": measure()
        case "t": fatalError("asked to trap")
        case "o": writeLog("\(recurse(1))")
        case "b": abort()
        case "e": exit(3)
        case "z": blockWithoutReading()
        default: break
        }
        return nil
    }

    /// Reads no events for longer than any test waits. A signal handler must not interrupt the sleep.
    private func blockWithoutReading() {
        let end = Date().addingTimeInterval(60)
        while Date() < end { usleep(10_000) }
    }

    private func recurse(_ depth: Int) -> Int {
        let deeper = depth > 0 ? recurse(depth + 1) : 0
        return deeper &+ depth &* deeper
    }

    /// The changes from frame to frame while CPU time is measured.
    private enum Load: String, CaseIterable {
        case noise, everyCell = "every cell", oneInFour = "one cell in four", nothing

        func grid(frame: Int, columns: Int, rows: Int) -> CellGrid {
            let isStill = self == .nothing || self == .oneInFour
            var grid = pattern(
                isStill ? 0 : frame, columns: columns, rows: rows, hasText: false, isNoise: self == .noise)
            if self == .oneInFour {
                let part = pattern(frame, columns: columns / 2, rows: rows / 2, hasText: false)
                grid.place(part, column: columns / 4, row: rows / 4)
            }
            return grid
        }
    }

    /// Logs the mean CPU time of showing a frame, in milliseconds.
    private func measure() {
        for load in Load.allCases {
            var total = 0.0
            var shown = 0
            var bytes = 0
            for frame in 0..<60 {
                let grid = load.grid(frame: frame, columns: screen.columns, rows: screen.rows)
                let start = cpuMilliseconds()
                if case .shown(_, let count) = screen.show(grid) {
                    total += cpuMilliseconds() - start
                    bytes += count
                    shown += 1
                }
                _ = screen.poll(timeout: .milliseconds(30))
            }
            let count = max(1, shown)
            writeLog(
                "measured \(load.rawValue): \(total / Double(count)) ms, \(bytes / count) bytes, \(shown) of 60 frames")
        }
        writeLog("measured end")
    }

    private func cpuMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
