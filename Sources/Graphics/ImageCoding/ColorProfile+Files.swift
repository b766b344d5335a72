import CPlatform
import CZlib

extension ColorProfile {
    /// Reads the profile of a PNG file: the chunk `iCCP`, or `gAMA` with the primaries of `cHRM` unless there is an
    /// `sRGB` chunk. Primaries without a gamma count for nothing, as in browsers.
    init?(pngFile file: [UInt8]) {
        var header: [UInt8] = []
        var (gamma, primaries) = ([UInt8](), [UInt8]())
        var hasStandardColors = false
        for chunk in PNGChunk.all(in: file) {
            switch chunk.name {
            case "IHDR": header = Array(chunk.content)
            case "iCCP":
                let isGrey = header.count > 9 && header[9] & 2 == 0
                guard let profile = Self.inflated(chunk.content) else { return nil }
                self.init(icc: profile, isGrey: isGrey)
                return
            case "sRGB": hasStandardColors = true
            case "gAMA": gamma = Array(chunk.content)
            case "cHRM": primaries = Array(chunk.content)
            default: break
            }
            // The profile precedes the pixels.
            if chunk.name == "IDAT" { break }
        }
        func number(_ bytes: [UInt8], _ index: Int) -> Double {
            Double(bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }) / 100_000
        }
        guard !hasStandardColors, gamma.count == 4, number(gamma, 0) > 0 else { return nil }
        let exponent = 1 / number(gamma, 0)
        let curve = (0..<256).map { Float(pow(Double($0) / 255, exponent)) }
        let places = primaries.count == 32 ? (0..<8).map { number(primaries, $0) } : []
        let toXYZ = places.isEmpty ? .sRGBToXYZ : ColorMatrix(chromaticities: places)
        guard let toXYZ else { return nil }
        self.init(curves: [curve, curve, curve], toXYZ: toXYZ)
    }

    /// Returns the profile in a chunk: a name, a zero, the kind of compression, and the compressed bytes.
    private static func inflated(_ content: ArraySlice<UInt8>) -> [UInt8]? {
        guard let end = content.firstIndex(of: 0), content.endIndex - end > 2 else { return nil }
        let source = Array(content[(end + 2)...])
        // The profile begins with its own length.
        var length = uLong(4)
        var start = [UInt8](repeating: 0, count: 4)
        _ = uncompress(&start, &length, source, uLong(source.count))
        let size = start.reduce(0) { $0 << 8 | Int($1) }
        guard size > 128, size <= maxBytes else { return nil }
        var profile = [UInt8](repeating: 0, count: size)
        length = uLong(size)
        _ = uncompress(&profile, &length, source, uLong(source.count))
        return profile
    }

    /// Reads the profile of a JPEG file, whose parts lie in the segments `APP2`.
    init?(jpegFile file: [UInt8], isGrey: Bool) {
        let label = Array("ICC_PROFILE\0".utf8)
        var profile: [UInt8] = []
        var position = 2
        while position + 4 <= file.count, file[position] == 0xFF {
            let kind = file[position + 1]
            // A byte of filling may precede a marker; the pixels begin at the start of scan.
            if kind == 0xFF {
                position += 1
                continue
            }
            if kind == 0xDA { break }
            let end = position + 2 + Int(file[position + 2]) << 8 + Int(file[position + 3])
            guard end > position + 3, end <= file.count else { break }
            let content = file[position + 4..<max(position + 4, end)]
            if kind == 0xE2, content.starts(with: label), content.count > label.count + 2 {
                profile += content.dropFirst(label.count + 2)
                if profile.count > Self.maxBytes { return nil }
            }
            position = end
        }
        guard !profile.isEmpty else { return nil }
        self.init(icc: profile, isGrey: isGrey)
    }

    /// Reads the profile of a WebP file, which lies in the chunk `ICCP`.
    init?(webpFile file: [UInt8]) {
        var position = 12
        while position + 8 <= file.count {
            let length = file[position + 4..<position + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= file.count - position - 8 else { return nil }
            if file[position..<position + 4].elementsEqual("ICCP".utf8) {
                self.init(icc: Array(file[position + 8..<position + 8 + length]), isGrey: false)
                return
            }
            position += 8 + length + length & 1
        }
        return nil
    }
}

extension ColorMatrix {
    /// Creates the map to XYZ under the light D50 from the coordinates x and y of white, red, green and blue; returns nil
    /// if they lie on a line.
    fileprivate init?(chromaticities places: [Double]) {
        func color(_ index: Int) -> SIMD3<Double>? {
            let (x, y) = (places[2 * index], places[2 * index + 1])
            return y > 0 ? SIMD3(x / y, 1, (1 - x - y) / y) : nil
        }
        guard let white = color(0), let red = color(1), let green = color(2), let blue = color(3) else { return nil }
        let primaries = ColorMatrix(columns: (red, green, blue))
        guard let shares = primaries.inverse.map({ $0 * white }), let toWhite = Self.adaptation(from: white) else {
            return nil
        }
        self = toWhite * ColorMatrix(columns: (red * shares.x, green * shares.y, blue * shares.z))
    }

    /// Returns the map that turns a white into that of D50 (Bradford's method, ICC.1:2022, annex E).
    private static func adaptation(from white: SIMD3<Double>) -> ColorMatrix? {
        let cones = ColorMatrix(
            columns: (
                SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296)
            ))
        let ratio = (cones * SIMD3(0.9642, 1, 0.8249)) / (cones * white)
        let scaling = ColorMatrix(
            columns: (SIMD3(ratio.x, 0, 0), SIMD3(0, ratio.y, 0), SIMD3(0, 0, ratio.z)))
        return cones.inverse.map { $0 * (scaling * cones) }
    }
}
