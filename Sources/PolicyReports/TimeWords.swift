import Playback

/// Lengths of time as people read them and options take them.
enum TimeWords {
    /// A time in seconds: to the millisecond below 100 seconds, to the tenth of a second from there on.
    static func seconds(_ time: Nanoseconds) -> String {
        let unit: Nanoseconds = time < 100 * .second ? 1_000_000 : 100_000_000
        return exact(rounded(time, to: unit))
    }

    /// A time in seconds, with all of its digits.
    static func exact(_ time: Nanoseconds) -> String { "\(ExactDecimal(seconds: time))s" }

    /// A time on an axis whose marks are `step` apart, in the largest unit that needs no fraction.
    static func mark(_ time: Nanoseconds, step: Nanoseconds) -> String {
        for (unit, name) in [(3600 * Nanoseconds.second, "h"), (60 * .second, "m")] {
            if step % unit == 0, time % unit == 0 { return "\(time / unit)\(name)" }
        }
        return exact(time)
    }

    private static func rounded(_ time: Nanoseconds, to unit: Nanoseconds) -> Nanoseconds {
        let (rest, floor) = (time % unit, time - time % unit)
        return rest * 2 >= unit && floor <= .max - unit ? floor + unit : floor
    }
}

extension Millionths {
    /// Rounded half up to whole per cent, such as `31 %`.
    var percent: String { "\((count + 5_000) / 10_000) %" }
}
