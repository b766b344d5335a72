import ImageCoding
import Testing
import VectorGraphics

/// Returns the pixel in a pixmap for a color that is not premultiplied.
private func pixel(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32 = 255) -> UInt32 {
    func premultiplied(_ channel: UInt32) -> UInt32 { (channel * alpha * 2 + 255) / 510 }
    return alpha << 24 | premultiplied(blue) << 16 | premultiplied(green) << 8 | premultiplied(red)
}

@Suite("Pictures are decoded to premultiplied sRGB")
struct DecodingTests {
    @Test(
        "PNGs of every color type and bit depth are decoded",
        arguments: [
            (Samples.grey1, 2, [pixel(255, 255, 255), pixel(0, 0, 0), pixel(0, 0, 0), pixel(255, 255, 255)]),
            (Samples.grey8Transparent, 2, [0, pixel(192, 192, 192)]),
            (Samples.grey16, 2, [pixel(64, 64, 64), pixel(255, 255, 255)]),
            (Samples.greyAlpha, 2, [pixel(200, 200, 200, 128), 0]),
            (Samples.palette2, 3, [pixel(255, 0, 0), pixel(0, 255, 0, 128), pixel(0, 0, 255)]),
            (Samples.rgb8, 2, [pixel(255, 0, 0), pixel(0, 0, 255)]),
            (Samples.rgba8, 2, [pixel(255, 0, 0), pixel(200, 100, 50, 128)]),
            (Samples.rgba16, 1, [pixel(199, 100, 50, 128)]),
            (Samples.interlaced, 3, (0..<9).map { pixel($0 * 20, 255 - $0 * 20, $0) }),
        ])
    func decodesPNGsOfEveryKind(file: [UInt8], width: Int, expected: [UInt32]) throws {
        let picture = try Pixmap(decoding: file)
        #expect(picture.width == width)
        #expect(picture.pixels.map(hex) == expected.map(hex))
    }

    @Test("values of light, which have the gamma 1, are converted to sRGB")
    func gammaIsApplied() throws {
        // The values 100, 150, 200 and 50, 60, 70 of light.
        #expect(
            try Pixmap(decoding: Samples.rgb8Gamma).pixels.map(hex) == [
                hex(pixel(168, 202, 229)), hex(pixel(122, 133, 143)),
            ])
    }

    @Test(
        "JPEGs in grey, color, progressive and CMYK are decoded",
        arguments: [
            (Samples.jpegGrey, pixel(90, 90, 90)),
            (Samples.jpegColor, pixel(199, 60, 29)),
            (Samples.jpegProgressive, pixel(199, 60, 29)),
            (Samples.jpegCMYK, pixel(255, 127, 0)),
        ])
    func decodesJPEGs(file: [UInt8], expected: UInt32) throws {
        let picture = try Pixmap(decoding: file)
        #expect(picture.width == 8 && picture.height == 8)
        #expect(picture.pixels.allSatisfy { difference($0, expected) <= 2 }, "\(hex(picture.pixels[0]))")
    }

    @Test(
        "WebPs in lossless, lossy and lossy with alpha are decoded",
        arguments: [
            (Samples.webpLossless, 4, pixel(200, 100, 50, 128), 0),
            (Samples.webpLossy, 16, pixel(200, 100, 50), 3),
            (Samples.webpLossyAlpha, 16, pixel(200, 100, 50, 128), 3),
        ])
    func decodesWebPs(file: [UInt8], side: Int, expected: UInt32, tolerance: Int) throws {
        let picture = try Pixmap(decoding: file)
        #expect(picture.width == side && picture.height == side)
        #expect(picture.pixels.allSatisfy { difference($0, expected) <= tolerance }, "\(hex(picture.pixels[0]))")
    }

    @Test("a file that is not a supported picture is rejected with its reason")
    func unsupportedFileIsRejected() {
        #expect(throws: PictureError.empty) { try Pixmap(decoding: []) }
        #expect(throws: PictureError.unknownFormat) { try Pixmap(decoding: Array("GIF89a……".utf8)) }
        #expect(throws: PictureError.invalidSize(.png, width: 100_000, height: 100_000)) {
            try Pixmap(decoding: Samples.huge)
        }
        #expect(throws: PictureError.unsupported(.webp, reason: "expected a still picture, found an animated one")) {
            try Pixmap(decoding: Samples.webpAnimated)
        }
    }

    private func difference(_ one: UInt32, _ other: UInt32) -> Int {
        var largest = 0
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            largest = max(largest, abs(Int((one >> shift) & 0xFF) - Int((other >> shift) & 0xFF)))
        }
        return largest
    }
}

private func hex(_ pixel: UInt32) -> String { "#" + String(pixel, radix: 16) }
