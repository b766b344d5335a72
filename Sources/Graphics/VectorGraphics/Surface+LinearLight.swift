extension Surface {
    /// Calls `body` while the pixels are amounts of linear light instead of sRGB values.
    ///
    /// Browsers blur in linear light (the initial value of SVG's `color-interpolation-filters`), so that colors mix as
    /// light does. Both conversions round to bytes, as browsers do. A picture of a single color has the same result
    /// without them and is left as it is.
    public func inLinearLight(_ body: () -> Void) {
        guard !hasSingleColor else { return body() }
        convert(with: .light)
        body()
        convert(with: .value)
    }

    /// Changes the pixels as ``inLinearLight(_:)`` does if its `body` leaves them as they are.
    public func convertToLinearLightAndBack() {
        if !hasSingleColor { convert(with: .lightAndBack) }
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
    private func convert(with table: PremultipliedTable) {
        let area = painted
        if area.isEmpty { return }
        table.bytes.withUnsafeBufferPointer { bytes in
            guard let bytes = bytes.baseAddress else { return }
            for y in area.top..<area.bottom { Self.convert(row(y) + area.left, count: area.width, with: bytes) }
        }
    }

    /// Converts the pixels of a row with a table that has an entry for each byte of a channel after each of 256 alphas.
    @inline(__always)
    private static func convert(
        _ pixels: UnsafeMutablePointer<UInt32>, count: Int, with table: UnsafePointer<UInt8>
    ) {
        @inline(__always) func converted(_ pixel: UInt32) -> UInt32 {
            let entries = table + Int(pixel >> 16 & 0xFF00)
            let red = UInt32(entries[Int(pixel & 0xFF)])
            let green = UInt32(entries[Int(pixel >> 8 & 0xFF)])
            let blue = UInt32(entries[Int(pixel >> 16 & 0xFF)])
            return red | green << 8 | blue << 16 | pixel & 0xFF00_0000
        }
        var index = 0
        while index &+ PixelVector.scalarCount <= count {
            // Areas of one color are frequent.
            let (place, first) = (pixels + index, pixels[index])
            if (PixelVector(loading: place) ^ PixelVector(repeating: first)).isZero {
                if first != 0 { PixelVector(repeating: converted(first)).store(to: place) }
            } else {
                for lane in 0..<PixelVector.scalarCount { place[lane] = converted(place[lane]) }
            }
            index &+= PixelVector.scalarCount
        }
        while index < count {
            pixels[index] = converted(pixels[index])
            index &+= 1
        }
    }
}

/// The converted bytes of channels that are multiplied by an alpha: for each alpha, of each byte of a channel.
private struct PremultipliedTable {
    /// From values to light.
    static let light = PremultipliedTable(LinearLight.lightBytes)
    /// From light to values.
    static let value = PremultipliedTable(LinearLight.valueBytes)
    /// From values to light and back, with the rounding of both.
    static let lightAndBack = PremultipliedTable(light, then: value)

    /// 256 bytes for each alpha.
    let bytes: [UInt8]

    /// Creates the table of two conversions, one after the other.
    private init(_ first: PremultipliedTable, then second: PremultipliedTable) {
        bytes = first.bytes.enumerated().map { place, byte in second.bytes[place & 0xFF00 | Int(byte)] }
    }

    /// Creates a table from that of the bytes of opaque channels.
    private init(_ opaque: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: 256 * 256)
        for alpha in 1...255 as ClosedRange<UInt32> {
            // A factor of 16 fractional bits divides by the alpha, and the sum rounds to nearest.
            let inverse = (255 << 16) / alpha
            for channel in 0...255 as ClosedRange<UInt32> {
                let straight = min(255, (channel &* inverse &+ 0x8000) >> 16)
                bytes[Int(alpha << 8 | channel)] = UInt8(
                    truncatingIfNeeded: PixelArithmetic.product(UInt32(opaque[Int(straight)]), alpha))
            }
        }
        self.bytes = bytes
    }
}
