import CPlatform
import Motion
import VectorGraphics

/// A picture in a pose: translated, scaled and rotated around its center, faded and tinted.
struct PosedPicture {
    /// The posed picture.
    private(set) var pixmap = Pixmap(width: 0, height: 0)

    /// The largest absolute offset. A picture beyond it is out of sight, and larger values might not fit into a pixel
    /// index.
    private static let maxOffset = 1e6

    /// Draws `source` in a pose into ``pixmap``.
    mutating func pose(_ source: Pixmap, as pose: Pose) {
        // The functions below access the pixels of both pictures without bounds checks.
        precondition(
            source.pixels.count == source.width * source.height, "a picture has as many pixels as its sides say")
        if pixmap.width != source.width || pixmap.height != source.height {
            pixmap = Pixmap(width: source.width, height: source.height)
        }
        transform(source, pose)
        applyEffects(of: pose)
    }

    private mutating func transform(_ source: Pixmap, _ pose: Pose) {
        let isWhole = abs(pose.scale - 1) < 1e-6
        guard abs(pose.x) < Self.maxOffset, abs(pose.y) < Self.maxOffset, abs(pose.scale) > 1e-3 else {
            return clear()
        }
        switch Self.quarterTurns(pose.rotation) {
        case 0? where isWhole: shift(source, by: pose.wholeOffset)
        case let quarters? where isWhole: rotate(source, quarterTurns: quarters, by: pose.wholeOffset)
        default: rotate(source, pose)
        }
    }

    /// Returns an angle in degrees as clockwise quarter turns, 0 to 3, or `nil` if it is not a multiple of 90°.
    private static func quarterTurns(_ degrees: Double) -> Int? {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let quarters = (turn / 90).rounded()
        guard abs(turn - 90 * quarters) < 1e-6 else { return nil }
        return (Int(quarters) + 4) % 4
    }

    /// Rotates the picture by quarter turns without resampling.
    ///
    /// The two pixels of a cell are treated as squares, so a quarter turn maps each pixel to the position of another
    /// one.
    private mutating func rotate(_ source: Pixmap, quarterTurns: Int, by offset: SIMD2<Int>) {
        let (width, height) = (pixmap.width, pixmap.height)
        // A center between two pixels is rounded down, so that turning back restores the picture.
        let (over, last) = ((width - height) >> 1, (width + height) >> 1 - 1)
        for y in 0..<height {
            for x in 0..<width {
                let (right, down) = (x - offset.x, y - offset.y)
                let (column, row) =
                    switch quarterTurns {
                    case 1: (down + over, last - right)
                    case 2: (width - 1 - right, height - 1 - down)
                    default: (last - down, right - over)
                    }
                let isInside = row >= 0 && row < height && column >= 0 && column < width
                pixmap.pixels[y * width + x] = isInside ? source.pixels[row * width + column] : 0
            }
        }
    }

    private mutating func clear() {
        for index in pixmap.pixels.indices { pixmap.pixels[index] = 0 }
    }

    /// Moves the picture by whole pixels, which keeps it sharp.
    private mutating func shift(_ source: Pixmap, by offset: SIMD2<Int>) {
        let (width, height) = (pixmap.width, pixmap.height)
        source.pixels.withUnsafeBufferPointer { source in
            pixmap.pixels.withUnsafeMutableBufferPointer { target in
                for y in 0..<height {
                    let row = y - offset.y
                    for x in 0..<width {
                        let column = x - offset.x
                        let isInside = row >= 0 && row < height && column >= 0 && column < width
                        target[y * width + x] = isInside ? source[row * width + column] : 0
                    }
                }
            }
        }
    }

    /// Rotates and scales the picture with bilinear interpolation.
    private mutating func rotate(_ source: Pixmap, _ pose: Pose) {
        let (width, height) = (pixmap.width, pixmap.height)
        let angle = -pose.rotation * .pi / 180
        let (cosine, sine) = (cos(angle) / pose.scale, sin(angle) / pose.scale)
        let center = SIMD2(Double(width), Double(height)) / 2
        let origin = center + pose.offset
        source.pixels.withUnsafeBufferPointer { source in
            pixmap.pixels.withUnsafeMutableBufferPointer { target in
                for y in 0..<height {
                    let down = Double(y) + 0.5 - origin.y
                    for x in 0..<width {
                        let right = Double(x) + 0.5 - origin.x
                        let u = cosine * right - sine * down + center.x - 0.5
                        let v = sine * right + cosine * down + center.y - 0.5
                        target[y * width + x] = Self.interpolated(source, width, height, u, v)
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func interpolated(
        _ pixels: UnsafeBufferPointer<UInt32>, _ width: Int, _ height: Int, _ u: Double, _ v: Double
    ) -> UInt32 {
        guard u > -1, v > -1, u < Double(width), v < Double(height) else { return 0 }
        let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
        let (across, down) = (UInt32((u - Double(left)) * 256), UInt32((v - Double(top)) * 256))
        @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 {
            x >= 0 && y >= 0 && x < width && y < height ? pixels[y * width + x] : 0
        }
        return mix(
            mix(pixel(left, top), pixel(left + 1, top), across),
            mix(pixel(left, top + 1), pixel(left + 1, top + 1), across), down)
    }

    /// Returns a mix of two pixels, with `share` of 256 of the second one.
    @inline(__always)
    private static func mix(_ one: UInt32, _ other: UInt32, _ share: UInt32) -> UInt32 {
        if one == other { return one }
        let rest = 256 - share
        let even = ((one & 0xFF00FF) * rest + (other & 0xFF00FF) * share) >> 8 & 0xFF00FF
        let odd = ((one >> 8 & 0xFF00FF) * rest + (other >> 8 & 0xFF00FF) * share) & 0xFF00_FF00
        return even | odd
    }

    /// Applies the reveal, the opacity and the tint of a pose.
    private mutating func applyEffects(of pose: Pose) {
        let columns = Int((pose.reveal * Double(pixmap.width)).rounded())
        let opacity = UInt32((pose.opacity * 255).rounded())
        let strength = UInt32((min(max(pose.color.alpha, 0), 1) * 256).rounded())
        guard columns < pixmap.width || opacity < 255 || strength > 0 else { return }
        let color = Self.opaque(pose.color)
        for y in 0..<pixmap.height {
            for x in 0..<pixmap.width {
                let index = y * pixmap.width + x
                var pixel = pixmap.pixels[index]
                if pixel == 0 { continue }
                if strength > 0 { pixel = Self.mix(pixel, PixelArithmetic.scaled(color, by: pixel >> 24), strength) }
                pixmap.pixels[index] = x < columns ? PixelArithmetic.scaled(pixel, by: opacity) : 0
            }
        }
    }

    private static func opaque(_ color: MotionColor) -> UInt32 {
        func byte(_ value: Double) -> UInt32 { UInt32((min(max(value, 0), 1) * 255).rounded()) }
        return 255 << 24 | byte(color.blue) << 16 | byte(color.green) << 8 | byte(color.red)
    }
}
