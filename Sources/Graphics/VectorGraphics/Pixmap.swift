/// A picture of premultiplied 8-bit RGBA pixels, row by row from the top left.
///
/// A pixel is one word, `0xAABBGGRR`: red in the lowest byte, alpha in the highest, each 0 to 255, and no color channel
/// above its alpha. Blending uses these sRGB-encoded values, as browsers do.
public struct Pixmap: Sendable, Equatable {
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int
    /// The `width × height` pixels; the pixel at (x, y) is `pixels[y * width + x]`.
    public var pixels: [UInt32] {
        @inlinable get { storage }
        @inlinable _modify {
            // Whoever changes them can write anywhere.
            painted = whole
            origin = nil
            yield &storage
        }
    }
    @usableFromInline var storage: [UInt32]
    /// The area outside which every pixel is transparent, so that only this area needs clearing.
    @usableFromInline var painted = PixelRect.empty
    /// Who has drawn the picture as it is; nil after any other change.
    @usableFromInline package var origin: PictureOrigin?

    /// All pixels.
    @inlinable var whole: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }

    /// Creates a transparent picture.
    ///
    /// - Precondition: Neither side is negative.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
        storage = [UInt32](repeating: 0, count: width * height)
    }

    /// Makes every pixel transparent.
    public mutating func clear() {
        // The caller can set `pixels` to an array of any size.
        guard storage.count == width * height else {
            storage = Array(repeating: 0, count: storage.count)
            origin = nil
            return
        }
        withSurface { $0.clear() }
    }

    /// Whether the sizes and the pixels are equal.
    public static func == (a: Pixmap, b: Pixmap) -> Bool {
        a.width == b.width && a.height == b.height && a.storage == b.storage
    }

    /// The pixel at column `x` and row `y`, both counted from 0 at the top left.
    public subscript(x: Int, y: Int) -> UInt32 {
        get { storage[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }
}

/// Who has drawn a picture, and what, so that a painter need not draw again what a picture shows already.
@usableFromInline
package struct PictureOrigin: Sendable {
    /// The identity of a painter.
    package final class Painter: Sendable {
        /// Creates an identity that no other painter has.
        package init() {}
    }

    /// The painter.
    package let painter: Painter
    /// The frame that it has drawn.
    package let frame: Double

    /// Creates the origin of a picture of a frame.
    package init(painter: Painter, frame: Double) {
        self.painter = painter
        self.frame = frame
    }
}
