import LottieDocument
import VectorGraphics

extension AlphaMask {
    /// Removes the coverage outside a path; `transform` maps the path to pixels.
    func keepInside(_ path: Path, transform: AffineTransform, context: DrawingContext) {
        if bounds.isEmpty { return }
        var coverage = Coverage()
        context.rasterizer.begin(clip: bounds)
        context.rasterizer.fill(path, transform: transform)
        context.rasterizer.finish(.nonZero, into: &coverage)
        context.withMask(bounds) { inside in
            inside.reset(bounds, to: 0)
            inside.add(coverage, opacity: 255)
            multiply(by: inside)
        }
    }
}

extension Surface {
    /// Draws a color below the picture, through a mask; translucent pixels mix with it in linear light, as in browsers.
    func mergeBelow(_ color: UInt32, through mask: AlphaMask) {
        guard color >> 24 != 0 else { return }
        let edges = translucentPixels(in: mask.bounds)
        fillBelow(color, through: mask)
        let light = LinearLight.light(of: Color(straight: color))
        // Inside a translucent shape most pixels equal the one before.
        var last: (top: UInt32, plain: UInt32, merged: UInt32) = (0, 0, 0)
        for (x, y, top) in edges {
            let pixels = row(y)
            if top != last.top || pixels[x] != last.plain {
                last = (top, pixels[x], Self.merged(pixels[x], of: top, above: light))
            }
            pixels[x] = last.merged
        }
    }

    /// Returns a pixel in linear light.
    ///
    /// - Parameters:
    ///   - plain: The pixel without linear light; what the lower color has added to its alpha tells how opaque that is.
    ///   - top: The pixel before.
    ///   - light: The light of the lower color.
    private static func merged(_ plain: UInt32, of top: UInt32, above light: Color) -> UInt32 {
        let added = Float(plain >> 24) - Float(top >> 24)
        if added <= 0 { return plain }
        let below = light.withAlpha(added / (255 - Float(top >> 24)))
        let merged = below.covered(by: LinearLight.light(of: Color(straight: top)))
        return PixelArithmetic.pixel(LinearLight.color(of: merged))
    }

    /// Returns the pixels that are neither transparent nor opaque, as at edges.
    private func translucentPixels(in area: PixelRect) -> [(x: Int, y: Int, pixel: UInt32)] {
        let area = painted.intersection(area)
        var found: [(x: Int, y: Int, pixel: UInt32)] = []
        for y in area.top..<max(area.top, area.bottom) {
            let pixels = row(y)
            for x in area.left..<max(area.left, area.right) where pixels[x] != 0 && pixels[x] < 0xFF00_0000 {
                found.append((x, y, pixels[x]))
            }
        }
        return found
    }
}

extension SIMD4<Float> {
    /// The color of a premultiplied pixel that is not transparent.
    fileprivate init(straight pixel: UInt32) {
        let alpha = Float(pixel >> 24)
        self.init(
            Float(pixel & 0xFF) / alpha, Float(pixel >> 8 & 0xFF) / alpha, Float(pixel >> 16 & 0xFF) / alpha,
            alpha / 255)
    }
}
