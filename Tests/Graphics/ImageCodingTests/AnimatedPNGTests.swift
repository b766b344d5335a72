import Foundation
import ImageCoding
import SeededRandomness
import TestSupport
import Testing
import VectorGraphics

@Suite("Animated PNGs are written")
struct AnimatedPNGTests {
    @Test("every picture is preserved exactly with its delay", arguments: [UInt64](1...20))
    func picturesAndDelaysArePreserved(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (width, height) = (1 + random.next(below: 24), 1 + random.next(below: 24))
        var writer = AnimatedPNGWriter(width: width, height: height, loopCount: UInt32(seed))
        var picture = noise(width, height, &random)
        var pictures: [Pixmap] = []
        for number in 0..<12 {
            change(&picture, &random)
            pictures.append(picture)
            // All delays have different denominators, so none can be merged.
            try writer.append(picture, for: .init(1, over: UInt16(10 + number)))
        }
        let read = try AnimatedPNGReader(try writer.encodedFile())
        #expect(read.loopCount == Int(seed))
        #expect(read.frames.map(\.picture) == pictures, "seed \(seed)")
        #expect(read.frames.map(\.delay) == (0..<12).map { .init(1, over: UInt16(10 + $0)) })
    }

    @Test("a frame contains only the rectangle that changes")
    func frameContainsOnlyChangedRectangle() throws {
        var picture = Pixmap(width: 20, height: 10)
        var writer = AnimatedPNGWriter(width: 20, height: 10)
        try writer.append(picture, for: .init(1, over: 30))
        picture[4, 2] = 0xFF00_00FF
        picture[7, 8] = 0xFF00_FF00
        try writer.append(picture, for: .init(1, over: 30))
        let read = try AnimatedPNGReader(try writer.encodedFile())
        #expect(read.frames.map(\.bounds) == [[20, 10, 0, 0], [4, 7, 4, 2]])
    }

    @Test("a picture that does not change extends the previous frame")
    func unchangedPictureExtendsPreviousFrame() throws {
        var picture = Pixmap(width: 3, height: 3)
        var writer = AnimatedPNGWriter(width: 3, height: 3)
        for _ in 0..<4 { try writer.append(picture, for: .init(2, over: 30)) }
        picture[1, 1] = 0xFFFF_FFFF
        try writer.append(picture, for: .init(2, over: 30))
        let read = try AnimatedPNGReader(try writer.encodedFile())
        #expect(read.frames.map(\.delay) == [.init(8, over: 30), .init(2, over: 30)])
    }

    @Test("a delay beyond the limit continues in another frame")
    func longDelayContinuesInNextFrame() throws {
        let picture = Pixmap(width: 3, height: 3)
        var writer = AnimatedPNGWriter(width: 3, height: 3)
        for _ in 0..<2 { try writer.append(picture, for: .init(40_000, over: 1)) }
        let read = try AnimatedPNGReader(try writer.encodedFile())
        #expect(read.frames.map(\.delay.numerator) == [40_000, 40_000])
        #expect(read.frames.map(\.picture) == [picture, picture])
    }

    @Test("unchanged pixels are transparent if that makes the frame smaller")
    func unchangedPixelsAreTransparent() throws {
        var random = SeededGenerator(seed: 7)
        var picture = Pixmap(width: 40, height: 40)
        for index in picture.pixels.indices {
            picture.pixels[index] = 0xFF00_0000 | UInt32(random.next(below: 1 << 24))
        }
        var writer = AnimatedPNGWriter(width: 40, height: 40)
        try writer.append(picture, for: .init(1, over: 30))
        let still = try writer.encodedFile().count
        picture[0, 0] = 0xFF00_00FF
        picture[39, 39] = 0xFF00_00FF
        try writer.append(picture, for: .init(1, over: 30))
        let file = try writer.encodedFile()
        let read = try AnimatedPNGReader(file)
        #expect(read.frames.last?.picture == picture)
        #expect(read.frames.map(\.blending) == [0, 1])
        #expect(file.count < still + 250)
    }

    @Test("pictures with few colors have a palette and stay exact")
    func fewColorsUsePalette() throws {
        var pictures: [Pixmap] = []
        var picture = Pixmap(width: 16, height: 16)
        for step in 0..<255 {
            picture.pixels[step] = 0x8000_0000 | UInt32(step % 128) << 8 | UInt32(step / 2)
            pictures.append(picture)
        }
        let palette = try #require(PNGPalette(of: pictures))
        var writer = AnimatedPNGWriter(width: 16, height: 16, palette: palette)
        for picture in pictures { try writer.append(picture, for: .init(1, over: 30)) }
        let read = try AnimatedPNGReader(try writer.encodedFile())
        #expect(read.colorType == 3)
        #expect(read.frames.map(\.picture) == pictures)
    }

    @Test("a palette has up to 255 colors and transparency")
    func paletteHasUpTo255Colors() {
        func picture(colors: Int) -> Pixmap {
            var picture = Pixmap(width: 300, height: 1)
            for index in 0..<colors { picture.pixels[index] = 0xFF00_0000 | UInt32(index) }
            return picture
        }
        #expect(PNGPalette(of: [picture(colors: 255)]) != nil)
        #expect(PNGPalette(of: [picture(colors: 256)]) == nil)
        #expect(PNGPalette(of: [picture(colors: 200), picture(colors: 255)]) != nil)
    }

