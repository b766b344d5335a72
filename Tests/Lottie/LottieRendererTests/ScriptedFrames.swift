import LottieDocument
import VectorGraphics

@testable import LottieRenderer

/// A frame of a document with expressions, as a picture and the steps of its expressions.
struct ScriptedFrame: Equatable {
    let pixels: [UInt32]
    let steps: Int
}

/// A suite that compares frames of documents of 60 × 12 pixels with expressions.
protocol ScriptedFrameSuite {}

extension ScriptedFrameSuite {
    func draw(_ frame: Double, with renderer: AnimationRenderer) -> ScriptedFrame {
        var pixmap = Pixmap(width: 60, height: 12)
        renderer.draw(frame: frame, into: &pixmap)
        return ScriptedFrame(pixels: pixmap.pixels, steps: renderer.expressionSteps)
    }

    func renderer(_ composition: Composition) -> AnimationRenderer {
        AnimationRenderer(composition, width: 60, height: 12, fonts: SquareFont(characters: []))
    }
}
