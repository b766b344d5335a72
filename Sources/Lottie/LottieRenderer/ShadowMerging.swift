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
    func mergeBelow(_ color: UInt32, through mask: AlphaMask, context: DrawingContext) {
        context.withSurface(mask.bounds) { shadow in
            shadow.fillBelow(color, through: mask)
            let area = shadow.painted.intersection(bounds)
            if area.isEmpty { return }
            recordPainted(area)
            for y in area.top..<area.bottom {
                let (pixels, shadows) = (row(y), shadow.row(y))
                for x in area.left..<area.right where pixels[x] < 0xFF00_0000 && shadows[x] != 0 {
                    pixels[x] = pixels[x] == 0 ? shadows[x] : Self.merged(pixels[x], above: shadows[x])
                }
            }
        }
    }

    private static func merged(_ top: UInt32, above bottom: UInt32) -> UInt32 {
        let light = LinearLight.light(of: Color(straight: bottom))
            .covered(by: LinearLight.light(of: Color(straight: top)))
        return PixelArithmetic.pixel(LinearLight.color(of: light))
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
