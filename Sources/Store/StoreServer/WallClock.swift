import ExactNumbers
import SystemIO

/// The time of day.
public enum WallClock {
    /// The current time in UTC in the format of RFC 3339, such as `2026-11-21T10:00:00Z`.
    public static var now: String { Timestamp(secondsSince1970: SystemClock.secondsSince1970).text }
}
