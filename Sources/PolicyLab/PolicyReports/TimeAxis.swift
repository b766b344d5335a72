package import ExactNumbers

/// A range of session time, divided into columns or pixels of equal width.
package struct TimeAxis {
    /// The range, at least 1 ns long.
    let window: Range<Nanoseconds>
    /// The number of columns, at least 1.
    let columns: Int

    /// Creates the columns of a range.
    package init(_ window: Range<Nanoseconds>, columns: Int) {
        self.window = window.isEmpty ? window.lowerBound..<window.lowerBound + 1 : window
        self.columns = max(1, columns)
    }

    /// The length of the range.
    var length: Nanoseconds { window.upperBound - window.lowerBound }

    /// Returns the column of a time. Times outside the range belong to the nearest column.
    func column(_ time: Nanoseconds) -> Int {
        let offset = Int128(min(max(time, window.lowerBound), window.upperBound) - window.lowerBound)
        return min(columns - 1, Int(offset * Int128(columns) / Int128(length)))
    }

    /// Returns the position of a time, from 0 to `columns`, with fractions.
    package func position(_ time: Nanoseconds) -> Double {
        let offset = min(max(time, window.lowerBound), window.upperBound) - window.lowerBound
        return Double(offset) / Double(length) * Double(columns)
    }

    /// Returns round times at least `spacing` columns apart, and the distance between them.
    package func marks(spacing: Int) -> (times: [Nanoseconds], step: Nanoseconds) {
        let wanted = Int128(length) * Int128(max(1, spacing)) / Int128(columns)
        let step = Self.steps.first { Int128($0) >= wanted } ?? Self.steps[Self.steps.count - 1]
        var times: [Nanoseconds] = []
        let (count, rest) = window.lowerBound.quotientAndRemainder(dividingBy: step)
        var time = (rest == 0 ? count : count + 1) * step
        while time <= window.upperBound, times.count < columns {
            times.append(time)
            let (next, overflow) = time.addingReportingOverflow(step)
            if overflow { break }
            time = next
        }
        return (times, step)
    }

    /// Round distances from 1 ns to 50,000 hours, which is longer than any session.
    private static let steps: [Nanoseconds] = {
        var steps: [Nanoseconds] = []
        var unit: Nanoseconds = 1
        while unit <= .second {
            steps += [unit, 2 * unit, 5 * unit]
            unit *= 10
        }
        steps += [10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800].map { $0 * .second }
        unit = 3600 * .second
        while unit <= .max / 100 {
            steps += [unit, 2 * unit, 5 * unit]
            unit *= 10
        }
        return steps
    }()
}
