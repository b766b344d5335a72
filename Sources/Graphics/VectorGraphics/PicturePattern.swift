/// A picture with mipmaps: the picture itself and successive halvings, each averaged from the one before.
public final class MipmappedPicture: Sendable {
    /// The picture at full size, at half size, and so on down to one pixel.
    let levels: [Pixmap]

    /// Creates the mipmaps of `picture`.
    ///
    /// - Precondition: `picture` has as many pixels as its width and height require.
    public init(_ picture: Pixmap) {
        // Shaders read the pixels without bounds checks, and `pixels` can be set to any array.
        precondition(
            picture.pixels.count == picture.width * picture.height, "a picture has as many pixels as its sides say")
        var levels = [picture]
        while let last = levels.last, last.width > 1 || last.height > 1, last.width > 0, last.height > 0 {
            levels.append(Self.halved(last))
        }
        self.levels = levels
    }

    /// The width of the picture, in pixels.
    public var width: Int { levels[0].width }
    /// The height of the picture, in pixels.
    public var height: Int { levels[0].height }

    /// Returns the picture at half its size, rounded up.
    private static func halved(_ picture: Pixmap) -> Pixmap {
        let (width, height) = (picture.width, picture.height)
        var half = Pixmap(width: max(1, (width + 1) / 2), height: max(1, (height + 1) / 2))
        let halfWidth = half.width
        picture.storage.withUnsafeBufferPointer { source in
            half.pixels.withUnsafeMutableBufferPointer { target in
                for y in 0..<(height + 1) / 2 {
                    let upper = UnsafeBufferPointer(rebasing: source[2 * y * width..<(2 * y + 1) * width])
                    let below = min(2 * y + 1, height - 1)
                    let lower = UnsafeBufferPointer(rebasing: source[below * width..<(below + 1) * width])
                    let row = UnsafeMutableBufferPointer(rebasing: target[y * halfWidth..<(y + 1) * halfWidth])
                    for x in 0..<width / 2 {
                        row[x] = average(upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1])
                    }
                    guard !width.isMultiple(of: 2) else { continue }
                    let last = (upper[width - 1], lower[width - 1])
                    row[halfWidth - 1] = average(last.0, last.0, last.1, last.1)
                }
            }
        }
        return half
    }

    /// Returns the mean of four pixels, each channel rounded to nearest.
    @inline(__always)
    private static func average(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        let mask: UInt32 = 0x00FF_00FF
        let even = (a & mask) + (b & mask) + (c & mask) + (d & mask) + 0x0002_0002
        let odd = ((a >> 8) & mask) + ((b >> 8) & mask) + ((c >> 8) & mask) + ((d >> 8) & mask) + 0x0002_0002
        return ((even >> 2) & mask) | (((odd >> 2) & mask) << 8)
    }
}

/// A picture under a transform, which computes the colors of pixel runs.
///
/// Sampling is the main cost of animations made of pictures. Coordinates are therefore integers in units of 1/65,536 of
/// a pixel, and each operation on a word mixes two color channels.
struct PictureShader {
    /// The mipmap level to sample.
    let level: Pixmap
    /// The map from canvas pixels to the level's pixels.
    let inverse: AffineTransform
    /// Whether each pixel is the mean of four samples, which prevents shimmer when a picture is drawn small.
    private let isSupersampled: Bool

    /// The largest coordinate and step, in pixels of the level; larger ones are clamped.
    private static let maxCoordinate = 1e6
    /// The fixed-point representation of 1.
    private static let fixedPointOne = 65_536.0

    /// Creates a shader, or returns nil if the picture is empty, the transform is singular or the scale is too small.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - transform: The map from the picture's pixels to canvas pixels.
    init?(_ picture: MipmappedPicture, transform: AffineTransform) {
        guard picture.width > 0, picture.height > 0, let inverse = transform.inverse else { return nil }
        // The number of picture pixels per canvas pixel, in the direction in which it is larger.
        let crowding = inverse.maxScale
        guard crowding < Self.maxCoordinate else { return nil }
        var index = 0
        while index < picture.levels.count - 1 && crowding / Double(1 << (index + 1)) >= 1.5 { index += 1 }
        level = picture.levels[index]
        let toLevel = AffineTransform.scale(
            x: Double(level.width) / Double(picture.width), y: Double(level.height) / Double(picture.height))
        self.inverse = inverse.concatenating(toLevel)
        isSupersampled = crowding > 0.2
    }

