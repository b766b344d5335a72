/// A reader that decodes the visible pictures of a GIF frame by frame, according to sections 20 ff. of the
/// specification.
struct GIFReader {
    struct Frame {
        /// The pixels row by row as `0xRRGGBB`, and nil where the picture is transparent.
        let pixels: [UInt32?]
        let hundredths: Int
        let area: Int
    }

    struct ParseError: Error {
        let message: String
    }

    private(set) var width = 0
    private(set) var height = 0
    private(set) var frames: [Frame] = []
    private(set) var loops: Int?
    private var bytes: ArraySlice<UInt8>

    init(_ file: [UInt8]) throws {
        bytes = file[...]
        guard try readBytes(6) == Array("GIF89a".utf8) else { throw ParseError(message: "signature") }
        (width, height) = (try readShort(), try readShort())
        let packed = try readBytes(3)[0]
        guard packed & 0x80 != 0 else { throw ParseError(message: "no palette") }
        let table = try readBytes(3 << (Int(packed & 7) + 1))
        let palette = stride(from: 0, to: table.count, by: 3).map { (index: Int) -> UInt32 in
            table[index..<index + 3].reduce(0) { $0 << 8 | UInt32($1) }
        }
        var canvas = [UInt32?](repeating: nil, count: width * height)
        var control: [UInt8] = [0, 0, 0, 0]
        while true {
            switch try readBytes(1)[0] {
            case 0x21:
                let label = try readBytes(1)[0]
                let blocks = try readBlocks()
                if label == 0xF9 { control = blocks.flatMap(\.self) }
                if label == 0xFF, blocks.first.map({ Array($0) }) == Array("NETSCAPE2.0".utf8) {
                    loops = Int(blocks[1][1]) | Int(blocks[1][2]) << 8
                }
            case 0x2C: try readFrame(control, palette, &canvas)
            case 0x3B:
                guard bytes.isEmpty else { throw ParseError(message: "bytes behind the end") }
                return
            default: throw ParseError(message: "unknown block")
            }
        }
    }

    private mutating func readFrame(_ control: [UInt8], _ palette: [UInt32], _ canvas: inout [UInt32?]) throws {
        let (left, top, columns, rows) = (try readShort(), try readShort(), try readShort(), try readShort())
        guard try readBytes(1)[0] == 0, left + columns <= width, top + rows <= height else {
            throw ParseError(message: "frame")
        }
        let size = Int(try readBytes(1)[0])
        let indices = try Self.unpack(try readBlocks().flatMap(\.self), size: size)
        guard indices.count == columns * rows else { throw ParseError(message: "\(indices.count) pixels") }
        let places = (0..<indices.count).map { (top + $0 / columns) * width + left + $0 % columns }
        for (place, index) in zip(places, indices) where control[0] & 1 == 0 || index != Int(control[3]) {
            canvas[place] = palette[index]
        }
        let hundredths = Int(control[1]) | Int(control[2]) << 8
        frames.append(Frame(pixels: canvas, hundredths: hundredths, area: columns * rows))
        if control[0] >> 2 & 7 == 2 { for place in places { canvas[place] = nil } }
    }

    private static func unpack(_ data: [UInt8], size: Int) throws -> [Int] {
        let clear = 1 << size
        var table: [[Int]] = []
        var (width, bits, count, position) = (size + 1, 0, 0, 0)
        var previous: [Int]?
        var output: [Int] = []
        while true {
            while count < width {
                guard position < data.count else { throw ParseError(message: "no end of data") }
                bits |= Int(data[position]) << count
                count += 8
                position += 1
            }
            let code = bits & ((1 << width) - 1)
            bits >>= width
            count -= width
            if code == clear {
                table = (0..<clear).map { [$0] } + [[], []]
                (width, previous) = (size + 1, nil)
                continue
            }
            if code == clear + 1 { return output }
            guard let last = previous else {
                guard code < clear else { throw ParseError(message: "first code") }
                previous = table[code]
                output += table[code]
                continue
            }
            guard code <= table.count, let first = code < table.count ? table[code].first : last.first else {
                throw ParseError(message: "code \(code)")
            }
            if table.count < 4096 { table.append(last + [first]) }
            guard code < table.count else { throw ParseError(message: "code \(code)") }
            output += table[code]
            previous = table[code]
            if table.count == 1 << width, width < 12 { width += 1 }
        }
    }

    private mutating func readBytes(_ count: Int) throws -> [UInt8] {
        guard bytes.count >= count else { throw ParseError(message: "end of file") }
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    private mutating func readShort() throws -> Int {
        let pair = try readBytes(2)
        return Int(pair[0]) | Int(pair[1]) << 8
    }

    private mutating func readBlocks() throws -> [[UInt8]] {
        var blocks: [[UInt8]] = []
        while true {
            let count = Int(try readBytes(1)[0])
            if count == 0 { return blocks }
            blocks.append(try readBytes(count))
        }
    }
}
