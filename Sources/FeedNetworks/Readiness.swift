#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Whether something can be read from descriptors.
enum Readiness {
    static func isReadable(_ descriptor: Int32) -> Bool { wait(for: [descriptor], milliseconds: 0)[0] }

    /// Waits until one of them can be read, or the time is over; of each, whether it can. One below 0 never can.
    @discardableResult
    static func wait(for descriptors: [Int32], milliseconds: Int32) -> [Bool] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&entries, nfds_t(entries.count), milliseconds)
        return entries.map { $0.revents != 0 }
    }
}
