import Motion
import Testing
import VectorGraphics

@testable import RoomUI

@Suite("Quarter turns of pictures")
struct QuarterTurnTests {
    /// Returns a picture in which all pixels differ.
    private func picture(_ width: Int, _ height: Int) -> Pixmap {
        var picture = Pixmap(width: width, height: height)
        for index in picture.pixels.indices { picture.pixels[index] = 0xFF00_0000 | UInt32(index * 7 + 1) }
        return picture
    }

    private func turned(_ picture: Pixmap, by degrees: Double) -> Pixmap {
        var posed = PosedPicture()
        posed.pose(picture, as: Pose.rest.with(.rotation, degrees))
        return posed.pixmap
    }

    @Test(
        "a quarter turn moves whole pixels clockwise and mixes none",
        arguments: [(4, 4), (4, 6), (8, 6), (5, 6), (6, 5)]
    )
    func quarter(width: Int, height: Int) {
        let source = picture(width, height)
        let turned = turned(source, by: 90)
        let side = min(width, height)
        let kept = turned.pixels.filter { $0 != 0 }
        #expect(Set(kept).count == kept.count && Set(kept).isSubset(of: Set(source.pixels)))
        #expect(kept.count >= side * (side - 1))
        // The row above the middle becomes the column to the right of the middle, from top to bottom.
        guard width % 2 == 0, height % 2 == 0 else { return }
        for step in -side / 2..<side / 2 {
            #expect(turned[width / 2, height / 2 + step] == source[width / 2 + step, height / 2 - 1])
        }
    }

    @Test(
        "two quarter turns are a half turn, four are none, and a turn back restores the picture",
        arguments: [(6, 6), (6, 5), (5, 6)])
    func quarterTurnsCompose(width: Int, height: Int) {
        let source = picture(width, height)
        func same(_ one: Pixmap, _ other: Pixmap) -> Bool {
            zip(one.pixels, other.pixels).allSatisfy { $0 == $1 || $0 == 0 || $1 == 0 }
        }
        #expect(turned(source, by: 180).pixels == source.pixels.reversed())
        #expect(turned(source, by: 360) == source && turned(source, by: -720) == source)
        #expect(turned(source, by: -90) == turned(source, by: 270))
        #expect(same(turned(turned(source, by: 90), by: -90), source))
        if width == height { #expect(turned(turned(source, by: 90), by: 90) == turned(source, by: 180)) }
    }

    @Test("other angles mix pixels")
    func otherAnglesMixPixels() {
        let source = picture(6, 6)
        let mixed = turned(source, by: 45).pixels.filter { $0 != 0 }
        #expect(!Set(mixed).isSubset(of: Set(source.pixels)))
    }
}
