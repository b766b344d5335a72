import Lottie
import Testing

@testable import LottieRenderer

@Suite("Preparation")
struct RendererPreparationTests {
    @Test("what is drawn to prepare is read whole and shows something")
    func drawn() throws {
        let composition = try Composition(json: Array(AnimationRenderer.preparation.utf8))
        #expect(composition.undrawn.isEmpty)
        #expect(AnimationRenderer.isPrepared)
    }

    @Test("preparing again does nothing")
    func again() {
        AnimationRenderer.prepare()
        AnimationRenderer.prepare()
        #expect(AnimationRenderer.isPrepared)
    }
}
