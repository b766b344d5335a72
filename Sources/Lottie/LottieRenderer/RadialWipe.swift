import CPlatform
import LottieDocument
import VectorGraphics

/// A radial wipe, which erases a growing sector around a point.
///
/// lottie-web does not draw it; directions and angles are those of After Effects.
struct RadialWipe: Equatable {
    private let center: Point
    /// The start of the remaining sector, in degrees clockwise from the top, and its angle in degrees.
    private let start: Double
    private let sweep: Double
    private let softness: Double

    /// The standard deviation of a Gaussian that looks like a feather of 1.
    private static let deviationPerFeather = 0.38

    init(_ wipe: RadialWipeEffect, at time: Double) {
        let wiped = max(0, min(1, wipe.completion.value(at: time).number / 100)) * 360
        let place = wipe.center.value(at: time).numbers
        center = Point(Float(place.x), Float(place.y))
        sweep = 360 - wiped
        let angle = wipe.startAngle.value(at: time).number
        switch wipe.direction.value(at: time).number {
        case 2: start = angle
        case 3: start = angle + wiped / 2
        default: start = angle + wiped
        }
        softness = max(0, wipe.feather.value(at: time).number) * Self.deviationPerFeather
    }

    /// Returns the cost of the wipe on this many pixels, in steps.
    func cost(on pixels: Int) -> Int {
        if sweep >= 360 { return DrawingCost.item }
        return DrawingCost.masking(pixels) * 4 + (softness > 0 ? DrawingCost.blurringMask(pixels) : 0)
    }

    /// Erases the sector from a picture.
    func apply(to surface: Surface, transform: AffineTransform, context: DrawingContext) {
        if sweep >= 360 { return }
        guard sweep > 0, start.isFinite, let path = sector(over: surface.bounds, transform: transform) else {
            return surface.clear()
        }
        var coverage = Coverage()
        context.rasterizer.begin(clip: surface.bounds)
        context.rasterizer.fill(path, transform: transform)
        context.rasterizer.finish(.nonZero, into: &coverage)
        context.withMask(surface.bounds) { mask in
            mask.reset(surface.bounds, to: 0)
            mask.add(coverage, opacity: 255)
            let deviation = softness * transform.meanScale
            guard deviation > 0, deviation.isFinite else { return surface.apply(mask) }
            context.withMask(surface.painted) { soft in
                soft.reset(
                    surface.painted, toBlurOf: mask, sigmaX: deviation, sigmaY: deviation, repeatsEdges: true)
                surface.apply(soft)
            }
        }
    }

    /// Returns the remaining sector, extended beyond the surface, or nil if the transform has no inverse or a value is
    /// not finite.
    private func sector(over bounds: PixelRect, transform: AffineTransform) -> Path? {
        guard let inverse = transform.inverse, center.x.isFinite, center.y.isFinite else { return nil }
        var reach: Float = 0
        for (x, y) in [
            (bounds.left, bounds.top), (bounds.right, bounds.top), (bounds.left, bounds.bottom),
            (bounds.right, bounds.bottom),
        ] {
            reach = max(reach, (inverse.transformed(Point(Float(x), Float(y))) - center).length)
        }
        guard reach.isFinite else { return nil }
        // Each side of the polygon spans at most 30 degrees, so its distance is at least nine tenths of the corners'
        // distance.
        let radius = Double(reach) * 1.2
        let sides = max(1, Int((sweep / 30).rounded(.up)))
        var path = Path()
        path.move(to: center)
        for side in 0...sides {
            let angle = (start + sweep * Double(side) / Double(sides)) * .pi / 180
            path.addLine(to: center + Point(Float(sin(angle) * radius), Float(-cos(angle) * radius)))
        }
        path.close()
        return path
    }
}
