import GiftFeed

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The time of day.
public enum WallClock {
    /// Now in Greenwich, as RFC 3339 writes it: `2026-11-21T10:00:00Z`.
    public static var now: String { Timestamp(secondsSince1970: Int64(time(nil))).text }
}
