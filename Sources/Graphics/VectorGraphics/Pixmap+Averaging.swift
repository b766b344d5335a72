extension Pixmap {
    /// Sets each pixel to the mean of a square of pixels of a picture that is `factor` times as wide and high.
    ///
    /// - Precondition: `factor` is from 1 to 16, and `source` has the right size.
    public mutating func average(_ source: borrowing Pixmap, factor: Int) {
        precondition((1...16).contains(factor), "the sums of 256 pixels fit into 16 bits")
        precondition(source.width == width * factor && source.height == height * factor, "the sizes fit together")
        let count = UInt32(factor * factor)
        for y in 0..<height {
            for x in 0..<width {
                // Two channels of eight bits in each half of a number; a sum of 256 values fits into 16 bits.
                var (even, odd): (UInt32, UInt32) = (0, 0)
                for row in y * factor..<(y + 1) * factor {
                    let start = row * source.width + x * factor
                    for place in start..<start + factor {
                        let pixel = source.pixels[place]
                        even &+= pixel & 0x00FF_00FF
                        odd &+= pixel >> 8 & 0x00FF_00FF
                    }
                }
                if even | odd == 0 {
                    pixels[y * width + x] = 0
                    continue
                }
                func mean(_ sum: UInt32) -> UInt32 { (sum &+ count / 2) / count }
                let low = mean(even & 0xFFFF) | mean(even >> 16) << 16
                let high = mean(odd & 0xFFFF) | mean(odd >> 16) << 16
                pixels[y * width + x] = low | high << 8
            }
        }
    }
}
