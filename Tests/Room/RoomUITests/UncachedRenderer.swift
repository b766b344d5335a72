import ExactNumbers
import LottieDocument
import LottieRenderer
import VectorGraphics

/// A renderer that draws every frame anew, without a cache.
struct UncachedRenderer {
    private let composition: Composition
    private let renderer: AnimationRenderer

    init(_ composition: Composition, width: Int, height: Int) {
        self.composition = composition
        renderer = AnimationRenderer(composition, width: width, height: height)
    }

    func draw(at elapsed: Nanoseconds, of duration: Nanoseconds, into pixmap: inout Pixmap) {
        let progress = Double(min(elapsed, duration)) / Double(duration)
        renderer.draw(frame: composition.frame(atProgress: progress), into: &pixmap)
    }
}
