import Lottie
import Testing

@testable import LottieRenderer

@Suite("The preparation of renderers works and can be repeated")
struct RendererPreparationTests {
    @Test("the document of the preparation is fully supported and draws something")
    func drawn() throws {
        let composition = try Composition(json: Array(AnimationRenderer.preparation.utf8))
        #expect(composition.undrawn.isEmpty)
        #expect(AnimationRenderer.isPrepared)
    }

    @Test("a second preparation does nothing")
    func again() {
        AnimationRenderer.prepare()
        AnimationRenderer.prepare()
        #expect(AnimationRenderer.isPrepared)
    }
}
