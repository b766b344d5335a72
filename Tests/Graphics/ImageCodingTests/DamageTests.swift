import ImageCoding
import SeededRandomness
import Testing
import VectorGraphics

@Suite("Damaged pictures end in an error or a picture, never in a crash")
struct DamageTests {
    @Test("a file truncated after any byte does not crash the decoder", arguments: Samples.all.indices)
    func truncatedFileDoesNotCrash(sample: Int) {
        let file = Samples.all[sample]
        for length in file.indices {
            checkDecodingFailsOrYieldsValidPicture(Array(file[..<length]))
        }
    }

    @Test(
        "a PNG or WebP without its last quarter is an error",
        arguments: [
            Samples.rgba8, Samples.interlaced, Samples.webpLossless, Samples.webpLossy,
        ])
    func truncatedFileIsError(file: [UInt8]) {
        #expect(throws: PictureError.self) { try Pixmap(decoding: Array(file[..<(file.count * 3 / 4)])) }
    }

    @Test("a file with random changes does not crash the decoder", arguments: Samples.all.indices)
    func corruptedFileDoesNotCrash(sample: Int) {
        var random = SeededGenerator(seed: 0x9E37 &+ UInt64(sample))
        for _ in 0..<2_000 {
            var file = Samples.all[sample]
            for _ in 0...random.next(below: 4) {
                file[random.next(below: file.count)] = UInt8(random.next(below: 256))
            }
            checkDecodingFailsOrYieldsValidPicture(file)
        }
    }

    @Test("a PNG with random changes and correct checksums does not crash the decoder", arguments: Samples.all.indices)
    func corruptedFileWithValidChecksumsDoesNotCrash(sample: Int) {
        guard PictureFormat(signatureOf: Samples.all[sample]) == .png else { return }
        #expect(withChecksums(Samples.all[sample]) == Samples.all[sample])
        var random = SeededGenerator(seed: 0xC0DE &+ UInt64(sample))
        for _ in 0..<2_000 {
            var file = Samples.all[sample]
            for _ in 0...random.next(below: 3) {
                file[8 + random.next(below: file.count - 8)] = UInt8(random.next(below: 256))
            }
            checkDecodingFailsOrYieldsValidPicture(withChecksums(file))
        }
    }

    /// Checks that decoding a damaged file fails or yields a valid picture.
    private func checkDecodingFailsOrYieldsValidPicture(_ file: [UInt8]) {
        guard let picture = try? Pixmap(decoding: file) else { return }
        #expect(picture.pixels.count == picture.width * picture.height)
        #expect(
            picture.pixels.prefix(10_000).allSatisfy { pixel in
                (0..<3).allSatisfy { pixel >> ($0 * 8) & 0xFF <= pixel >> 24 }
            })
    }
}

@Suite("Pixmaps are written as PNG files")
struct EncodingTests {
    @Test("opaque, translucent and transparent pixels are preserved exactly", arguments: [(1, 1), (7, 3), (255, 64)])
    func pixelsArePreserved(width: Int, height: Int) throws {
        var random = SeededGenerator(seed: UInt64(width))
        var picture = Pixmap(width: width, height: height)
        for index in picture.pixels.indices {
            let alpha = [0, 255, 1, random.next(below: 256)][random.next(below: 4)]
            let channels = (0..<3).map { UInt32(random.next(below: alpha + 1)) << ($0 * 8) }
            picture.pixels[index] = channels.reduce(UInt32(alpha) << 24, |)
        }
        #expect(try Pixmap(decoding: picture.pngBytes()) == picture)
    }

    @Test("noise that cannot be compressed is preserved too")
    func noiseIsPreserved() throws {
        var random = SeededGenerator(seed: 5)
        var picture = Pixmap(width: 300, height: 200)
        for index in picture.pixels.indices {
            picture.pixels[index] = 0xFF00_0000 | UInt32(random.next(below: 1 << 24))
        }
        #expect(try Pixmap(decoding: picture.pngBytes()) == picture)
    }

    @Test("a picture without pixels cannot be written")
    func emptyPictureCannotBeWritten() {
        #expect(throws: PictureError.self) { try Pixmap(width: 0, height: 4).pngBytes() }
    }
}
