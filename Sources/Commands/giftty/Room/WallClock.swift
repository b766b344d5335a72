import ExactNumbers

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The current date and time, for reports.
enum WallClock {
    /// The current date and time in UTC without a time zone, such as `2026-11-21T10:00:00`.
    static var now: String { Timestamp(secondsSince1970: Int64(time(nil))).textWithoutZone }
}
