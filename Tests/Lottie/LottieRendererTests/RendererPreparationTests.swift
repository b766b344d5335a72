import LottieDocument
import Testing

@testable import LottieRenderer

@Suite("The preparation of renderers works and can be repeated")
struct RendererPreparationTests {
    @Test("the document of the preparation is fully supported and draws something")
    func preparationDocumentIsSupported() throws {
        let composition = try Composition(json: Array(AnimationRenderer.preparationDocument.utf8))
        #expect(composition.unsupportedFeatures.isEmpty)
        #expect(AnimationRenderer.preparationSucceeded)
    }

    @Test("a second preparation does nothing")
    func secondPreparationDoesNothing() {
        AnimationRenderer.prepare()
        AnimationRenderer.prepare()
        #expect(AnimationRenderer.preparationSucceeded)
    }
}
