import Testing
import VectorGraphics

@testable import AnimationLint

@Suite("Colours that vanish on white or on black")
struct ContrastTests {
    private func vanishing(_ color: String) throws -> [Finding] {
        try findings(.vanishingColor, in: Documents.document(Documents.square(color: color)))
    }

    @Test("nearly white vanishes on white, nearly black on black, and red on neither")
    func colors() throws {
        let light = try vanishing("[0.97,0.97,0.95,1]")
        #expect(light.count == 1)
        #expect(light.first?.message.contains("on white (#ffffff), most of it near #ffffff") == true)
        let dark = try vanishing("[0.02,0.02,0.02,1]")
        #expect(dark.count == 1)
        #expect(dark.first?.message.contains("on black (#000000), most of it near #000000") == true)
        #expect(try vanishing("[1,0,0,1]") == [])
    }

    @Test("a picture that brings its own background vanishes on none")
    func backdrop() throws {
        let whole = Documents.square(color: "[1,1,1,1]").replacing("[60,60]", with: "[100,100]")
        #expect(try findings(.vanishingColor, in: Documents.document(whole)) == [])
    }

    @Test("a colour that is as light as grey 226 of 255 has just the ratio that is told from white")
    func ratio() {
        func share(_ channel: UInt32) -> Double {
            var picture = Pixmap(width: 2, height: 1)
            picture.pixels[0] = 0xFF00_0000 | channel * 0x01_0101
            var contrast = PictureContrast()
            contrast.add(picture)
            return contrast.vanishedShare(on: .white)
        }
        // (1 + 0.05) / (L + 0.05) = 1.25 for a luminance of 0.79, which sRGB encodes as 229.7.
        #expect(share(230) == 1)
        #expect(share(229) == 0)
    }

    @Test("the difference of two pictures is over what either of them shows")
    func difference() {
        var one = Pixmap(width: 4, height: 1)
        var other = one
        #expect(one.difference(from: other) == 0)
        one.pixels[0] = 0xFFFF_FFFF
        #expect(one.difference(from: other) == 1)
        other.pixels[0] = 0xFFFF_FFFF
        other.pixels[1] = 0xFF00_0000
        #expect(one.difference(from: other) == 0.5)
    }
}
