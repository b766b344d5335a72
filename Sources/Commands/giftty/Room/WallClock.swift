import ExactNumbers
import SystemIO

/// The current date and time, for reports.
enum WallClock {
    /// The current date and time in UTC without a time zone, such as `2026-11-21T10:00:00`.
    static var now: String { Timestamp(secondsSince1970: SystemClock.secondsSince1970).textWithoutZone }
}
