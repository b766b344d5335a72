public import Budgets
public import LottieDocument
import VectorGraphics

extension Composition {
    /// Returns the frame with the most content, to represent the whole animation.
    ///
    /// The method compares twenty evenly spaced frames, because many animations begin and end empty.
    ///
    /// - Parameter properties: Values that replace those of the animation.
    /// - Returns: The frame's number, at least `inPoint`; the first one if several have equally much content.
    public func fullestFrame(properties: DynamicProperties = DynamicProperties()) -> Double {
        var budget = Budget(Budget.Limits())
        return (try? fullestFrame(properties: properties, within: &budget)) ?? inPoint
    }

    /// Returns the frame with the most content like `fullestFrame(properties:)`, and spends the cost from `budget`.
    ///
    /// - Throws: `BudgetExceeded` if a frame costs more than `budget` has left or more than a single frame may cost.
    public func fullestFrame(
        properties: DynamicProperties = DynamicProperties(), within budget: inout Budget
    ) throws(BudgetExceeded) -> Double {
        let size = pictureSize(longerSide: Self.candidateSize)
        let renderer = AnimationRenderer(self, width: size.width, height: size.height, properties: properties)
        var picture = Pixmap(width: size.width, height: size.height)
        var fullest = (frame: inPoint, sum: -1)
        for step in 0..<Self.candidateCount {
            let frame = frame(atProgress: Double(step) / Double(Self.candidateCount))
            try renderer.draw(frame: frame, into: &picture, within: &budget)
            let sum = picture.pixels.reduce(0) { $0 + Int($1 >> 24) }
            if sum > fullest.sum { fullest = (frame, sum) }
        }
        return fullest.frame
    }

    /// The number of frames to compare, enough to find a moment in which all content is visible.
    private static let candidateCount = 20
    /// The length of the longer side of the compared pictures, in pixels.
    private static let candidateSize = 64
}
