import AnimationPlayback
import LottieRenderer
import VectorGraphics

extension FrameStatistics {
    /// Draws what is shown of an animation, unless the picture shows it already, and measures the work.
    mutating func draw(_ picture: AnimationPicture, _ renderer: AnimationRenderer, into pixmap: inout Pixmap) {
        switch picture {
        case .frame(let frame):
            if renderer.isShown(frame: frame, in: pixmap) { return }
            measure(.evaluate) { renderer.evaluate(frame: frame) }
            measure(.draw) { renderer.draw(into: &pixmap) }
        case .blend: measure(.draw) { renderer.draw(picture, into: &pixmap) }
        }
    }
}