    @Test("equal pictures make equal bytes, even if the file is requested early")
    func equalPicturesMakeEqualBytes() throws {
        func file(asking: Bool) throws -> [UInt8] {
            var random = SeededGenerator(seed: 3)
            var writer = AnimatedPNGWriter(width: 9, height: 9)
            for _ in 0..<5 {
                try writer.append(noise(9, 9, &random), for: .init(1, over: 30))
                if asking { _ = try writer.encodedFile() }
            }
            return try writer.encodedFile()
        }
        #expect(try file(asking: true) == file(asking: false))
    }

    @Test("a program without support for animations shows the first picture")
    func firstPictureIsDefaultImage() throws {
        var random = SeededGenerator(seed: 5)
        let first = noise(6, 5, &random)
        var writer = AnimatedPNGWriter(width: 6, height: 5)
        try writer.append(first, for: .init(1, over: 30))
        try writer.append(noise(6, 5, &random), for: .init(1, over: 30))
        #expect(try Pixmap(decoding: writer.encodedFile()) == first)
    }

    @Test("an empty file, frames of another size and colors outside of the palette are rejected")
    func invalidInputIsRejected() throws {
        var writer = AnimatedPNGWriter(width: 2, height: 2)
        #expect(throws: PictureError.notWritable(.png, reason: "expected at least one frame, found none")) {
            try writer.encodedFile()
        }
        #expect(throws: PictureError.notWritable(.png, reason: "expected frames of 2×2, found 2×3")) {
            try writer.append(Pixmap(width: 2, height: 3), for: .init(1, over: 30))
        }
        let palette = try #require(PNGPalette(of: [Pixmap(width: 2, height: 2)]))
        var colored = AnimatedPNGWriter(width: 2, height: 2, palette: palette)
        var picture = Pixmap(width: 2, height: 2)
        picture[0, 0] = 0xFFFF_FFFF
        #expect(
            throws: PictureError.notWritable(
                .png, reason: "expected only colors of the palette, found another one")
        ) {
            try colored.append(picture, for: .init(1, over: 30))
        }
    }

    @Test("another reader sees the same animation", .enabled(if: Pillow.isAvailable, "Python has no Pillow"))
    func pillowSeesSameAnimation() throws {
        var random = SeededGenerator(seed: 11)
        var picture = noise(12, 9, &random)
        var writer = AnimatedPNGWriter(width: 12, height: 9, loopCount: 3)
        var expected: [String] = ["3 6"]
        for _ in 0..<6 {
            change(&picture, &random)
            try writer.append(picture, for: .init(1, over: 20))
            let pixels = picture.pixels.filter { $0 >> 24 == 255 }.map { String($0 & 0xFF_FFFF) }
            expected.append("50 " + pixels.joined(separator: ","))
        }
        #expect(try Pillow.description(of: writer.encodedFile()) == expected)
    }

    // MARK: - Pictures

    private func noise(_ width: Int, _ height: Int, _ random: inout SeededGenerator) -> Pixmap {
        var picture = Pixmap(width: width, height: height)
        for index in picture.pixels.indices { picture.pixels[index] = color(&random) }
        return picture
    }

    /// Changes a few pixels, and always the last one, so that the picture differs.
    private func change(_ picture: inout Pixmap, _ random: inout SeededGenerator) {
        for _ in 0..<random.next(below: 6) { picture.pixels[random.next(below: picture.pixels.count)] = color(&random) }
        let last = picture.pixels.count - 1
        picture.pixels[last] = picture.pixels[last] == 0xFF00_0000 ? 0xFF00_00FF : 0xFF00_0000
    }

    /// Returns a random color: a third of them are opaque, a third translucent and a third transparent.
    private func color(_ random: inout SeededGenerator) -> UInt32 {
        let alpha = [255, UInt32(1 + random.next(below: 254)), 0][random.next(below: 3)]
        func channel() -> UInt32 { UInt32(random.next(below: Int(alpha) + 1)) }
        return alpha << 24 | channel() << 16 | channel() << 8 | channel()
    }
}

/// Python's Pillow, a reader that is independent of this project.
private enum Pillow {
    static let isAvailable = (try? run("import PIL.Image", input: [])) != nil

    /// Returns the loops and the number of frames, then for each frame its delay in milliseconds and its opaque pixels.
    static func description(of file: [UInt8]) throws -> [String] {
        let script = """
            import io, sys
            from PIL import Image
            picture = Image.open(io.BytesIO(sys.stdin.buffer.read()))
            print(picture.info["loop"], picture.n_frames)
            for frame in range(picture.n_frames):
                picture.seek(frame)
                pixels = list(picture.convert("RGBA").getdata())
                print(round(picture.info["duration"]),
                      ",".join(str(r | g << 8 | b << 16) for r, g, b, a in pixels if a == 255))
            """
        return try run(script, input: file).split(separator: "\n").map(String.init)
    }

    private struct Failed: Error {}

    private static func run(_ script: String, input: [UInt8]) throws -> String {
        let result = try ChildProgram.run(["python3", "-W", "ignore", "-c", script], input: input)
        guard result.status == 0 else { throw Failed() }
        return result.output
    }
}
