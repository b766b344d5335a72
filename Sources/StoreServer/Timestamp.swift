#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The time of day.
public enum Timestamp {
    /// Now in Greenwich, as RFC 3339 writes it: `2026-11-21T10:00:00Z`.
    public static var now: String { text(secondsSince1970: time(nil)) }

    /// A moment in Greenwich, as RFC 3339 writes it.
    static func text(secondsSince1970 seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ number: Int32, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2)]
        let time = [digits(parts.tm_hour, 2), digits(parts.tm_min, 2), digits(parts.tm_sec, 2)]
        return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
    }
}
