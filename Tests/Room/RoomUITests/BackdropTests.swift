import Testing
import VectorGraphics

@testable import RoomUI

@Suite("The backdrop behind the gifts")
struct BackdropTests {
    private func picture(step: Int, width: Int = 80, height: Int = 44) -> Pixmap {
        var backdrop = Backdrop(width: width, height: height)
        var pixmap = Pixmap(width: width, height: height)
        backdrop.draw(step: step, into: &pixmap)
        return pixmap
    }

    @Test("every pixel is opaque at any size", arguments: [(1, 1), (3, 2), (80, 44), (200, 116), (301, 7)])
    func opaque(width: Int, height: Int) {
        #expect(picture(step: 3, width: width, height: height).pixels.allSatisfy { $0 >> 24 == 255 })
    }

    @Test("a step always gives the same picture, and the next step differs in less than a quarter of the pixels")
    func stepsDifferLittle() {
        #expect(picture(step: 7) == picture(step: 7))
        let changed = zip(picture(step: 7).pixels, picture(step: 8).pixels).count { $0 != $1 }
        #expect(changed > 0)
        #expect(changed < 80 * 44 / 4, "a quiet picture changes in few places: \(changed)")
    }
}
