#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension UnsafeMutablePointer where Pointee: FixedWidthInteger {
    /// Memory for `count` zeros, which `free` gives back.
    ///
    /// Pages of it come into being when they are first touched, and of scratch memory as large as the frame that is often
    /// only a part.
    static func zeroed(_ count: Int) -> UnsafeMutablePointer {
        guard let memory = calloc(max(1, count), MemoryLayout<Pointee>.stride) else {
            fatalError("no memory for \(count) numbers")
        }
        return memory.bindMemory(to: Pointee.self, capacity: count)
    }
}
