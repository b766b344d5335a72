#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A rectangle of the canvas that can be drawn on.
///
/// It is a view of pixels that somebody else owns (a `Pixmap` or an `OffscreenSurface`) and must not outlive them.
public struct Surface {
    /// The pixels of the canvas that the surface holds.
    public let bounds: PixelRect
    /// The surface's own pixels, row by row without gaps; as many as `bounds` has.
    public let pixels: UnsafeMutablePointer<UInt32>
    /// Where `painted` is kept, by whoever owns the pixels.
    let paintedMemory: UnsafeMutablePointer<PixelRect>

    /// Inside `bounds`: beside it every pixel is transparent. Most of what is drawn off the screen is small, and the rest
    /// of its surface needs neither composing nor clearing.
    public var painted: PixelRect { paintedMemory.pointee }

    /// Notes that pixels of a rectangle may no longer be transparent; whoever writes to `pixels` has to.
    public func notePainted(_ area: PixelRect) {
        let inside = area.intersection(bounds)
        if !inside.isEmpty { paintedMemory.pointee = paintedMemory.pointee.union(inside) }
    }

    /// The address of the first pixel of a row of the canvas, moved so that the canvas's columns index it.
    /// - Precondition: the row lies inside `bounds`.
    @inlinable @inline(__always)
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        pixels + (y - bounds.top) * bounds.width - bounds.left
    }

    /// Makes every pixel transparent.
    public func clear() {
        let area = painted
        for y in area.top..<max(area.top, area.bottom) {
            (row(y) + area.left).update(repeating: 0, count: area.width)
        }
        paintedMemory.pointee = .empty
    }
}

extension Pixmap {
    /// Calls `body` with a surface over the whole picture, whose top left is the canvas's origin.
    public mutating func withSurface<Result>(_ body: (Surface) throws -> Result) rethrows -> Result {
        var painted = PixelRect(left: 0, top: 0, right: width, bottom: height)
        let bounds = painted
        return try withUnsafeMutablePointer(to: &painted) { painted in
            try pixels.withUnsafeMutableBufferPointer { buffer in
                if let base = buffer.baseAddress {
                    return try body(Surface(bounds: bounds, pixels: base, paintedMemory: painted))
                }
                // An empty array may have no address; an empty surface never uses it.
                let nothing = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
                defer { nothing.deallocate() }
                painted.pointee = .empty
                return try body(Surface(bounds: .empty, pixels: nothing, paintedMemory: painted))
            }
        }
    }
}

/// Memory for a surface that is composed onto another later.
public final class OffscreenSurface {
    // Between surfaces every pixel of the memory is transparent: only what was painted has to be cleared for the next.
    private var storage: UnsafeMutablePointer<UInt32>
    private var capacity = 0
    private let painted = UnsafeMutablePointer<PixelRect>.allocate(capacity: 1)
    private var last: Surface?

    /// No memory yet.
    public init() {
        storage = .zeroed(0)
        painted.initialize(to: .empty)
    }

    deinit {
        free(storage)
        painted.deallocate()
    }

    /// A transparent surface over `bounds`, in this memory: the one handed out before must no longer be used.
    public func surface(_ bounds: PixelRect) -> Surface {
        last?.clear()
        let count = bounds.width * bounds.height
        if count > capacity {
            free(storage)
            storage = .zeroed(count)
            capacity = count
        }
        let surface = Surface(bounds: bounds, pixels: storage, paintedMemory: painted)
        last = surface
        return surface
    }
}
