package import ExactNumbers

/// The times of a source's events, in nanoseconds since the start of the feed; they never decrease.
///
/// For stored lines, the times in the lines count: `at` as written, and dates relative to the first date. For live
/// lines, the first line happens now, later lines keep their distances from it, and no line happens before it arrives.
/// So a relay that has run for hours begins at once, and a stored feed that arrives through a pipe keeps its pace.
package struct FeedTimeline: Sendable, Equatable {
    /// The treatment of a stored line that is earlier than the previous line.
    package enum Order: Sendable {
        /// Such a line is an error.
        case required
        /// Such a line gets the time of the previous line.
        case corrected
    }

    private enum TimeFormat: Equatable {
        case sinceStart
        case dates(start: Int64)
    }

    private let order: Order
    private var timeFormat: TimeFormat?
    /// The difference between the reader's time and the time in the lines, known after the first live line.
    private var clockOffset: Int64?
    /// The latest time returned.
    package private(set) var latest: Int64 = 0

    package init(order: Order) {
        self.order = order
    }

    /// Returns the time of an event.
    ///
    /// - Parameters:
    ///   - moment: The time in the line; nil if the line has none.
    ///   - arrival: The time of arrival on the reader's clock; nil for a stored line.
    /// - Returns: The time in nanoseconds since the start of the feed.
    /// - Throws: `FeedLineError` if the order is required and the line is too early, or if `at` and `time` are mixed.
    package mutating func time(of moment: FeedLine.Moment?, arrival: Duration?) throws(FeedLineError) -> Int64 {
        let written = try moment.map { moment throws(FeedLineError) in try sinceStart(moment) }
        var time = written ?? latest
        if let arrival = arrival?.nanosecondsSinceStart {
            if let written {
                let shift = clockOffset ?? arrival.subtractingReportingOverflow(written).partialValue
                self.clockOffset = shift
                let (shifted, overflow) = written.addingReportingOverflow(shift)
                time = overflow ? arrival : max(arrival, shifted)
            } else {
                time = arrival
            }
        } else if time < latest, order == .required {
            throw FeedLineError(problem: Self.orderProblem(time, after: latest))
        }
        latest = max(latest, time)
        return latest
    }

    /// Returns the words for a line that is earlier than a line before it.
    package static func orderProblem(_ time: Nanoseconds, after latest: Nanoseconds) -> String {
        "expected lines in order of time, found \(time.durationText) after \(latest.durationText)"
    }

    private mutating func sinceStart(_ moment: FeedLine.Moment) throws(FeedLineError) -> Int64 {
        switch (moment, timeFormat) {
        case (.sinceStart(let time), nil), (.sinceStart(let time), .sinceStart):
            timeFormat = .sinceStart
            return time
        case (.date(let date), nil):
            timeFormat = .dates(start: date)
            return 0
        case (.date(let date), .dates(let start)):
            let (difference, overflow) = date.subtractingReportingOverflow(start)
            guard !overflow else { throw FeedLineError(problem: "time: expected at most 292 years") }
            // An event before the first line happens at the start at the earliest.
            return order == .required ? difference : max(0, difference)
        case (.date, .sinceStart):
            throw FeedLineError(problem: "expected \"at\" as in the lines before, found \"time\"")
        case (.sinceStart, .dates):
            throw FeedLineError(problem: "expected \"time\" as in the lines before, found \"at\"")
        }
    }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded down and clamped to 0...Int64.max.
    package var nanosecondsSinceStart: Int64 { max(0, inNanoseconds) }
}
