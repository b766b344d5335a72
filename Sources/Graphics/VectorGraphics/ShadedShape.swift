/// The colors of a gradient or a picture in the pixels of a shape, kept for drawing them many times.
///
/// Drawing it gives the same pixels as filling the shape with the paint.
public struct ShadedShape: Sendable {
    /// The bounds of the shape.
    let area: PixelRect
    /// The pixels of `area`, row by row; those outside the shape are undefined.
    private let pixels: [UInt32]
    /// Whether every pixel of the shape is opaque.
    let isOpaque: Bool

    /// The number of pixels that are kept.
    public var pixelCount: Int { pixels.count }

    /// Computes the colors of a paint in a shape.
    ///
    /// - Returns: The colors, or nil for a single color and for a picture that is too small to be seen.
    public init?(_ coverage: borrowing Coverage, with paint: Paint) {
        let area = coverage.bounds
        self.area = area
        var pixels = [UInt32](repeating: 0, count: area.width * area.height)
        switch paint {
        case .color: return nil
        case .gradient(let gradient, let transform):
            isOpaque = gradient.isOpaque
            let shader = GradientShader(gradient, transform: transform)
            Self.shade(coverage, into: &pixels) { shader.shade(x: $0, y: $1, count: $2, into: $3) }
        case .picture(let picture, let transform):
            isOpaque = false
            guard let shader = PictureShader(picture, transform: transform) else { return nil }
            if shader.isUpright, !area.isEmpty {
                pixels.withUnsafeMutableBufferPointer { target in
                    shader.withPixels(of: area) {
                        _ = target.update(fromContentsOf: UnsafeBufferPointer(start: $0, count: target.count))
                    }
                }
            } else {
                Self.shade(coverage, into: &pixels) { shader.shade(x: $0, y: $1, count: $2, into: $3) }
            }
        }
        self.pixels = pixels
    }

    /// Calls `colors` for each span with its first column, its row, its length and the memory for its pixels.
    private static func shade(
        _ coverage: borrowing Coverage, into pixels: inout [UInt32],
        with colors: (Int, Int, Int, UnsafeMutablePointer<UInt32>) -> Void
    ) {
        let area = coverage.bounds
        pixels.withUnsafeMutableBufferPointer { target in
            guard let base = target.baseAddress else { return }
            // The bounds of a coverage contain all of its spans.
            for span in coverage.spans {
                let (x, y) = (Int(span.x), Int(span.y))
                colors(x, y, Int(span.length), base + (y - area.top) * area.width + x - area.left)
            }
        }
    }

    /// Calls `body` with the address of the pixels.
    func withPixels(_ body: (UnsafePointer<UInt32>) -> Void) {
        pixels.withUnsafeBufferPointer { if let base = $0.baseAddress { body(base) } }
    }
}
