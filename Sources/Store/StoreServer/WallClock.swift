import ExactNumbers

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The time of day.
public enum WallClock {
    /// The current time in UTC in the format of RFC 3339, such as `2026-11-21T10:00:00Z`.
    public static var now: String { Timestamp(secondsSince1970: Int64(time(nil))).text }
}
