/// When events of a source happened, in nanoseconds from the start of the feed, never falling.
///
/// Where lines come from a store, their own times count: `at` as it stands, and dates from the first one on. Where
/// they come live, the first is now, the others keep their distances from it, and none is before it came: so a relay
/// that has run for hours begins at once, and a feed that was written down and comes through a pipe keeps its pace.
package struct FeedTimeline: Sendable, Equatable {
    /// What is done with a line that is earlier than the one before.
    package enum Order: Sendable {
        /// It is an error.
        case required
        /// It counts as happening at the time of the one before.
        case restored
    }

    private enum Form: Equatable {
        case sinceStart
        case dates(start: Int64)
    }

    private let order: Order
    private var form: Form?
    /// What is added to a written time to get the reader's, once a line came live.
    private var shift: Int64?
    /// The latest time given out.
    package private(set) var latest: Int64 = 0

    package init(order: Order) {
        self.order = order
    }

    /// The time of an event that says `moment`, nil where it says none, and came at `arrival`.
    package mutating func time(of moment: FeedLine.Moment?, arrival: Duration?) throws(FeedLineError) -> Int64 {
        let written = try moment.map { moment throws(FeedLineError) in try sinceStart(moment) }
        var time = written ?? latest
        if let arrival = arrival?.nanosecondsSinceStart {
            if let written {
                let shift = shift ?? arrival.subtractingReportingOverflow(written).partialValue
                self.shift = shift
                let (shifted, overflow) = written.addingReportingOverflow(shift)
                time = overflow ? arrival : max(arrival, shifted)
            } else {
                time = arrival
            }
        } else if time < latest, order == .required {
            let (late, overflow) = latest.subtractingReportingOverflow(time)
            let seconds = FeedTimeline.seconds(overflow ? .max : late)
            throw FeedLineError(problem: "expected lines in order of time, found one \(seconds)s too late")
        }
        latest = max(latest, time)
        return latest
    }

    private mutating func sinceStart(_ moment: FeedLine.Moment) throws(FeedLineError) -> Int64 {
        switch (moment, form) {
        case (.sinceStart(let time), nil), (.sinceStart(let time), .sinceStart):
            form = .sinceStart
            return time
        case (.date(let date), nil):
            form = .dates(start: date)
            return 0
        case (.date(let date), .dates(let start)):
            let (difference, overflow) = date.subtractingReportingOverflow(start)
            guard !overflow else { throw FeedLineError(problem: "time: expected at most 292 years") }
            // Before the first: as early as it gets.
            return order == .required ? difference : max(0, difference)
        case (.date, .sinceStart):
            throw FeedLineError(problem: "expected \"at\" as in the lines before, found \"time\"")
        case (.sinceStart, .dates):
            throw FeedLineError(problem: "expected \"time\" as in the lines before, found \"at\"")
        }
    }

    /// Nanoseconds as seconds, exactly and as short as can be.
    package static func seconds(_ nanoseconds: Int64) -> String {
        let magnitude = nanoseconds.magnitude
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        var text = (nanoseconds < 0 ? "-" : "") + String(whole)
        guard rest > 0 else { return text }
        var digits = String(rest)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        text += "." + digits
        return text
    }
}

extension Duration {
    /// Whole nanoseconds, from 0 to the greatest there is.
    package var nanosecondsSinceStart: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, longer) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return tooLong || longer ? .max : sum
    }
}