    /// Writes the colors of `count` pixels from (x, y); `pixels` has room for them.
    func shade(x: Int, y: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
        guard count > 0 else { return }
        level.pixels.withUnsafeBufferPointer { source in
            let step = SIMD2(Self.fixedPoint(inverse.a), Self.fixedPoint(inverse.b))
            if isSupersampled {
                let samples = (
                    samplePosition(x, y, 0.25, 0.25), samplePosition(x, y, 0.75, 0.25),
                    samplePosition(x, y, 0.25, 0.75), samplePosition(x, y, 0.75, 0.75)
                )
                let last = step &* (count - 1)
                let isInside =
                    isInside(samples.0, last) && isInside(samples.1, last) && isInside(samples.2, last)
                    && isInside(samples.3, last)
                if isInside {
                    mean(of: samples, step: step, count: count, into: pixels) { bilinear(source, $0, isInside: true) }
                } else {
                    mean(of: samples, step: step, count: count, into: pixels) { bilinear(source, $0, isInside: false) }
                }
            } else {
                var current = samplePosition(x, y, 0.5, 0.5)
                for index in 0..<count {
                    pixels[index] = PixelArithmetic.packed(bilinear(source, current, isInside: false))
                    current &+= step
                }
            }
        }
    }

    /// Writes the mean of four samples for each of `count` pixels.
    ///
    /// - Parameter sample: A function that returns the spread channels at a fixed-point position.
    @inline(__always)
    private func mean(
        of samples: (SIMD2<Int>, SIMD2<Int>, SIMD2<Int>, SIMD2<Int>), step: SIMD2<Int>, count: Int,
        into pixels: UnsafeMutablePointer<UInt32>, _ sample: (SIMD2<Int>) -> UInt64
    ) {
        var (a, b, c, d) = samples
        for index in 0..<count {
            let sum = sample(a) &+ sample(b) &+ sample(c) &+ sample(d) &+ 0x0002_0002_0002_0002
            pixels[index] = PixelArithmetic.packed((sum &>> 2) & Self.lowByteMask)
            a &+= step
            b &+= step
            c &+= step
            d &+= step
        }
    }

    /// Returns whether the four pixels around a fixed-point position, and around the one at `distance` from it, exist.
    private func isInside(_ place: SIMD2<Int>, _ distance: SIMD2<Int>) -> Bool {
        let end = place &+ distance
        return min(place.x, end.x) >= 0 && max(place.x, end.x) >> 16 < level.width - 1 && min(place.y, end.y) >= 0
            && max(place.y, end.y) >> 16 < level.height - 1
    }

    /// Returns the fixed-point position, among the centres of the level's pixels, of an offset inside the pixel (x, y).
    private func samplePosition(_ x: Int, _ y: Int, _ dx: Double, _ dy: Double) -> SIMD2<Int> {
        let (px, py) = (Double(x) + dx, Double(y) + dy)
        return SIMD2(
            Self.fixedPoint(inverse.a * px + inverse.c * py + inverse.tx - 0.5),
            Self.fixedPoint(inverse.b * px + inverse.d * py + inverse.ty - 0.5))
    }

    /// Converts a coordinate to fixed point.
    private static func fixedPoint(_ value: Double) -> Int {
        // Adding 1.5 · 2⁵² rounds a number of less than 2⁵¹; the processor has no faster way on all systems.
        let offset = 6_755_399_441_055_744.0
        return Int((max(-maxCoordinate, min(maxCoordinate, value)) * fixedPointOne + offset) - offset)
    }

    /// The low byte of each of four channels.
    private static let lowByteMask: UInt64 = 0x00FF_00FF_00FF_00FF

    /// Returns the spread channels of the bilinear interpolation of the four pixels around a position.
    ///
    /// Positions beyond the border use the border's pixels.
    ///
    /// - Parameters:
    ///   - source: The pixels of the level.
    ///   - place: The position in fixed point.
    ///   - isInside: Whether the four pixels are known to exist.
    @inline(__always)
    private func bilinear(_ source: UnsafeBufferPointer<UInt32>, _ place: SIMD2<Int>, isInside: Bool) -> UInt64 {
        let left = place.x >> 16
        let top = place.y >> 16
        let fx = UInt64(truncatingIfNeeded: (place.x >> 8) & 0xFF)
        let fy = UInt64(truncatingIfNeeded: (place.y >> 8) & 0xFF)
        var (x0, x1, y0, y1) = (left, left &+ 1, top, top &+ 1)
        if !isInside {
            // Clamped to the picture, because release builds do not check the buffer's bounds.
            (x0, x1) = (max(0, min(level.width - 1, x0)), max(0, min(level.width - 1, x1)))
            (y0, y1) = (max(0, min(level.height - 1, y0)), max(0, min(level.height - 1, y1)))
        }
        let (upper, lower) = (y0 &* level.width, y1 &* level.width)
        return Self.mix(
            Self.mix(spread(source, upper &+ x0), spread(source, upper &+ x1), fx),
            Self.mix(spread(source, lower &+ x0), spread(source, lower &+ x1), fx), fy)
    }

    @inline(__always)
    private func spread(_ source: UnsafeBufferPointer<UInt32>, _ index: Int) -> UInt64 {
        PixelArithmetic.spreadChannels(source[index])
    }

    /// Returns `a` × (256 − `share`) + `b` × `share`, divided by 256, with each of the spread channels rounded to nearest.
    @inline(__always)
    private static func mix(_ a: UInt64, _ b: UInt64, _ share: UInt64) -> UInt64 {
        ((a &* (256 &- share) &+ b &* share &+ 0x0080_0080_0080_0080) &>> 8) & lowByteMask
    }
}
