import Testing
import VectorGraphics

@testable import LottieRenderer

@Suite("Pictures that a caller sets on layers are prepared and cached")
struct ReplacementImagesTests {
    @Test("equal pictures share one prepared picture, and different ones have separate ones")
    func equalImagesShareOnePreparedImage() {
        var given = ReplacementImages()
        let picture = Pixmap(width: 4, height: 4)
        let copy = picture
        let first = given.prepare(picture)
        #expect(given.prepare(copy) === first)
        var other = picture
        other.pixels[0] = 0xFF00_00FF
        let second = given.prepare(other)
        #expect(second !== first && given.prepare(other) === second && given.prepare(picture) === first)
    }

    @Test("a prepared picture is released when no layer uses it")
    func unusedPreparedImageIsReleased() {
        var given = ReplacementImages()
        weak var old: MipmappedPicture?
        do { old = given.prepare(Pixmap(width: 4, height: 4)) }
        #expect(old == nil)
        let picture = Pixmap(width: 2, height: 2)
        let prepared = given.prepare(picture)
        #expect(given.prepare(picture) === prepared)
    }
}
