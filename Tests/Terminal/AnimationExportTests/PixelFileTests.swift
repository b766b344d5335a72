import AnimationExport
import ExactNumbers
import ImageCoding
import Testing
import VectorGraphics

/// A frame of an animated WebP, as described by its container.
private struct WebPFrame {
    let left: Int
    let top: Int
    let milliseconds: Int
    let isBlended: Bool
    let isCleared: Bool
    let picture: Pixmap

    /// Returns the frames of a file.
    ///
    /// - SeeAlso: WebP Container Specification.
    static func all(in file: [UInt8]) throws -> [WebPFrame] {
        func number(_ at: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(file[at + $1]) << (8 * $1) }
        }
        var frames: [WebPFrame] = []
        var position = 12
        while position + 8 <= file.count {
            let size = number(position + 4, 4)
            let start = position + 8
            if file[position..<position + 4].elementsEqual("ANMF".utf8) {
                let chunk = Array(file[start + 16..<start + size])
                let length = UInt32(chunk.count + 4)
                let alone =
                    Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
                    + Array("WEBP".utf8) + chunk
                frames.append(
                    WebPFrame(
                        left: 2 * number(start, 3), top: 2 * number(start + 3, 3),
                        milliseconds: number(start + 12, 3), isBlended: file[start + 15] & 2 == 0,
                        isCleared: file[start + 15] & 1 != 0, picture: try Pixmap(decoding: alone)))
            }
            position = start + size + size & 1
        }
        return frames
    }
}

@Suite("Files of exact pixels are written")
struct PixelFileTests {
    @Test("a WebP shows the exact pixels for the exact times", arguments: 0..<12 as Range<UInt64>)
    func webp(seed: UInt64) throws {
        let film = Film(Film.squares(seed), rate: 30)
        let file = try film.file(WebPWriter(width: 21, height: 13))
        #expect(try film.file(WebPWriter(width: 21, height: 13)) == file)
        var canvas = Pixmap(width: 21, height: 13)
        let frames = try WebPFrame.all(in: file)
        var start = 0
        for frame in frames {
            for y in 0..<frame.picture.height {
                for x in 0..<frame.picture.width where !frame.isBlended || frame.picture[x, y] != 0 {
                    canvas[frame.left + x, frame.top + y] = frame.picture[x, y]
                }
            }
            let expected = film.frames.last { Int(($0.time + 500_000) / 1_000_000) <= start }
            #expect(canvas == expected?.picture, "seed \(seed), at \(start) ms")
            if frame.isCleared {
                for y in 0..<frame.picture.height {
                    for x in 0..<frame.picture.width { canvas[frame.left + x, frame.top + y] = 0 }
                }
            }
            start += frame.milliseconds
        }
        if frames.count > 1 { #expect(start == 400) }
    }

    @Test("an animated PNG has the exact duration", arguments: [24.0, 30, 60])
    func png(rate: Double) throws {
        let film = Film(Film.squares(3, count: 30), rate: rate)
        let file = try film.file(TimedPNGWriter(width: 21, height: 13))
        var (ticks, position) = (0, 8)
        while position + 12 <= file.count {
            func number(_ at: Int, _ count: Int) -> Int { file[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
            if file[position + 4..<position + 8].elementsEqual("fcTL".utf8) {
                #expect(number(position + 30, 2) == 10_000)
                ticks += number(position + 28, 2)
            }
            position += 12 + number(position, 4)
        }
        #expect(ticks == Int((30 / rate * 10_000).rounded()))
    }

    @Test("a file without frames and frames of another size are rejected")
    func failures() throws {
        var webp = try WebPWriter(width: 2, height: 2)
        #expect(throws: MovingPictureError.nothingToShow) { try webp.file(endingAt: .second) }
        var png = TimedPNGWriter(width: 2, height: 2)
        #expect(throws: MovingPictureError.self) { try png.file(endingAt: .second) }
        #expect(throws: MovingPictureError.self) { _ = try WebPWriter(width: 20_000, height: 2) }
        #expect(throws: MovingPictureError.self) { try webp.show(Pixmap(width: 1, height: 2), at: 0) }
    }
}
