import CPlatform

extension UnsafeMutablePointer where Pointee: FixedWidthInteger {
    /// Allocates zeroed memory for `count` elements, which the caller releases with `free`.
    ///
    /// The system creates its pages when they are first touched. Frame-sized scratch memory is often only touched in
    /// part.
    static func zeroed(_ count: Int) -> UnsafeMutablePointer {
        guard let memory = calloc(max(1, count), MemoryLayout<Pointee>.stride) else {
            fatalError("no memory for \(count) numbers")
        }
        // New memory has no bound type, and zero bytes are the number 0; `calloc` aligns it for any number.
        return memory.bindMemory(to: Pointee.self, capacity: count)
    }
}
