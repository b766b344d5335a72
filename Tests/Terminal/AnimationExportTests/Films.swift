import AnimationExport
import ExactNumbers
import SeededRandomness
import TerminalCells
import VectorGraphics

/// A sequence of pictures with their times.
struct Film {
    var frames: [(picture: Pixmap, time: Nanoseconds)] = []
    var end: Nanoseconds = 0

    /// Creates a sequence with a constant frame rate.
    init(_ pictures: [Pixmap], rate: Double) {
        frames = pictures.enumerated().map { ($1, Self.time(Double($0) / rate)) }
        end = Self.time(Double(pictures.count) / rate)
    }

    private static func time(_ seconds: Double) -> Nanoseconds { Nanoseconds((seconds * 1e9).rounded()) }

    /// Returns pictures on which colored or transparent squares randomly appear and disappear.
    static func squares(_ seed: UInt64, count: Int = 12, width: Int = 21, height: Int = 13) -> [Pixmap] {
        var chance = SeededGenerator(seed: seed)
        let colors: [UInt32] = (0..<20).map { _ in 0xFF00_0000 | UInt32(chance.next(below: 1 << 24)) } + [0, 0, 0]
        var picture = Pixmap(width: width, height: height)
        return (0..<count).map { _ in
            for _ in 0..<chance.next(below: 4) {
                let (x, y) = (chance.next(below: width), chance.next(below: height))
                let color = colors[chance.next(below: colors.count)]
                for row in y..<min(height, y + 1 + chance.next(below: 6)) {
                    for column in x..<min(width, x + 1 + chance.next(below: 9)) { picture[column, row] = color }
                }
            }
            return picture
        }
    }

    /// Returns moving gradients with many more colors than a palette can have.
    static func gradients(count: Int, side: Int = 48) -> [Pixmap] {
        (0..<count).map { step in
            var picture = Pixmap(width: side, height: side)
            for y in 0..<side {
                for x in 0..<side {
                    let red = UInt32((x * 255 / side + step * 8) & 0xFF)
                    picture[x, y] = 0xFF00_0000 | UInt32(128 + step) << 16 | UInt32(y * 255 / side) << 8 | red
                }
            }
            return picture
        }
    }

    var gif: [UInt8] {
        get throws {
            var survey = ColorHistogram()
            for frame in frames { survey.add(frame.picture) }
            let size = frames[0].picture
            return try file(GIFWriter(width: size.width, height: size.height, palette: survey.palette()))
        }
    }

    func file(_ writer: some PictureSequenceWriter) throws -> [UInt8] {
        var writer = writer
        for frame in frames { try writer.show(frame.picture, at: frame.time) }
        return try writer.file(endingAt: end)
    }
}

extension Pixmap {
    /// The pixels as `0xRRGGBB`, and nil for transparent ones.
    var colors: [UInt32?] {
        pixels.map { pixel in
            pixel == 0 ? nil : (pixel & 0xFF) << 16 | pixel & 0xFF00 | pixel >> 16 & 0xFF
        }
    }
}
