/// A picture prepared for being drawn at any size: itself and its halvings, each averaged from the one before.
public final class MipmappedPicture: Sendable {
    /// The picture at full size, then at half the size, and so on down to one pixel.
    let levels: [Pixmap]

    /// Prepares `picture`.
    public init(_ picture: Pixmap) {
        var levels = [picture]
        while let last = levels.last, last.width > 1 || last.height > 1, last.width > 0, last.height > 0 {
            levels.append(Self.halved(last))
        }
        self.levels = levels
    }

    /// Pixels of the picture in a row.
    public var width: Int { levels[0].width }
    /// Rows of the picture.
    public var height: Int { levels[0].height }

    private static func halved(_ picture: Pixmap) -> Pixmap {
        var half = Pixmap(width: max(1, (picture.width + 1) / 2), height: max(1, (picture.height + 1) / 2))
        for y in 0..<half.height {
            let y1 = min(2 * y + 1, picture.height - 1)
            for x in 0..<half.width {
                let x1 = min(2 * x + 1, picture.width - 1)
                half[x, y] = average(picture[2 * x, 2 * y], picture[x1, 2 * y], picture[2 * x, y1], picture[x1, y1])
            }
        }
        return half
    }

    private static func average(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        let mask: UInt32 = 0x00FF_00FF
        let even = (a & mask) + (b & mask) + (c & mask) + (d & mask) + 0x0002_0002
        let odd = ((a >> 8) & mask) + ((b >> 8) & mask) + ((c >> 8) & mask) + ((d >> 8) & mask) + 0x0002_0002
        return ((even >> 2) & mask) | (((odd >> 2) & mask) << 8)
    }
}

/// A picture as seen through a transform, ready to colour runs of pixels.
struct PictureShader {
    private let level: Pixmap
    private let inverse: AffineTransform
    /// Samples along each side of a pixel.
    private let samples: Int

    /// - Parameter transform: from the picture's pixels to the canvas's.
    init?(_ picture: MipmappedPicture, transform: AffineTransform) {
        guard picture.width > 0, picture.height > 0, let inverse = transform.inverse else { return nil }
        // Picture pixels to a canvas pixel, along the more crowded way.
        let crowding = inverse.largestScale
        var index = 0
        while index < picture.levels.count - 1 && crowding / Double(1 << (index + 1)) >= 1.5 { index += 1 }
        level = picture.levels[index]
        let toLevel = AffineTransform.scale(
            x: Double(level.width) / Double(picture.width), y: Double(level.height) / Double(picture.height))
        self.inverse = inverse.concatenating(toLevel)
        // The four-fold samples average over the pixel's area, so that a picture drawn small does not sparkle.
        samples = crowding > 0.75 ? 3 : (crowding > 0.2 ? 2 : 1)
    }

    /// Writes the colours of `count` pixels from (x, y).
    func shade(x: Int, y: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
        level.pixels.withUnsafeBufferPointer { source in
            let share = 1 / Double(samples)
            for index in 0..<count {
                var sum = SIMD4<Float>.zero
                for row in 0..<samples {
                    for column in 0..<samples {
                        let px = Double(x + index) + (Double(column) + 0.5) * share
                        let py = Double(y) + (Double(row) + 0.5) * share
                        let u = inverse.a * px + inverse.c * py + inverse.tx - 0.5
                        let v = inverse.b * px + inverse.d * py + inverse.ty - 0.5
                        sum += bilinear(source, u, v)
                    }
                }
                pixels[index] = Self.pack(sum * Float(share * share))
            }
        }
    }

    /// The colour between the four pixels around (u, v); beyond the border its pixels go on.
    @inline(__always)
    private func bilinear(_ source: UnsafeBufferPointer<UInt32>, _ u: Double, _ v: Double) -> SIMD4<Float> {
        let width = level.width
        let height = level.height
        let x = max(-1, min(Double(width), u))
        let y = max(-1, min(Double(height), v))
        let left = Int(x.rounded(.down))
        let top = Int(y.rounded(.down))
        let fx = Float(x - Double(left))
        let fy = Float(y - Double(top))
        let x0 = max(0, min(width - 1, left))
        let x1 = max(0, min(width - 1, left + 1))
        let y0 = max(0, min(height - 1, top)) * width
        let y1 = max(0, min(height - 1, top + 1)) * width
        let upper = Self.unpack(source[y0 + x0]) * (1 - fx) + Self.unpack(source[y0 + x1]) * fx
        let lower = Self.unpack(source[y1 + x0]) * (1 - fx) + Self.unpack(source[y1 + x1]) * fx
        return upper * (1 - fy) + lower * fy
    }

    @inline(__always)
    private static func unpack(_ pixel: UInt32) -> SIMD4<Float> {
        SIMD4<Float>(
            Float(pixel & 0xFF), Float((pixel >> 8) & 0xFF), Float((pixel >> 16) & 0xFF), Float(pixel >> 24))
    }

    @inline(__always)
    private static func pack(_ color: SIMD4<Float>) -> UInt32 {
        let bytes = SIMD4<UInt32>(truncatingIfNeeded: SIMD4<Int32>(color + 0.5))
        return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
    }
}
