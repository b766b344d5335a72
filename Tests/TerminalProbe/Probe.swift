import Foundation
import HalfBlocks
import Terminal

/// The loop of the program: a pattern on the screen, and a log of what happens.
struct Probe {
    let screen: Screen
    let log: UnsafeMutablePointer<FILE>
    private var number = 0
    private var hasText = false

    init(screen: Screen, log: UnsafeMutablePointer<FILE>) {
        self.screen = screen
        self.log = log
    }

    private func note(_ text: String) {
        fputs(text + "\n", log)
        fflush(log)
    }

    /// Runs until asked to leave, and returns the exit code.
    mutating func run() -> Int32 {
        var status: Int32?
        show()
        while status == nil {
            for event in screen.poll(timeout: .milliseconds(200)) {
                note("\(event)")
                switch event {
                case .character(let key): status = obey(key)
                case .terminate(let signal): status = 128 + signal
                default: break
                }
                if status != nil { break }
            }
            if status == nil { show() }
        }
        screen.close()
        note("closed")
        return status ?? 0
    }

    private func show() {
        let outcome = screen.show(pattern(number, columns: screen.columns, rows: screen.rows, hasText: hasText))
        if case .shown(let cells, _) = outcome, cells == 0 { return }
        note("\(outcome)")
    }

    private mutating func obey(_ key: Character) -> Int32? {
        switch key {
        case "q": return 0
        case "n": number += 1
        case "a": hasText.toggle()
        case "f": measure()
        case "t": fatalError("asked to trap")
        case "o": note("\(deepen(1))")
        case "b": abort()
        case "e": exit(3)
        case "z": hang()
        default: break
        }
        return nil
    }

    /// Does not listen for a while; a signal's handler must not cut it short.
    private func hang() {
        let end = Date().addingTimeInterval(3)
        while Date() < end { usleep(10_000) }
    }

    private func deepen(_ depth: Int) -> Int {
        let deeper = depth > 0 ? deepen(depth + 1) : 0
        return deeper &+ depth &* deeper
    }

    /// CPU time of frames in which every cell changes, in milliseconds.
    private func measure() {
        let frames = 60
        for isNoise in [true, false] {
            var total = 0.0
            var dropped = 0
            var bytes = 0
            for frame in 0..<frames {
                var grid = pattern(frame, columns: screen.columns, rows: screen.rows, hasText: false, isNoise: isNoise)
                grid.assumedBackground = CellColor(0)
                let start = cpuMilliseconds()
                switch screen.show(grid) {
                case .shown(_, let count): bytes += count
                case .dropped: dropped += 1
                }
                total += cpuMilliseconds() - start
                _ = screen.poll(timeout: .milliseconds(30))
            }
            note(
                "measured noise \(isNoise) \(total / Double(frames - dropped)) ms, dropped \(dropped), \(bytes / max(1, frames - dropped)) bytes"
            )
        }
        note("measured end")
    }

    private func cpuMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
