extension Surface {
    /// Applies a function to the color of every pixel that is not transparent, and of the transparent ones in a rectangle.
    ///
    /// - Parameters:
    ///   - empty: The rectangle.
    ///   - change: A function of red, green, blue and alpha, each from 0 to 1 and not premultiplied.
    public func mapColors(ofEmpty empty: PixelRect = .empty, _ change: (SIMD4<Float>) -> SIMD4<Float>) {
        func mapped(_ pixel: UInt32) -> UInt32 {
            let color = change(SIMD4(straight: pixel))
            return PixelArithmetic.pixel(
                red: Double(color.x), green: Double(color.y), blue: Double(color.z), alpha: Double(color.w))
        }
        if !empty.isEmpty { recordPainted(empty) }
        let ofNothing = empty.isEmpty ? 0 : mapped(0)
        // Areas of one color are frequent, so the previous result often applies again.
        var last: (from: UInt32, to: UInt32) = (0, ofNothing)
        let area = painted
        for y in area.top..<max(area.top, area.bottom) {
            let pixels = row(y)
            for x in area.left..<max(area.left, area.right) {
                if pixels[x] == 0 {
                    pixels[x] = ofNothing
                } else {
                    if pixels[x] != last.from { last = (pixels[x], mapped(pixels[x])) }
                    pixels[x] = last.to
                }
            }
        }
    }
}

extension SIMD4<Float> {
    /// Creates the channels of a premultiplied pixel, from 0 to 255.
    @inline(__always)
    fileprivate init(premultipliedBytes pixel: UInt32) {
        self = SIMD4(Float(pixel & 0xFF), Float((pixel >> 8) & 0xFF), Float((pixel >> 16) & 0xFF), Float(pixel >> 24))
    }

    /// Creates the channels of a premultiplied pixel, from 0 to 1 and not premultiplied.
    fileprivate init(straight pixel: UInt32) {
        let bytes = SIMD4(premultipliedBytes: pixel)
        self = SIMD4(bytes.x, bytes.y, bytes.z, 255) / (bytes.w == 0 ? 1 : bytes.w)
        w = bytes.w / 255
    }
}
