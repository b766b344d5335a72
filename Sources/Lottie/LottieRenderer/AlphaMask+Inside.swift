import LottieDocument
import VectorGraphics

extension AlphaMask {
    /// Removes the coverage outside a path; `transform` maps the path to pixels.
    func keepInside(_ path: Path, transform: AffineTransform, context: DrawingContext) {
        if bounds.isEmpty { return }
        guard context.consume(steps: DrawingCost.masking(bounds.area)) else { return reset(bounds, to: 0) }
        context.rasterizer.begin(clip: bounds)
        context.rasterizer.fill(path, transform: transform)
        context.rasterizer.finish(.nonZero, into: &context.scratch)
        multiply(by: context.scratch)
    }
}
