#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How many files and connections the process may have open.
enum OpenFiles {
    /// Raises the limit as far as the system lets this process, and returns it.
    static func raised() -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return usual }
        limit.rlim_cur = min(limit.rlim_max, most)
        _ = setrlimit(resource, &limit)
        guard getrlimit(resource, &limit) == 0 else { return usual }
        return Int(clamping: limit.rlim_cur)
    }

    /// More than any server here needs; some systems call their own limit endless and refuse it.
    private static let most: rlim_t = 65_536
    /// What systems begin with.
    private static let usual = 1_024
}
