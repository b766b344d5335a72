import ImageCoding

/// The blocks of a GIF file.
enum GIFBlocks {
    /// The last byte of a file.
    static let trailer: UInt8 = 0x3B
    /// The longest duration of a frame, in hundredths of a second.
    static let maxDelay = 65_535

    /// Returns everything before the first frame: the size, the palette and the extension for an endless loop.
    static func header(width: Int, height: Int, palette: ColorPalette) -> [UInt8] {
        let depth = depth(of: palette.colors.count)
        var head = Array("GIF89a".utf8)
        head.append(short: width)
        head.append(short: height)
        head += [0x80 | UInt8(depth - 1) << 4 | UInt8(depth - 1), 0, 0]
        for color in palette.colors {
            head += [UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF)]
        }
        head += [UInt8](repeating: 0, count: 3 * (1 << depth - palette.colors.count))
        head += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        return head
    }

    /// Appends a frame, with unchanged pixels as transparent ones if that is shorter.
    static func append(_ frame: GIFFrame, transparent: UInt8, width: Int, to file: inout [UInt8]) {
        let place = frame.area
        file += [0x21, 0xF9, 4, (frame.clearsArea ? 2 : 1) << 2 | 1]
        file.append(short: frame.ticks)
        file += [transparent, 0, 0x2C]
        for side in [place.left, place.top, place.width, place.height] { file.append(short: side) }
        file.append(0)
        let depth = depth(of: Int(transparent))
        let whole = place.cropped(frame.shown, width: width)
        let before = place.cropped(frame.before, width: width)
        let changes = zip(before, whole).map { $0 == $1 ? transparent : $1 }
        let blocks = LZWEncoder.blocks(of: whole, depth: depth)
        let shorter = changes == whole ? blocks : LZWEncoder.blocks(of: changes, depth: depth)
        file += shorter.count < blocks.count ? shorter : blocks
    }

    /// Returns the number of bits for `colors` colors and the transparent index.
    private static func depth(of colors: Int) -> Int {
        max(1, Int.bitWidth - colors.leadingZeroBitCount)
    }
}

extension [UInt8] {
    /// Appends a number from 0 to 65535, low byte first.
    fileprivate mutating func append(short number: Int) {
        append(UInt8(truncatingIfNeeded: number))
        append(UInt8(truncatingIfNeeded: number >> 8))
    }
}
