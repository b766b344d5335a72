import TerminalCells

/// A set of colors that replace all others.
public struct ColorPalette: Sendable, Equatable {
    /// The maximum number of colors; of 256 indices, one remains for transparent pixels.
    public static let maxCount = 255

    /// The colors, `0xRRGGBB`, in a fixed order.
    public let colors: [UInt32]
    let points: [OklabColor.Point]
    /// The indices of the colors from dark to light; `lightness` has the lightness of each.
    private let order: [Int]
    private let lightness: [Float]

    /// Creates a palette of these colors.
    ///
    /// - Parameter colors: The colors, `0xRRGGBB`. Only the first ``maxCount`` are used; an empty array gives
    ///   black.
    public init(_ colors: [UInt32]) {
        self.colors = colors.isEmpty ? [0] : Array(colors.prefix(Self.maxCount))
        let points = self.colors.map(OklabColor.point)
        self.points = points
        order = points.indices.sorted { (points[$0].x, $0) < (points[$1].x, $1) }
        lightness = order.map { points[$0].x }
    }

    /// Returns the index of the color most similar to a point, and its squared distance.
    ///
    /// The search begins at the colors of similar lightness and ends when the difference in lightness alone exceeds the
    /// best distance.
    func nearest(to point: OklabColor.Point) -> (index: Int, squaredDistance: Float) {
        var above = firstIndex(notDarkerThan: point.x)
        var below = above - 1
        var best = (index: 0, squaredDistance: Float.infinity)
        while below >= 0 || above < order.count {
            let toBelow = below >= 0 ? point.x - lightness[below] : .infinity
            let toAbove = above < order.count ? lightness[above] - point.x : .infinity
            let step = min(toBelow, toAbove)
            if step * step >= best.squaredDistance { break }
            let index = toBelow < toAbove ? order[below] : order[above]
            if toBelow < toAbove { below -= 1 } else { above += 1 }
            let distance = OklabColor.squaredDistance(points[index], point)
            if distance < best.squaredDistance { best = (index, distance) }
        }
        return best
    }

    private func firstIndex(notDarkerThan light: Float) -> Int {
        var (low, high) = (0, lightness.count)
        while low < high {
            let middle = (low + high) / 2
            if lightness[middle] < light { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
