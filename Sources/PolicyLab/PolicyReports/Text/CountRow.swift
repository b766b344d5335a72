import ExactNumbers
import PolicyComparison

/// A row with a number for each column.
struct CountRow {
    /// The number in each column.
    private(set) var counts: [Int]

    /// The first time in each column; the maximum value in columns without one.
    private(set) var firstTimes: [Nanoseconds]
    /// The total number.
    private(set) var total = 0
    /// The greatest number in a column.
    var maximum: Int { counts.max() ?? 0 }
    /// The greatest number of waiting gifts as text.
    var waitingText: String { maximum == 1 ? "1 waiting" : "up to \(maximum) waiting" }

    /// Creates a row with the number of times in each column.
    init(_ times: some Sequence<Nanoseconds>, _ axis: TimeAxis) {
        counts = [Int](repeating: 0, count: axis.columns)
        firstTimes = [Nanoseconds](repeating: .max, count: axis.columns)
        for time in times where time >= axis.window.lowerBound && time <= axis.window.upperBound {
            let column = axis.column(time)
            counts[column] += 1
            firstTimes[column] = min(firstTimes[column], time)
            total += 1
        }
    }

    /// Creates a row with the greatest number of waiting gifts in each column.
    init(_ backlog: [SessionTimeline.Backlog], _ axis: TimeAxis) {
        counts = [Int](repeating: 0, count: axis.columns)
        firstTimes = [Nanoseconds](repeating: .max, count: axis.columns)
        for (index, step) in backlog.enumerated() where step.since < axis.window.upperBound && step.count > 0 {
            let end = index + 1 < backlog.count ? backlog[index + 1].since : axis.window.upperBound
            guard end > axis.window.lowerBound else { continue }
            let first = axis.column(step.since)
            let last = max(first, min(axis.columns - 1, Int(axis.position(end).rounded(.up)) - 1))
            for column in first...last { counts[column] = max(counts[column], step.count) }
            total += 1
        }
    }

    /// Returns a sign for each column: `one` for 1, a digit for 2 to 9, and `#` for 10 or more.
    func symbols(one: String) -> [String] {
        counts.map { count in
            switch count {
            case 0: " "
            case 1: one
            case 2...9: String(count)
            default: "#"
            }
        }
    }

    /// Returns bars with the height of one row; `greatest` is a full bar.
    func bars(of greatest: Int, _ style: TextStyle) -> [String] {
        let heights =
            style.isASCII ? [".", ":", "-", "=", "+", "*", "%", "#"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return counts.map { $0 == 0 ? " " : heights[min(7, ($0 * 8 - 1) / max(1, greatest))] }
    }
}
