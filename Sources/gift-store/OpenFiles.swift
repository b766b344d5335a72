#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The limit of open files and connections of the process.
enum OpenFiles {
    /// Raises the limit to the maximum that the system permits, up to ``most``.
    ///
    /// - Returns: The limit, at most ``most``.
    static func raised() -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return usual }
        // A limit that is already higher must not be lowered.
        if limit.rlim_cur < most {
            limit.rlim_cur = min(limit.rlim_max, most)
            _ = setrlimit(resource, &limit)
        }
        guard getrlimit(resource, &limit) == 0 else { return usual }
        return Int(min(limit.rlim_cur, most))
    }

    /// More than the server needs. Some systems report an unlimited maximum but refuse to set it.
    private static let most: rlim_t = 65_536
    /// The usual limit, assumed if the system does not report one.
    private static let usual = 1_024
}
