import CPlatform
import VectorGraphics

/// A canvas for the motifs of the backdrop, with the same shapes at every size.
///
/// The origin is the middle of the picture, y grows downwards, and the picture's upper and lower edges are at -1 and 1.
/// A wide picture continues at its sides. Every shape covers at least one pixel, so that small pictures keep it.
struct MotifCanvas {
    /// The picture.
    private(set) var picture: Pixmap

    private let scale: Double
    private let middle: (x: Double, y: Double)

    /// Creates a canvas of a size in pixels.
    init(width: Int, height: Int) {
        picture = Pixmap(width: max(0, width), height: max(0, height))
        for index in picture.pixels.indices { picture.pixels[index] = 0xFF00_0000 }
        // A narrow picture shows at least the middle of a motif.
        scale = max(0.5, min(Double(height) / 2, Double(width) / 2))
        middle = (Double(width) / 2, Double(height) / 2)
    }

    /// The horizontal position of the right edge; the left edge is at the same distance from the middle.
    var side: Double { middle.x / scale }

    /// The vertical position of the lower edge; the upper edge is at the same distance from the middle.
    var bottom: Double { middle.y / scale }

    /// Returns the range from a height to the lower edge, which has no length if a low canvas ends above the height.
    func toBottom(from y: Double) -> ClosedRange<Double> { y...max(y, bottom) }

    /// Whether the picture is large enough for many small shapes, which would otherwise run into one another.
    var hasDetail: Bool { scale >= 11 }

    private func columns(_ from: Double, _ to: Double) -> Range<Int> {
        Self.pixels(middle.x + from * scale, middle.x + to * scale, below: picture.width)
    }

    private func rows(_ from: Double, _ to: Double) -> Range<Int> {
        Self.pixels(middle.y + from * scale, middle.y + to * scale, below: picture.height)
    }

    /// Returns the pixels between two positions, at least one if they are inside the picture.
    private static func pixels(_ from: Double, _ to: Double, below end: Int) -> Range<Int> {
        let first = min(max(-1, from.rounded()), Double(end))
        let last = min(max(first + 1, to.rounded()), Double(end))
        let low = max(0, Int(first))
        return low..<max(low, Int(last))
    }

    /// Fills the picture with a vertical gradient, dithered so that it has no visible bands.
    ///
    /// - Parameters:
    ///   - colors: The evenly spaced colors from top to bottom.
    ///   - top: The position of the first color.
    ///   - bottom: The position of the last color.
    mutating func fillGradient(_ colors: [BackdropColor], from top: Double, to bottom: Double) {
        guard picture.width > 0, bottom > top else { return }
        for y in rows(top, bottom) {
            let share = ((Double(y) + 0.5 - middle.y) / scale - top) / (bottom - top)
            for x in 0..<picture.width {
                // The threshold moves the position by at most one level of the gradient.
                let shift = (Double(Dither.threshold(x: x, y: y)) / 255 - 0.5) / 16
                let color = BackdropColor.interpolated(along: colors, at: min(1, max(0, share + shift)))
                picture[x, y] = color.opaquePixel
            }
        }
    }

    /// Fills a rectangle between its left and right edge and its upper and lower one.
    mutating func fill(x: ClosedRange<Double>, y: ClosedRange<Double>, _ color: BackdropColor) {
        let pixel = color.opaquePixel
        for row in rows(y.lowerBound, y.upperBound) {
            for column in columns(x.lowerBound, x.upperBound) { picture[column, row] = pixel }
        }
    }

    /// Fills an ellipse around a point, or the part of it that lies below `top`.
    mutating func fillEllipse(
        x: Double, y: Double, width: Double, height: Double, below top: Double = -100, _ color: BackdropColor
    ) {
        guard width > 0, height > 0, top < y + height else { return }
        let pixel = color.opaquePixel
        for row in rows(max(top, y - height), y + height) {
            let across = ((Double(row) + 0.5 - middle.y) / scale - y) / max(height, 0.5 / scale)
            let half = width * (1 - min(1, across * across)).squareRoot()
            for column in columns(x - half, x + half) { picture[column, row] = pixel }
        }
    }

    /// Fills the area between two edges that are straight from the upper to the lower row.
    mutating func fillSlope(
        y: ClosedRange<Double>, top: ClosedRange<Double>, bottom: ClosedRange<Double>, _ color: BackdropColor
    ) {
        let pixel = color.opaquePixel
        let height = max(y.upperBound - y.lowerBound, 0.001)
        for row in rows(y.lowerBound, y.upperBound) {
            let share = min(1, max(0, ((Double(row) + 0.5 - middle.y) / scale - y.lowerBound) / height))
            let left = top.lowerBound + (bottom.lowerBound - top.lowerBound) * share
            let right = top.upperBound + (bottom.upperBound - top.upperBound) * share
            for column in columns(min(left, right), max(left, right)) { picture[column, row] = pixel }
        }
    }

    /// Adds light around a point, which fades to nothing at a distance, in dithered levels.
    mutating func addGlow(x: Double, y: Double, radius: Double, _ color: BackdropColor, strength: Double) {
        guard radius > 0 else { return }
        for row in rows(y - radius, y + radius) {
            for column in columns(x - radius, x + radius) {
                let dx = ((Double(column) + 0.5 - middle.x) / scale - x) / radius
                let dy = ((Double(row) + 0.5 - middle.y) / scale - y) / radius
                let distance = (dx * dx + dy * dy).squareRoot()
                guard distance < 1 else { continue }
                let light = UInt8(min(255, max(0, 255 * strength * (1 - distance) * (1 - distance))))
                let level = Dither.level(light, Dither.threshold(x: column, y: row))
                guard level > 0 else { continue }
                let lit = BackdropColor(pixel: picture[column, row])
                    .addingLight(color, amount: level * 255 / (Dither.levels - 1))
                picture[column, row] = lit.opaquePixel
            }
        }
    }
}

extension BackdropColor {
    /// Creates a color from an opaque pixel, `0xAABBGGRR`.
    init(pixel: UInt32) {
        self.init((pixel & 0xFF) << 16 | (pixel >> 8 & 0xFF) << 8 | pixel >> 16 & 0xFF)
    }
}
