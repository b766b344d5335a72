import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("A composition is scaled to the picture's size")
struct ScalingTests {
    private func picture(_ scaling: AnimationRenderer.Scaling, width: Int, height: Int) throws -> Pixmap {
        let composition = try Composition(document(4, 2, [solid("#ff0000", 2, 2), solid("#0000ff", x: 2, 2, 2)]))
        var pixmap = Pixmap(width: width, height: height)
        AnimationRenderer(composition, width: width, height: height, scaling: scaling).draw(frame: 0, into: &pixmap)
        return pixmap
    }

    @Test("`fit` shows the whole composition, centred, and leaves the rest of the picture empty")
    func fitShowsWholeComposition() throws {
        let picture = try picture(.fit, width: 8, height: 8)
        for x in 0..<8 {
            #expect(picture[x, 1] == 0)
            #expect(picture[x, 6] == 0)
            #expect(picture[x, 3] == (x < 4 ? 0xFF00_00FF : 0xFFFF_0000))
        }
    }

    @Test("`cover` fills the whole picture and cuts off the rest of the composition")
    func coverFillsPicture() throws {
        let picture = try picture(.cover, width: 8, height: 8)
        for y in 0..<8 {
            for x in 0..<8 { #expect(picture[x, y] == (x < 4 ? 0xFF00_00FF : 0xFFFF_0000)) }
        }
    }
}
