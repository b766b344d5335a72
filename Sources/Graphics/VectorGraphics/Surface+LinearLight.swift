extension Surface {
    /// Calls `body` while the pixels are amounts of linear light instead of sRGB values.
    ///
    /// Browsers blur in linear light (the initial value of SVG's `color-interpolation-filters`), so that colors mix as
    /// light does. Both conversions round to bytes, as browsers do. A picture of a single color has the same result
    /// without them and is left as it is.
    public func inLinearLight(_ body: () -> Void) {
        guard !hasSingleColor else { return body() }
        convert(with: LinearLight.lightBytes)
        body()
        convert(with: LinearLight.valueBytes)
    }

    /// Whether all pixels have the same color, apart from their alphas.
    private var hasSingleColor: Bool {
        let area = painted
        var straight: SIMD4<Int32>?
        // Most pixels equal the one before.
        var last: UInt32 = 0
        for y in area.top..<max(area.top, area.bottom) {
            let pixels = row(y)
            for x in area.left..<max(area.left, area.right) where pixels[x] != last && pixels[x] != 0 {
                last = pixels[x]
                let channels = Self.channels(last)
                guard let straight else {
                    straight = (channels &* 255) / channels.w
                    continue
                }
                // The rounding of both pixels can differ by one value each.
                let difference = channels &* 255 &- straight &* channels.w
                if any(difference .> 510) || any(difference .< -510) { return false }
            }
        }
        return true
    }

    private static func channels(_ pixel: UInt32) -> SIMD4<Int32> {
        SIMD4<Int32>(truncatingIfNeeded: (SIMD4(repeating: pixel) &>> SIMD4(0, 8, 16, 24)) & 255)
    }

    /// Replaces each channel, without its alpha, by the entry of a table.
    private func convert(with table: [UInt8]) {
        let area = painted
        table.withUnsafeBufferPointer { table in
            // Areas of one color are frequent, so the previous result often applies again.
            var last: (from: UInt32, to: UInt32) = (0, 0)
            for y in area.top..<max(area.top, area.bottom) {
                let pixels = row(y)
                for x in area.left..<max(area.left, area.right) where pixels[x] != 0 {
                    if pixels[x] != last.from { last = (pixels[x], Self.converted(pixels[x], with: table)) }
                    pixels[x] = last.to
                }
            }
        }
    }

    /// Returns a pixel with each channel, without its alpha, replaced by the entry of a table.
    @inline(__always)
    private static func converted(_ pixel: UInt32, with table: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let alpha = pixel >> 24
        // A factor of 16 fractional bits divides by the alpha, and the sum rounds to nearest.
        let inverse = (255 << 16) / alpha
        @inline(__always) func entry(_ shift: UInt32) -> UInt32 {
            let straight = min(255, ((pixel >> shift & 0xFF) &* inverse &+ 0x8000) >> 16)
            return PixelArithmetic.product(UInt32(table[Int(straight)]), alpha) << shift
        }
        return entry(0) | entry(8) | entry(16) | alpha << 24
    }
}
