public import Lottie
import VectorGraphics

extension Composition {
    /// The frame with most to see, of twenty that are evenly spread, for a picture that stands for the whole: many
    /// animations begin and end with nothing.
    /// - Parameter properties: values in place of the animation's own.
    /// - Returns: a number from `inPoint` on; the first one of several that show as much.
    public func fullestFrame(properties: DynamicProperties = DynamicProperties()) -> Double {
        let scale = Double(Self.candidateSize) / max(width, height)
        func side(_ length: Double) -> Int {
            let side = length * scale
            return side.isFinite ? max(1, min(Self.candidateSize, Int(side.rounded()))) : 1
        }
        let renderer = AnimationRenderer(self, width: side(width), height: side(height), properties: properties)
        var picture = Pixmap(width: side(width), height: side(height))
        var fullest = (frame: inPoint, sum: -1)
        for step in 0..<Self.candidates {
            let frame = frame(atProgress: Double(step) / Double(Self.candidates))
            renderer.draw(frame: frame, into: &picture)
            let sum = picture.pixels.reduce(0) { $0 + Int($1 >> 24) }
            if sum > fullest.sum { fullest = (frame, sum) }
        }
        return fullest.frame
    }

    /// Enough to hit a moment in which everything is there.
    private static let candidates = 20
    /// Pixels of the longer side, enough to tell how much there is.
    private static let candidateSize = 64
}
