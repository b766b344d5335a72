import Playback
import PolicyComparison

/// A row that says how many of something there are in each column.
struct CountRow {
    /// How many there are in each column.
    private(set) var counts: [Int]

    /// The first moment of each column that has one.
    private(set) var firsts: [Nanoseconds]
    /// How many there are in all.
    private(set) var total = 0
    /// The most in a column.
    var greatest: Int { counts.max() ?? 0 }

    /// Counts the moments that lie in each column.
    init(_ times: some Sequence<Nanoseconds>, _ axis: TimeAxis) {
        counts = [Int](repeating: 0, count: axis.columns)
        firsts = [Nanoseconds](repeating: .max, count: axis.columns)
        for time in times where time >= axis.window.lowerBound && time <= axis.window.upperBound {
            let column = axis.column(time)
            counts[column] += 1
            firsts[column] = min(firsts[column], time)
            total += 1
        }
    }

    /// The most gifts that wait at a time within each column.
    init(_ backlog: [Timeline.Backlog], _ axis: TimeAxis) {
        counts = [Int](repeating: 0, count: axis.columns)
        firsts = [Nanoseconds](repeating: .max, count: axis.columns)
        for (index, step) in backlog.enumerated() where step.since < axis.window.upperBound && step.count > 0 {
            let end = index + 1 < backlog.count ? backlog[index + 1].since : axis.window.upperBound
            guard end > axis.window.lowerBound else { continue }
            let first = axis.column(step.since)
            let last = max(first, min(axis.columns - 1, Int(axis.position(end).rounded(.up)) - 1))
            for column in first...last { counts[column] = max(counts[column], step.count) }
            total += 1
        }
    }

    /// A sign for one, a digit for several, `#` for ten and more.
    func signs(one: String) -> [String] {
        counts.map { count in
            switch count {
            case 0: " "
            case 1: one
            case 2...9: String(count)
            default: "#"
            }
        }
    }

    /// Bars of one row's height, of which `greatest` is a full one.
    func bars(of greatest: Int, _ style: TextStyle) -> [String] {
        let heights =
            style.isASCII ? [".", ":", "-", "=", "+", "*", "%", "#"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return counts.map { $0 == 0 ? " " : heights[min(7, ($0 * 8 - 1) / max(1, greatest))] }
    }
}
