#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Functions that find out whether descriptors are readable.
enum DescriptorReadiness {
    static func isReadable(_ descriptor: Int32) -> Bool { wait(for: [descriptor], milliseconds: 0)[0] }

    /// Waits until a descriptor is readable or the time is over.
    ///
    /// - Returns: For each descriptor, whether it is readable. A negative descriptor never is.
    @discardableResult
    static func wait(for descriptors: [Int32], milliseconds: Int32) -> [Bool] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&entries, nfds_t(entries.count), milliseconds)
        return entries.map { $0.revents != 0 }
    }
}
