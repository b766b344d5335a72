import Testing
import VectorGraphics

@testable import LottieRenderer

@Suite("Pictures that a caller sets on layers are prepared and cached")
struct GivenPicturesTests {
    @Test("equal pictures share one prepared picture, and different ones have separate ones")
    func sharing() {
        var given = GivenPictures()
        let picture = Pixmap(width: 4, height: 4)
        let copy = picture
        let first = given.prepared(picture)
        #expect(given.prepared(copy) === first)
        var other = picture
        other.pixels[0] = 0xFF00_00FF
        let second = given.prepared(other)
        #expect(second !== first && given.prepared(other) === second && given.prepared(picture) === first)
    }

    @Test("a prepared picture is released when no layer uses it")
    func release() {
        var given = GivenPictures()
        weak var old: MipmappedPicture?
        do { old = given.prepared(Pixmap(width: 4, height: 4)) }
        #expect(old == nil)
        let picture = Pixmap(width: 2, height: 2)
        let prepared = given.prepared(picture)
        #expect(given.prepared(picture) === prepared)
    }
}
