#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Returns the bytes of the file at `path`.
///
/// - Throws: `ArchiveError` if the file cannot be read or has more than `limit` bytes.
func readFile(at path: String, upTo limit: Int) throws(ArchiveError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .lastError }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var capacity = 1 << 16
    while bytes.count <= limit {
        var found = 0
        let piece = [UInt8](unsafeUninitializedCapacity: capacity) { target, initialized in
            repeat { found = read(descriptor, target.baseAddress, capacity) } while found < 0 && errno == EINTR
            initialized = max(0, found)
        }
        if found < 0 { throw .lastError }
        if found == 0 { return bytes }
        bytes += piece
        capacity = min(1 << 24, capacity * 2)
    }
    throw .limitExceeded(what: "an archive", limit: "\(limit >> 20) MB", file: nil)
}

extension ArchiveError {
    fileprivate static var lastError: ArchiveError {
        .unreadable(reason: String(cString: strerror(errno)).lowercased())
    }
}
