import Testing
import VectorGraphics

@testable import RoomUI

@Suite("The backdrop behind the gifts")
struct BackdropTests {
    private func picture(_ motif: BackdropMotif, step: Int, width: Int = 80, height: Int = 44) -> Pixmap {
        var backdrop = Backdrop(width: width, height: height, motif: motif)
        var pixmap = Pixmap(width: width, height: height)
        backdrop.draw(step: step, into: &pixmap)
        return pixmap
    }

    private func differences(_ one: Pixmap, _ other: Pixmap) -> Int { zip(one.pixels, other.pixels).count { $0 != $1 } }

    @Test(
        "every pixel is opaque at any size", arguments: BackdropMotif.allCases,
        [(0, 0), (0, 9), (9, 0), (1, 1), (3, 2), (2, 9), (80, 44), (200, 116), (301, 7)])
    func opaque(motif: BackdropMotif, size: (width: Int, height: Int)) {
        let pixels = picture(motif, step: 3, width: size.width, height: size.height).pixels
        #expect(pixels.allSatisfy { $0 >> 24 == 255 })
    }

    @Test(
        "a step always gives the same picture, and the next step differs in less than a quarter of the pixels",
        arguments: BackdropMotif.allCases)
    func stepsDifferLittle(motif: BackdropMotif) {
        #expect(picture(motif, step: 7) == picture(motif, step: 7))
        let changed = (7..<17).map { differences(picture(motif, step: $0), picture(motif, step: $0 + 1)) }
        #expect(changed.contains { $0 > 0 })
        #expect(changed.allSatisfy { $0 < 80 * 44 / 4 }, "a quiet picture changes in few places: \(changed)")
    }

    @Test(
        "no two of the first seven rooms of a lobby have pictures that look alike",
        arguments: [(17, 10), (36, 8), (48, 36), (80, 44)])
    func roomsDiffer(width: Int, height: Int) {
        let pictures = (0..<7).map { picture(.ofRoom(at: $0), step: 3, width: width, height: height) }
        for (index, one) in pictures.enumerated() {
            for other in pictures[..<index] { #expect(differences(one, other) > width * height / 2, "room \(index)") }
        }
        #expect(BackdropMotif.ofRoom(at: 7) == .ofRoom(at: 1))
    }
}
