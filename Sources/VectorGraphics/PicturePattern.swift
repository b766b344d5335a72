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

    @inline(__always)
    fileprivate static func average(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        let mask: UInt32 = 0x00FF_00FF
        let even = (a & mask) + (b & mask) + (c & mask) + (d & mask) + 0x0002_0002
        let odd = ((a >> 8) & mask) + ((b >> 8) & mask) + ((c >> 8) & mask) + ((d >> 8) & mask) + 0x0002_0002
        return ((even >> 2) & mask) | (((odd >> 2) & mask) << 8)
    }
}

/// A picture as seen through a transform, ready to colour runs of pixels.
///
/// Places in the picture are whole numbers of 65 536ths of a pixel, and colours are mixed two channels at a time in one
/// word: sampling is the whole cost of picture animations.
struct PictureShader {
    let level: Pixmap
    /// From the canvas's pixels to the level's.
    let inverse: AffineTransform
    /// Whether four samples are averaged over a pixel, so that a picture drawn small does not sparkle.
    private let isSupersampled: Bool

    /// Farthest place and longest step, in pixels of the picture, that are told apart.
    private static let farthest = 1e6
    private static let one = 65_536.0

    /// - Parameter transform: from the picture's pixels to the canvas's.
    init?(_ picture: MipmappedPicture, transform: AffineTransform) {
        guard picture.width > 0, picture.height > 0, let inverse = transform.inverse else { return nil }
        // Picture pixels to a canvas pixel, along the more crowded way.
        let crowding = inverse.largestScale
        guard crowding < Self.farthest else { return nil }
        var index = 0
        while index < picture.levels.count - 1 && crowding / Double(1 << (index + 1)) >= 1.5 { index += 1 }
        level = picture.levels[index]
        let toLevel = AffineTransform.scale(
            x: Double(level.width) / Double(picture.width), y: Double(level.height) / Double(picture.height))
        self.inverse = inverse.concatenating(toLevel)
        isSupersampled = crowding > 0.2
    }

    /// Writes the colours of `count` pixels from (x, y).
    func shade(x: Int, y: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
        level.pixels.withUnsafeBufferPointer { source in
            let step = SIMD2(Self.fixed(inverse.a), Self.fixed(inverse.b))
            if isSupersampled {
                let quarters = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map { place(x, y, $0.0, $0.1) }
                var (a, b, c, d) = (quarters[0], quarters[1], quarters[2], quarters[3])
                for index in 0..<count {
                    pixels[index] = MipmappedPicture.average(
                        bilinear(source, a), bilinear(source, b), bilinear(source, c), bilinear(source, d))
                    a &+= step
                    b &+= step
                    c &+= step
                    d &+= step
                }
            } else {
                var current = place(x, y, 0.5, 0.5)
                for index in 0..<count {
                    pixels[index] = bilinear(source, current)
                    current &+= step
                }
            }
        }
    }

    /// Where a place in the pixel (x, y) lies among the centres of the picture's pixels.
    private func place(_ x: Int, _ y: Int, _ dx: Double, _ dy: Double) -> SIMD2<Int> {
        let (px, py) = (Double(x) + dx, Double(y) + dy)
        return SIMD2(
            Self.fixed(inverse.a * px + inverse.c * py + inverse.tx - 0.5),
            Self.fixed(inverse.b * px + inverse.d * py + inverse.ty - 0.5))
    }

    private static func fixed(_ value: Double) -> Int {
        Int((max(-farthest, min(farthest, value)) * one).rounded())
    }

    /// The colour between the four pixels around a place; beyond the border its pixels go on.
    @inline(__always)
    private func bilinear(_ source: UnsafeBufferPointer<UInt32>, _ place: SIMD2<Int>) -> UInt32 {
        let left = place.x >> 16
        let top = place.y >> 16
        let fx = UInt32(truncatingIfNeeded: (place.x >> 8) & 0xFF)
        let fy = UInt32(truncatingIfNeeded: (place.y >> 8) & 0xFF)
        let x0 = max(0, min(level.width - 1, left))
        let x1 = max(0, min(level.width - 1, left + 1))
        let y0 = max(0, min(level.height - 1, top)) &* level.width
        let y1 = max(0, min(level.height - 1, top + 1)) &* level.width
        let upper = Self.mix(source[y0 &+ x0], source[y0 &+ x1], fx)
        let lower = Self.mix(source[y1 &+ x0], source[y1 &+ x1], fx)
        return Self.mix(upper, lower, fy)
    }

    /// `a` and `b` in shares of 256 − `share` and `share`, each channel rounded to nearest.
    @inline(__always)
    private static func mix(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
        let mask: UInt32 = 0x00FF_00FF
        let rest = 256 &- share
        let even = ((a & mask) &* rest &+ (b & mask) &* share &+ 0x0080_0080) >> 8
        let odd = ((a >> 8) & mask) &* rest &+ ((b >> 8) & mask) &* share &+ 0x0080_0080
        return (even & mask) | (odd & ~mask)
    }
}
