/// The columns with errors that can be seen in a band of rows.
///
/// Between two sampled rows of a picture lie at most eleven others, so that with the bands above and below it a band
/// reaches all rows between its own sampled ones and the next.
struct FaultyBand {
    /// The number of rows of a band; the first band begins with the first row.
    static let height = 8
    /// The width of what surrounds an error, in pixels.
    private static let margin = 8

    private var first = Int.max
    private var last = Int.min

    /// Adds a column.
    @inline(__always)
    mutating func add(_ x: Int) {
        first = min(first, x)
        last = max(last, x)
    }

    /// Adds the columns of another band.
    mutating func add(_ other: FaultyBand) {
        first = min(first, other.first)
        last = max(last, other.last)
    }

    /// Returns the parts of a picture around the errors of its bands, from top to bottom: none, one, or two that are much
    /// smaller than one around both.
    static func areas(of bands: UnsafeBufferPointer<FaultyBand>, width: Int, height: Int) -> [PixelRect] {
        let whole = PixelRect(left: 0, top: 0, right: width, bottom: height)
        let parts = bands.indices.map { index in
            let near = bands[max(0, index - 1)...min(bands.count - 1, index + 1)]
            return surroundings(of: near, at: index).intersection(whole)
        }
        return split(parts)
    }

    /// Returns the part of band `index` that belongs to the errors of `bands`, with edges on multiples of the margin, so
    /// that it seldom changes from frame to frame; no pixels if there is no error.
    private static func surroundings(of bands: Slice<UnsafeBufferPointer<FaultyBand>>, at index: Int) -> PixelRect {
        var both = FaultyBand()
        for band in bands { both = FaultyBand(first: min(both.first, band.first), last: max(both.last, band.last)) }
        guard both.first <= both.last else { return .empty }
        return PixelRect(
            left: max(0, both.first / margin - 1) * margin, top: index * height,
            right: (both.last / margin + 2) * margin, bottom: (index + 1) * height)
    }

    /// Returns the rectangle around all parts, or two around the upper and the lower ones if that saves a quarter.
    private static func split(_ parts: [PixelRect]) -> [PixelRect] {
        let around = parts.reduce(PixelRect.empty) { $0.union($1) }
        if around.isEmpty { return [] }
        var best = [around]
        var leastSize = around.size - around.size / 4
        // The rectangles around each band and all below it.
        var below = parts
        for index in parts.indices.dropLast().reversed() { below[index] = parts[index].union(below[index + 1]) }
        var above = PixelRect.empty
        for index in parts.indices.dropLast() {
            above = above.union(parts[index])
            let size = above.size + below[index + 1].size
            if size < leastSize { (best, leastSize) = ([above, below[index + 1]], size) }
        }
        return best
    }
}

extension PixelRect {
    /// The number of pixels.
    fileprivate var size: Int { width * height }
}
