import ImageCoding
import Testing
import VectorGraphics

/// A reader of animated PNGs according to the specification, which decodes the pixels of each frame as a still picture.
struct AnimatedPNGReader {
    struct Frame {
        /// The whole picture while this frame is visible.
        let picture: Pixmap
        let delay: AnimatedPNGWriter.Delay
        let bounds: [Int]
        let blending: UInt8
    }

    struct Malformed: Error {
        let reason: String
    }

    let loopCount: Int
    let frames: [Frame]
    let chunkNames: [String]
    let colorType: UInt8

    init(_ file: [UInt8]) throws {
        let chunks = try Self.chunks(of: file)
        chunkNames = chunks.map(\.name)
        guard let header = chunks.first, header.name == "IHDR", header.content.count == 13 else {
            throw Malformed(reason: "no IHDR")
        }
        colorType = header.content[9]
        guard let control = chunks.first(where: { $0.name == "acTL" })?.content, control.count == 8 else {
            throw Malformed(reason: "no acTL")
        }
        loopCount = Self.number(control[4..<8])
        let shared = chunks.filter { ["sRGB", "gAMA", "PLTE", "tRNS"].contains($0.name) }
        let parts = try Self.parts(of: chunks)
        guard parts.count == Self.number(control[0..<4]) else { throw Malformed(reason: "wrong number of frames") }

        var canvas = Pixmap(width: Self.number(header.content[0..<4]), height: Self.number(header.content[4..<8]))
        guard parts.first?.control[4..<12] == header.content[0..<8] else {
            throw Malformed(reason: "the first frame is not the whole")
        }
        frames = try parts.map { part in
            let place = stride(from: 4, to: 20, by: 4).map { Self.number(part.control[$0..<$0 + 4]) }
            var still = Array(file[..<8])
            Self.append("IHDR", Array(part.control[4..<12]) + header.content[8...], to: &still)
            for chunk in shared { Self.append(chunk.name, chunk.content, to: &still) }
            Self.append("IDAT", part.pixels, to: &still)
            Self.append("IEND", [], to: &still)
            let picture = try Pixmap(decoding: withChecksums(still))
            guard place[2] + place[0] <= canvas.width, place[3] + place[1] <= canvas.height, part.control[24] == 0
            else {
                throw Malformed(reason: "a frame that leaves the picture, or is disposed of")
            }
            Self.draw(picture, at: (place[2], place[3]), over: part.control[25] == 1, onto: &canvas)
            return Frame(
                picture: canvas,
                delay: .init(
                    UInt16(Self.number(part.control[20..<22])), over: UInt16(Self.number(part.control[22..<24]))),
                bounds: place, blending: part.control[25])
        }
    }

    private static func draw(_ picture: Pixmap, at corner: (x: Int, y: Int), over: Bool, onto canvas: inout Pixmap) {
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let pixel = picture[x, y]
                if over && pixel == 0 { continue }
                // A blended frame must be exact, so its pixels must not mix with those below.
                #expect(!over || pixel >> 24 == 255 || canvas[corner.x + x, corner.y + y] >> 24 == 0)
                canvas[corner.x + x, corner.y + y] = pixel
            }
        }
    }

    /// Returns the control data and the pixels of each frame.
    ///
    /// The sequence numbers must count from 0 without a gap.
    private static func parts(of chunks: [Chunk]) throws -> [(control: [UInt8], pixels: [UInt8])] {
        var parts: [(control: [UInt8], pixels: [UInt8])] = []
        var expected = 0
        func take(_ bytes: ArraySlice<UInt8>) throws {
            guard number(bytes) == expected else { throw Malformed(reason: "sequence numbers don't count up") }
            expected += 1
        }
        for chunk in chunks {
            switch chunk.name {
            case "fcTL":
                try take(chunk.content[0..<4])
                parts.append((chunk.content, []))
            case "IDAT":
                guard parts.count == 1 else { throw Malformed(reason: "IDAT outside the first frame") }
                parts[0].pixels += chunk.content
            case "fdAT":
                guard parts.count > 1 else { throw Malformed(reason: "fdAT within the first frame") }
                try take(chunk.content[0..<4])
                parts[parts.count - 1].pixels += chunk.content[4...]
            default: break
            }
        }
        return parts
    }

    // MARK: - Chunks

    private typealias Chunk = (name: String, content: [UInt8])

    private static func chunks(of file: [UInt8]) throws -> [Chunk] {
        guard withChecksums(file) == file else { throw Malformed(reason: "wrong checksum") }
        var chunks: [Chunk] = []
        var position = 8
        while position < file.count {
            let length = number(file[position..<position + 4])
            let content = position + 8..<position + 8 + length
            chunks.append((String(decoding: file[position + 4..<position + 8], as: UTF8.self), Array(file[content])))
            position = content.upperBound + 4
        }
        return chunks
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func append(_ name: String, _ content: some Collection<UInt8>, to file: inout [UInt8]) {
        for shift in stride(from: 24, through: 0, by: -8) { file.append(UInt8(content.count >> shift & 255)) }
        file += name.utf8
        file += content
        file += [0, 0, 0, 0]
    }
}
