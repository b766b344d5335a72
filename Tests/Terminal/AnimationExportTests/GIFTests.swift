import ExactNumbers
import SeededRandomness
import TerminalCells
import Testing
import VectorGraphics

@testable import AnimationExport

@Suite("Animated GIFs are written")
struct GIFTests {
    /// Returns the frames of a film in a GIF, where consecutive equal frames are merged.
    private func distinct(_ film: Film) -> [[UInt32?]] {
        film.frames.map(\.picture.colors).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    @Test("few colors are preserved exactly, and removed pixels become transparent", arguments: 0..<60 as Range<UInt64>)
    func exact(seed: UInt64) throws {
        let film = Film(Film.squares(seed), rate: 10)
        let gif = try GIFReader(film.gif)
        #expect((gif.width, gif.height) == (21, 13) && gif.loops == 0)
        #expect(gif.frames.map(\.pixels) == distinct(film), "seed \(seed)")
        #expect(gif.frames.map(\.hundredths).reduce(0, +) == 120)
    }

    @Test(
        "delays in hundredths of a second add up to the exact times", arguments: [7.0, 12, 15, 24, 25, 29.97, 30, 50])
    func delaysAddUpToExactTimes(rate: Double) throws {
        let pictures = (0..<90).map { step in
            var picture = Pixmap(width: 2, height: 1)
            picture[step & 1, 0] = 0xFF00_00FF
            return picture
        }
        let film = Film(pictures, rate: rate)
        let gif = try GIFReader(film.gif)
        #expect(gif.frames.count == 90)
        var sum = 0
        for (index, frame) in gif.frames.enumerated() {
            #expect(abs(Double(sum) - Double(index) / rate * 100) <= 0.5)
            sum += frame.hundredths
        }
        #expect(sum == Int((90 / rate * 100).rounded()))
    }

    @Test("frames that are too fast for browsers are left out, and the others keep their times")
    func tooFastFramesAreLeftOut() throws {
        let film = Film(Film.squares(5, count: 120), rate: 100)
        let gif = try GIFReader(film.gif)
        #expect(gif.frames.allSatisfy { $0.hundredths >= 2 })
        #expect(gif.frames.map(\.hundredths).reduce(0, +) == 120)
        #expect(gif.frames.last?.pixels == film.frames.last?.picture.colors)
    }

    @Test("a frame can last for hours", arguments: [false, true])
    func frameCanLastForHours(isGone: Bool) throws {
        var pictures = [Pixmap(width: 3, height: 3), Pixmap(width: 3, height: 3)]
        pictures[0].pixels = [UInt32](repeating: 0xFF12_3456, count: 9)
        if !isGone { pictures[1].pixels = [UInt32](repeating: 0xFF65_4321, count: 9) }
        let gif = try GIFReader(Film(pictures, rate: 0.0005).gif)
        #expect(gif.frames.map(\.hundredths).reduce(0, +) == 400_000)
        let before = gif.frames.prefix { $0.pixels == pictures[0].colors }
        let after = gif.frames.drop { $0.pixels == pictures[0].colors }
        #expect(before.map(\.hundredths).reduce(0, +) == 200_000)
        #expect(after.allSatisfy { $0.pixels == pictures[1].colors })
    }

    @Test("a frame contains only the changed rectangle")
    func frameContainsOnlyChangedRectangle() throws {
        var pictures = [Pixmap](repeating: Film.gradients(count: 1)[0], count: 3)
        pictures[1][10, 20] = 0xFF00_00FF
        pictures[2][10, 20] = 0xFF00_00FF
        pictures[2][12, 21] = 0xFF00_FF00
        let gif = try GIFReader(Film(pictures, rate: 5).gif)
        #expect(gif.frames.map(\.area) == [48 * 48, 1, 1])
    }

    @Test("many colors are approximated closely, and so are the averages of areas")
    func quality() throws {
        let film = Film(Film.gradients(count: 4), rate: 10)
        let gif = try GIFReader(film.gif)
        for (frame, expected) in zip(gif.frames, film.frames) {
            var sum = 0.0
            for (found, wanted) in zip(frame.pixels, expected.picture.colors) {
                let (found, wanted) = (try #require(found), try #require(wanted))
                let distance = OklabColor.squaredDistance(OklabColor.point(of: found), OklabColor.point(of: wanted))
                sum += Double(distance.squareRoot())
            }
            #expect(sum / Double(48 * 48) < 0.035)
            #expect(blockError(frame.pixels.map { $0 ?? 0 }, expected.picture.colors.map { $0 ?? 0 }, side: 48) < 6)
        }
    }

    /// Returns the mean difference of the channels between the averages of blocks of 8 × 8 pixels.
    private func blockError(_ found: [UInt32], _ wanted: [UInt32], side: Int) -> Double {
        var (sum, count) = (0.0, 0)
        for block in 0..<(side / 8) * (side / 8) {
            let (left, top) = (block % (side / 8) * 8, block / (side / 8) * 8)
            for shift in [0, 8, 16] as [UInt32] {
                var difference = 0
                for y in top..<top + 8 {
                    for x in left..<left + 8 {
                        let index = y * side + x
                        difference += Int(found[index] >> shift & 0xFF) - Int(wanted[index] >> shift & 0xFF)
                    }
                }
                sum += abs(Double(difference) / 64)
                count += 1
            }
        }
        return sum / Double(count)
    }

    @Test("the nearest color of a palette is found", arguments: 0..<10 as Range<UInt64>)
    func nearest(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let palette = ColorPalette((0..<1 + chance.next(below: 255)).map { _ in UInt32(chance.next(below: 1 << 24)) })
        for _ in 0..<200 {
            let point = OklabColor.point(of: UInt32(chance.next(below: 1 << 24)))
            let distances = palette.points.map { OklabColor.squaredDistance($0, point) }
            let found = palette.nearest(to: point)
            #expect(found.squaredDistance == distances.min() && distances[found.index] == found.squaredDistance)
        }
    }

    @Test("tiny changes do not make the picture flicker")
    func tinyChangesDoNotFlicker() throws {
        var pictures = [Pixmap](repeating: Film.gradients(count: 1)[0], count: 4)
        for step in pictures.indices {
            for index in pictures[step].pixels.indices where (pictures[step].pixels[index] & 0xFF) < 250 {
                pictures[step].pixels[index] += UInt32(step % 2)
            }
        }
        #expect(try GIFReader(Film(pictures, rate: 5).gif).frames.count == 1)
    }

    @Test("edges stay sharp, and translucent areas become patterns of the same density")
    func transparency() throws {
        var edge = Pixmap(width: 12, height: 4)
        var glow = Pixmap(width: 32, height: 32)
        for y in 0..<4 {
            for x in 0..<6 { edge[x, y] = x < 5 ? 0xFF00_00FF : 0xA000_00A0 }
        }
        for index in glow.pixels.indices { glow.pixels[index] = 0x4000_0040 }
        let hard = try GIFReader(Film([edge], rate: 1).gif).frames[0].pixels
        #expect(hard.enumerated().allSatisfy { ($0 % 12 < 6) == ($1 == 0xFF0000) })
        let soft = try GIFReader(Film([glow], rate: 1).gif).frames[0].pixels
        #expect(abs(soft.count { $0 != nil } - 256) <= 32)
    }

    @Test("noise that fills the code table many times is preserved", arguments: [1, 2, 5, 8])
    func compression(depth: Int) throws {
        var chance = SeededGenerator(seed: UInt64(depth))
        var colors = (0..<min(255, 1 << depth)).map { 0xFF00_0000 | UInt32($0 * 0x01_0101) }
        colors[0] = 0xFF00_0001
        var picture = Pixmap(width: 200, height: 150)
        for index in picture.pixels.indices { picture.pixels[index] = colors[chance.next(below: colors.count)] }
        let gif = try GIFReader(Film([picture], rate: 1).gif)
        #expect(gif.frames.map(\.pixels) == [picture.colors])
    }

    @Test("equal films make equal bytes, however often a frame is shown")
    func deterministic() throws {
        let film = Film(Film.gradients(count: 3), rate: 10)
        let again = Film(film.frames.flatMap { [$0.picture, $0.picture, $0.picture] }, rate: 30)
        #expect(try film.gif == again.gif)
    }

    @Test("a file without frames and frames of another size are rejected")
    func failures() throws {
        var writer = try GIFWriter(width: 2, height: 2, palette: ColorPalette([0]))
        #expect(throws: MovingPictureError.nothingToShow) { try writer.file(endingAt: .second) }
        #expect(throws: MovingPictureError.unacceptableSize(width: 3, height: 2, expected: "2×2")) {
            try writer.show(Pixmap(width: 3, height: 2), at: 0)
        }
        #expect(throws: MovingPictureError.self) {
            _ = try GIFWriter(width: 70_000, height: 2, palette: ColorPalette([0]))
        }
    }
}
