import ImageCoding

/// A frame of a GIF: the pixels before it, its own, and its disposal.
struct GIFFrame {
    /// The visible palette indices before the frame.
    var before: [UInt8]
    /// The visible palette indices during the frame.
    let shown: [UInt8]
    /// The rectangle that the frame covers.
    private(set) var area: PixelRectangle
    /// The duration, in hundredths of a second.
    var ticks: Int
    /// Whether the rectangle is cleared after the frame.
    var clearsArea = false

    /// Decides the frame's disposal for the next frame, and returns the pixels that remain.
    ///
    /// All pixels remain unless the next frame makes visible pixels transparent. Only the clearing of a rectangle can
    /// remove pixels.
    mutating func decideDisposal(
        for next: [UInt8], in changed: PixelRectangle, transparent: UInt8, width: Int
    ) -> [UInt8] {
        var gone = shown
        for row in changed.top..<changed.top + changed.height {
            for index in row * width + changed.left..<row * width + changed.left + changed.width
            where next[index] == transparent {
                gone[index] = transparent
            }
        }
        guard let emptied = PixelRectangle(changedBetween: shown, and: gone, width: width) else { return shown }
        area = area.union(emptied)
        clearsArea = true
        var left = shown
        for row in area.top..<area.top + area.height {
            let start = row * width + area.left
            for index in start..<start + area.width { left[index] = transparent }
        }
        return left
    }
}

// Palette indices are bytes. These methods repeat those of `PixelRectangle` for whole pixels, because unspecialised
// generic code is slow here.
extension PixelRectangle {
    /// Creates the smallest rectangle that contains all different indices; `nil` if there are none.
    init?(changedBetween old: [UInt8], and new: [UInt8], width rowWidth: Int) {
        // Both arrays have the same rows, so each index that the unchecked loops compute is valid in both.
        precondition(old.count == new.count, "pictures that are compared have the same size")
        let sides = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                var (left, right, top, bottom) = (rowWidth, -1, -1, -1)
                for row in 0..<new.count / max(1, rowWidth) {
                    let start = row * rowWidth
                    guard let first = (0..<rowWidth).first(where: { old[start + $0] != new[start + $0] }) else {
                        continue
                    }
                    let last = (first..<rowWidth).last { old[start + $0] != new[start + $0] } ?? first
                    left = min(left, first)
                    right = max(right, last)
                    if top < 0 { top = row }
                    bottom = row
                }
                return (left, right, top, bottom)
            }
        }
        let (left, right, top, bottom) = sides
        guard top >= 0 else { return nil }
        self.init(left: left, top: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// Returns the indices within the rectangle of a picture with rows of `rowWidth` pixels.
    func cropped(_ indices: [UInt8], width rowWidth: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(width * height)
        for row in top..<top + height {
            result += indices[row * rowWidth + left..<row * rowWidth + left + width]
        }
        return result
    }

    /// Returns the smallest rectangle that contains both.
    fileprivate func union(_ other: PixelRectangle) -> PixelRectangle {
        let (left, top) = (min(self.left, other.left), min(self.top, other.top))
        return PixelRectangle(
            left: left, top: top, width: max(self.left + width, other.left + other.width) - left,
            height: max(self.top + height, other.top + other.height) - top)
    }
}
