import AnimationPlayback
import Budgets
import ExactNumbers
import LottieDocument
import LottieRenderer
import VectorGraphics

extension Composition {
    /// The longer side, in pixels, of the frames in this check; a dot of a hundredth of the side is visible.
    private static let checkedFrameSide = 128
    /// The number of frames to check, evenly distributed. Most gifts have a visible first frame, nearly all a visible
    /// second.
    private static let maxCheckedFrames = 24

    /// Draws frames of a gift until one is not empty.
    ///
    /// - Parameters:
    ///   - course: What the gift plays; `nil` for the whole animation.
    ///   - properties: The values that the gift gives to properties.
    ///   - budget: The budget for drawing.
    /// - Returns: `nil` if a frame is visible, otherwise the number of frames drawn.
    /// - Throws: `BudgetExceeded` if a frame exceeds `budget` or the limits of a single frame.
    func emptyFrameCount(
        playing course: PlaybackCourse?, properties: DynamicProperties, within budget: inout Budget
    ) throws(BudgetExceeded) -> Int? {
        let size = pictureSize(longerSide: Self.checkedFrameSide)
        let renderer = AnimationRenderer(self, width: size.width, height: size.height, properties: properties)
        var picture = Pixmap(width: size.width, height: size.height)
        let frames = checkedFrames(of: course)
        for frame in frames {
            try renderer.draw(frame: frame, into: &picture, within: &budget)
            if picture.pixels.contains(where: { $0 != 0 }) { return nil }
        }
        return frames.count
    }

    /// Returns frames of the whole animation, or those of them that a course plays, and frames at equal times of it: an
    /// animation that is repeated often may be short beside what follows.
    private func checkedFrames(of course: PlaybackCourse?) -> [Double] {
        let shares = (0..<Self.maxCheckedFrames).map { Double($0) / Double(Self.maxCheckedFrames) }
        let whole = shares.map { frame(atProgress: $0) }
        guard let course else { return whole }
        let timed = shares.map { course.frame(at: Nanoseconds(Double(course.holdStart) * $0)) }
        return whole.filter { course.time(of: $0) != nil } + timed
    }
}
