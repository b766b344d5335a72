/// What is kept of the parts of a frame that are drawn finer, which alternate with the whole frame.
struct FineCaches<Cache> {
    private var first: Cache
    private var second: Cache

    /// Creates empty caches.
    init(_ empty: @autoclosure () -> Cache) { (first, second) = (empty(), empty()) }

    /// Exchanges the cache in use with that of a part of the frame, before the part is drawn and after it.
    ///
    /// - Parameters:
    ///   - cache: The cache in use.
    ///   - part: The part; see ``DrawingContext/part``. The whole frame has the cache in use.
    @inline(__always)
    mutating func exchange(_ cache: inout Cache, part: Int) {
        if part == 0 { return }
        if part == 1 { swap(&cache, &first) } else { swap(&cache, &second) }
    }
}
