package import ExactNumbers

/// Formatting of times for reports, in a form that options accept.
package enum TimeFormat {
    /// Returns a time in seconds, rounded to 1 ms below 100 s and to 0.1 s from there on.
    package static func seconds(_ time: Nanoseconds) -> String {
        let unit: Nanoseconds = time < 100 * .second ? 1_000_000 : 100_000_000
        return rounded(time, to: unit).durationText
    }

    /// Returns the label of an axis mark in the largest unit without a fraction, if the marks are `step` apart.
    package static func mark(_ time: Nanoseconds, step: Nanoseconds) -> String {
        for (unit, name) in [(3600 * Nanoseconds.second, "h"), (60 * .second, "m")] {
            if step % unit == 0, time % unit == 0 { return "\(time / unit)\(name)" }
        }
        return time.durationText
    }

    private static func rounded(_ time: Nanoseconds, to unit: Nanoseconds) -> Nanoseconds {
        let (rest, floor) = (time % unit, time - time % unit)
        return rest * 2 >= unit && floor <= .max - unit ? floor + unit : floor
    }
}
