extension Pixmap {
    /// Sets the pixels in a part of the picture, each to the mean of a square of pixels of a finer surface.
    ///
    /// - Parameters:
    ///   - source: The surface. Its bounds are those of the part, multiplied by `factor`.
    ///   - factor: How many times as wide and high a pixel of the picture is.
    /// - Precondition: `factor` is from 1 to 16, and the part lies inside the picture.
    public mutating func average(_ source: Surface, factor: Int) {
        precondition((1...16).contains(factor), "the sums of 256 pixels fit into 16 bits")
        let bounds = source.bounds
        let area = bounds.divided(by: factor)
        precondition(area.multiplied(by: factor) == bounds, "a pixel of the picture is a whole square")
        precondition(
            area.isEmpty || area.left >= 0 && area.top >= 0 && area.right <= width && area.bottom <= height,
            "the part lies inside the picture")
        let painted = source.painted.divided(by: factor)
        self.painted = self.painted.union(area)
        origin = nil
        storage.withUnsafeMutableBufferPointer { pixels in
            for y in area.top..<max(area.top, area.bottom) {
                let row = UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
                row[area.left..<area.right].update(repeating: 0)
                if y < painted.top || y >= painted.bottom { continue }
                let part = UnsafeMutableBufferPointer(rebasing: row[painted.left..<painted.right])
                switch factor {
                case 2: Self.setMeans(part, of: source, painted.left, y, SIMD2<UInt32>.self)
                // A constant, for which the compiler unrolls the loops.
                case 3: Self.setMeans(part, of: source, painted.left, y, factor: 3)
                case 4: Self.setMeans(part, of: source, painted.left, y, SIMD4<UInt32>.self)
                default: Self.setMeans(part, of: source, painted.left, y, factor: factor)
                }
            }
        }
    }

    /// Sets a part of row `y` from column `first` on to the means of squares as wide as a vector, a power of two.
    @inline(__always)
    private static func setMeans<Vector: SIMD<UInt32>>(
        _ part: UnsafeMutableBufferPointer<UInt32>, of source: Surface, _ first: Int, _ y: Int, _: Vector.Type
    ) {
        let factor = Vector.scalarCount
        let shift = UInt32(2 * factor.trailingZeroBitCount)
        // Two channels in each number; a sum of up to sixteen values of eight bits leaves room for the half.
        let (mask, half) = (UInt32(0x00FF_00FF), UInt32(0x0001_0001) &<< (shift - 1))
        // The caller has clipped the columns and rows to the bounds of the surface.
        let top = UnsafeRawPointer(source.row(y * factor) + first * factor)
        let stride = source.bounds.width * MemoryLayout<UInt32>.stride
        for x in part.indices {
            var (even, odd) = (Vector(repeating: 0), Vector(repeating: 0))
            for row in 0..<factor {
                let place = top + (row &* stride &+ x &* MemoryLayout<Vector>.size)
                let pixels = place.loadUnaligned(as: Vector.self)
                even &+= pixels & mask
                odd &+= pixels &>> 8 & mask
            }
            let low = (even.wrappedSum() &+ half) &>> shift & mask
            let high = (odd.wrappedSum() &+ half) &>> shift & mask
            part[x] = low | high &<< 8
        }
    }

    /// Sets a part of row `y` from column `first` on to the means of squares of any size.
    @inline(__always)
    private static func setMeans(
        _ part: UnsafeMutableBufferPointer<UInt32>, of source: Surface, _ first: Int, _ y: Int, factor: Int
    ) {
        let mean = ChannelMean(of: factor * factor)
        for x in part.indices {
            var (even, odd): (UInt32, UInt32) = (0, 0)
            for row in y * factor..<(y + 1) * factor {
                let pixels = source.row(row) + (first + x) * factor
                for column in 0..<factor {
                    even &+= pixels[column] & 0x00FF_00FF
                    odd &+= pixels[column] &>> 8 & 0x00FF_00FF
                }
            }
            part[x] = mean.pixel(even, odd)
        }
    }
}

/// The rounded mean of the channels of a number of pixels.
private struct ChannelMean {
    private let half: UInt32
    /// 2²⁴ divided by the number of pixels, rounded up: exact for a quotient of sums of up to 256 values of eight bits.
    private let reciprocal: UInt64

    init(of count: Int) {
        half = UInt32(count / 2)
        reciprocal = (1 << 24 + UInt64(count) - 1) / UInt64(count)
    }

    /// Returns the mean of pixels, of which the even and the odd channels have these sums, two in each number.
    @inline(__always)
    func pixel(_ even: UInt32, _ odd: UInt32) -> UInt32 {
        let low = quotient(even & 0xFFFF) | quotient(even >> 16) << 16
        let high = quotient(odd & 0xFFFF) | quotient(odd >> 16) << 16
        return low | high << 8
    }

    @inline(__always)
    private func quotient(_ sum: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: (UInt64(sum &+ half) &* reciprocal) &>> 24)
    }
}

extension PixelRect {
    /// The rectangle on a grid that is `factor` times as fine.
    public func multiplied(by factor: Int) -> PixelRect {
        PixelRect(left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor)
    }

    /// The pixels of a grid that is `factor` times as coarse that touch the rectangle, which has no negative coordinates.
    func divided(by factor: Int) -> PixelRect {
        if isEmpty { return .empty }
        return PixelRect(
            left: left / factor, top: top / factor, right: (right + factor - 1) / factor,
            bottom: (bottom + factor - 1) / factor)
    }
}
