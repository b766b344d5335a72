import Lottie
import LottieRenderer
import VectorGraphics

extension Composition {
    /// Pixels of the longer side at which is looked whether something shows: a dot of a hundredth is seen.
    private static let longerSide = 128
    /// Frames that are looked at, evenly spread. Most gifts show something in the first, and nearly all in the second.
    private static let mostFrames = 24

    /// Draws frames until one shows something; the number of frames when none does, nil otherwise.
    var framesUntilSomethingShows: Int? {
        let scale = Double(Self.longerSide) / max(width, height)
        func pixels(_ side: Double) -> Int { max(1, min(Self.longerSide, Int((side * scale).rounded()))) }
        let renderer = AnimationRenderer(self, width: pixels(width), height: pixels(height))
        var picture = Pixmap(width: pixels(width), height: pixels(height))
        for index in 0..<Self.mostFrames {
            renderer.draw(frame: frame(atProgress: Double(index) / Double(Self.mostFrames)), into: &picture)
            if picture.pixels.contains(where: { $0 != 0 }) { return nil }
        }
        return Self.mostFrames
    }
}
