import Budgets
import LottieDocument
import LottieRenderer
import VectorGraphics

extension Composition {
    /// The longer side, in pixels, of the frames in this check; a dot of a hundredth of the side is visible.
    private static let checkedFrameSide = 128
    /// The number of frames to check, evenly distributed. Most gifts have a visible first frame, nearly all a visible
    /// second.
    private static let maxCheckedFrames = 24

    /// Draws frames until one is not empty.
    ///
    /// - Parameters:
    ///   - insertions: What is put inside layers.
    ///   - budget: The budget of all frames together.
    /// - Returns: `nil` if a frame is visible, otherwise the number of frames drawn.
    /// - Throws: `BudgetExceeded` if a frame exceeds `budget` or the limits of a single frame.
    func emptyFrameCount(
        _ insertions: DynamicProperties, within budget: inout Budget
    ) throws(BudgetExceeded) -> Int? {
        let size = pictureSize(longerSide: Self.checkedFrameSide)
        let renderer = AnimationRenderer(self, width: size.width, height: size.height, properties: insertions)
        var picture = Pixmap(width: size.width, height: size.height)
        for index in 0..<Self.maxCheckedFrames {
            let frame = frame(atProgress: Double(index) / Double(Self.maxCheckedFrames))
            try renderer.draw(frame: frame, into: &picture, within: &budget)
            if picture.pixels.contains(where: { $0 != 0 }) { return nil }
        }
        return Self.maxCheckedFrames
    }
}
