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
        let mean = ChannelMean(of: factor * factor)
        self.painted = self.painted.union(area)
        storage.withUnsafeMutableBufferPointer { pixels in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * max(1, painted.width) * factor) { sums in
                for y in area.top..<max(area.top, area.bottom) {
                    let row = UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
                    row[area.left..<area.right].update(repeating: 0)
                    if y < painted.top || y >= painted.bottom { continue }
                    Self.addRows(of: source, y * factor..<(y + 1) * factor, from: painted.left * factor, to: sums)
                    for x in painted.left..<painted.right {
                        row[x] = mean.pixel(sums, from: (x - painted.left) * factor, count: factor)
                    }
                }
            }
        }
    }

    /// Sets `sums` to the sums of the pixels in each column, from column `first` of `source` on: the even channels in the
    /// first half of the memory and the odd ones in the second half, two in each number.
    private static func addRows(
        of source: Surface, _ rows: Range<Int>, from first: Int, to sums: UnsafeMutableBufferPointer<UInt32>
    ) {
        // The caller has clipped the columns and rows to the bounds of the surface.
        guard let even = sums.baseAddress else { return }
        let columns = sums.count / 2
        let odd = even + columns
        sums.update(repeating: 0)
        for y in rows {
            let pixels = source.row(y) + first
            for x in 0..<columns {
                even[x] &+= pixels[x] & 0x00FF_00FF
                odd[x] &+= pixels[x] &>> 8 & 0x00FF_00FF
            }
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

    /// Returns the mean of the pixels in `count` columns, whose sums are in both halves of `sums`.
    @inline(__always)
    func pixel(_ sums: UnsafeMutableBufferPointer<UInt32>, from first: Int, count: Int) -> UInt32 {
        let columns = sums.count / 2
        var (even, odd): (UInt32, UInt32) = (0, 0)
        for x in first..<first + count {
            even &+= sums[x]
            odd &+= sums[columns + x]
        }
        if even | odd == 0 { return 0 }
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
