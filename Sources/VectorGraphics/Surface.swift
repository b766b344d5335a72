/// A rectangle of the canvas that can be drawn on.
///
/// It is a view of pixels that somebody else owns (a `Pixmap` or an `OffscreenSurface`) and must not outlive them.
public struct Surface {
    /// The pixels of the canvas that the surface holds.
    public let bounds: PixelRect
    /// The surface's own pixels, row by row without gaps; as many as `bounds` has.
    public let pixels: UnsafeMutablePointer<UInt32>

    /// The address of the first pixel of a row of the canvas, moved so that the canvas's columns index it.
    /// - Precondition: the row lies inside `bounds`.
    @inlinable @inline(__always)
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        pixels + (y - bounds.top) * bounds.width - bounds.left
    }

    /// Makes every pixel transparent.
    public func clear() {
        pixels.update(repeating: 0, count: bounds.width * bounds.height)
    }
}

extension Pixmap {
    /// Calls `body` with a surface over the whole picture, whose top left is the canvas's origin.
    public mutating func withSurface<Result>(_ body: (Surface) throws -> Result) rethrows -> Result {
        let bounds = PixelRect(left: 0, top: 0, right: width, bottom: height)
        return try pixels.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else {
                // An empty array may have no address; an empty surface never uses it.
                let nothing = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
                defer { nothing.deallocate() }
                return try body(Surface(bounds: PixelRect(left: 0, top: 0, right: 0, bottom: 0), pixels: nothing))
            }
            return try body(Surface(bounds: bounds, pixels: base))
        }
    }
}

/// Memory for a surface that is composed onto another later.
public final class OffscreenSurface {
    private var storage: UnsafeMutablePointer<UInt32>
    private var capacity = 0

    /// No memory yet.
    public init() { storage = .allocate(capacity: 0) }

    deinit { storage.deallocate() }

    /// A transparent surface over `bounds`, in this memory: the one handed out before must no longer be used.
    public func surface(_ bounds: PixelRect) -> Surface {
        let count = bounds.width * bounds.height
        if count > capacity {
            storage.deallocate()
            storage = .allocate(capacity: count)
            capacity = count
        }
        storage.initialize(repeating: 0, count: count)
        return Surface(bounds: bounds, pixels: storage)
    }
}
