#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The limit of open files and connections of the process.
enum OpenFileLimit {
    /// Raises the limit to the maximum that the system permits, up to ``maxCount``.
    ///
    /// - Returns: The limit, at most ``maxCount``.
    static func raise() -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return defaultCount }
        // A limit that is already higher must not be lowered.
        if limit.rlim_cur < maxCount {
            limit.rlim_cur = min(limit.rlim_max, maxCount)
            _ = setrlimit(resource, &limit)
        }
        guard getrlimit(resource, &limit) == 0 else { return defaultCount }
        return Int(min(limit.rlim_cur, maxCount))
    }

    /// More than the server needs. Some systems report an unlimited maximum but refuse to set it.
    private static let maxCount: rlim_t = 65_536
    /// The usual limit, assumed if the system does not report one.
    private static let defaultCount = 1_024
}
