import CPlatform

/// A rectangle of the canvas that can be drawn on.
///
/// A surface is a view of pixels that a `Pixmap` or an `OffscreenSurface` owns, and must not outlive them. Drawing does
/// not check each pixel: before a loop, areas are clipped to `bounds` and rows to those of `bounds`.
public struct Surface {
    /// The rectangle of the canvas that the surface covers.
    public let bounds: PixelRect
    /// The pixels of `bounds`, row by row without gaps.
    public let pixels: UnsafeMutablePointer<UInt32>
    /// The memory of `painted`, which the owner of the pixels also owns.
    let paintedMemory: UnsafeMutablePointer<PixelRect>

    /// The area, inside `bounds`, outside which every pixel is transparent.
    ///
    /// Most offscreen drawings are small, and the rest of their surface needs neither compositing nor clearing.
    public var painted: PixelRect { paintedMemory.pointee }

    /// Records that pixels of a rectangle may no longer be transparent.
    ///
    /// Code that writes to `pixels` must call this function.
    public func recordPainted(_ area: PixelRect) {
        let inside = area.intersection(bounds)
        if !inside.isEmpty { paintedMemory.pointee = paintedMemory.pointee.union(inside) }
    }

    /// Returns the address of a row, offset so that the canvas's columns index it.
    ///
    /// - Precondition: The row lies inside `bounds`.
    @inlinable @inline(__always)
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        pixels + ((y &- bounds.top) &* bounds.width &- bounds.left)
    }

    /// Makes every pixel transparent.
    public func clear() {
        let area = painted
        if area == bounds {
            // The rows have no gaps.
            pixels.update(repeating: 0, count: area.width * area.height)
        } else {
            for y in area.top..<max(area.top, area.bottom) {
                (row(y) + area.left).update(repeating: 0, count: area.width)
            }
        }
        paintedMemory.pointee = .empty
    }
}

extension Pixmap {
    /// Calls `body` with a surface that covers the whole picture, whose top left is the canvas's origin.
    public mutating func withSurface<Result>(_ body: (Surface) throws -> Result) rethrows -> Result {
        let bounds = whole
        var painted = painted
        origin = nil
        defer { self.painted = painted }
        return try withUnsafeMutablePointer(to: &painted) { painted in
            try storage.withUnsafeMutableBufferPointer { buffer in
                // The caller can set `pixels` to any array.
                precondition(
                    buffer.count == bounds.width * bounds.height, "a picture has as many pixels as its sides say")
                if let base = buffer.baseAddress {
                    return try body(Surface(bounds: bounds, pixels: base, paintedMemory: painted))
                }
                // An empty array may have no address; an empty surface never uses its address.
                let nothing = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
                defer { nothing.deallocate() }
                painted.pointee = .empty
                return try body(Surface(bounds: .empty, pixels: nothing, paintedMemory: painted))
            }
        }
    }
}

/// Memory for a surface that is later composited onto another.
public final class OffscreenSurface {
    // Owned by this object alone and zeroed at allocation. Between two surfaces every pixel of the memory is
    // transparent, so that only painted pixels need clearing.
    private var storage: UnsafeMutablePointer<UInt32>
    private var capacity = 0
    private let painted = UnsafeMutablePointer<PixelRect>.allocate(capacity: 1)
    private var lastSurface: Surface?

    /// Creates an offscreen surface without memory.
    public init() {
        storage = .zeroed(0)
        painted.initialize(to: .empty)
    }

    deinit {
        free(storage)
        painted.deallocate()
    }

    /// Returns a transparent surface that covers `bounds`.
    ///
    /// The previous surface of this memory must no longer be used. The caller keeps this object alive while it draws on
    /// the surface, for example with `withExtendedLifetime`.
    public func makeSurface(_ bounds: PixelRect) -> Surface {
        lastSurface?.clear()
        let count = bounds.width * bounds.height
        if count > capacity {
            free(storage)
            storage = .zeroed(count)
            capacity = count
        }
        let surface = Surface(bounds: bounds, pixels: storage, paintedMemory: painted)
        lastSurface = surface
        return surface
    }
}
