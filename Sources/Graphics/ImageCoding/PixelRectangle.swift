/// A rectangle of whole pixels in a picture that is stored row by row.
package struct PixelRectangle: Equatable, Sendable {
    package let left: Int
    package let top: Int
    package let width: Int
    package let height: Int

    package init(left: Int, top: Int, width: Int, height: Int) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    /// Creates the smallest rectangle that contains all pixels that differ, or returns nil if none differs.
    init?(changedBetween old: [UInt32], and new: [UInt32], width rowWidth: Int) {
        guard let first = zip(old, new).enumerated().first(where: { $1.0 != $1.1 })?.offset else { return nil }
        let top = first / rowWidth
        var (left, right, bottom) = (rowWidth, 0, top)
        for row in top..<new.count / rowWidth {
            let start = row * rowWidth
            for column in 0..<rowWidth where old[start + column] != new[start + column] {
                left = min(left, column)
                right = max(right, column)
                bottom = row
            }
        }
        self.init(left: left, top: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// Returns the pixels inside the rectangle from a picture with rows of `rowWidth` pixels.
    func pixels(from pixels: [UInt32], width rowWidth: Int) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(width * height)
        for row in top..<top + height {
            result += pixels[row * rowWidth + left..<row * rowWidth + left + width]
        }
        return result
    }

    /// Returns the pixels inside the rectangle that turn `old` into `new` when drawn over it.
    ///
    /// Unchanged pixels are transparent in the result. The method returns nil if a changed pixel is translucent and its
    /// old pixel is not transparent, because drawing over it cannot give the new one.
    func replacementPixels(from old: [UInt32], to new: [UInt32], width rowWidth: Int) -> [UInt32]? {
        let (below, above) = (pixels(from: old, width: rowWidth), pixels(from: new, width: rowWidth))
        var result = above
        for index in above.indices {
            if above[index] == below[index] {
                result[index] = 0
            } else if !isOpaque(above[index]) && !isEmpty(below[index]) {
                return nil
            }
        }
        return result
    }

    private func isOpaque(_ pixel: UInt32) -> Bool { UInt32(littleEndian: pixel) >> 24 == 255 }
    private func isEmpty(_ pixel: UInt32) -> Bool { UInt32(littleEndian: pixel) >> 24 == 0 }
}
