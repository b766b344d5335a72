/// Some colours that stand for all others.
public struct ColorPalette: Sendable, Equatable {
    /// Most colours of a palette, which leaves one of 256 for what is not there at all.
    public static let largestCount = 255

    /// The colours, `0xRRGGBB`, in a fixed order.
    public let colors: [UInt32]
    let points: [OklabColor.Point]
    /// Indices of the colours from dark to light, and how light each of these is.
    private let order: [Int]
    private let lightness: [Float]

    /// A palette of these colours; only the first ``largestCount`` are taken, and black where there is none.
    public init(_ colors: [UInt32]) {
        self.colors = colors.isEmpty ? [0] : Array(colors.prefix(Self.largestCount))
        let points = self.colors.map(OklabColor.point)
        self.points = points
        order = points.indices.sorted { (points[$0].x, $0) < (points[$1].x, $1) }
        lightness = order.map { points[$0].x }
    }

    /// The index of the colour that looks most like the one at a place, and its squared distance.
    ///
    /// It is looked for among those about as light, further and further away until lightness alone is too far off.
    func nearest(to point: OklabColor.Point) -> (index: Int, squaredDistance: Float) {
        var above = firstPlace(notDarkerThan: point.x)
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

    private func firstPlace(notDarkerThan light: Float) -> Int {
        var (low, high) = (0, lightness.count)
        while low < high {
            let middle = (low + high) / 2
            if lightness[middle] < light { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
