/// Some colours that stand for all others.
public struct ColorPalette: Sendable, Equatable {
    /// Most colours of a palette, which leaves one of 256 for what is not there at all.
    public static let largestCount = 255

    /// The colours, `0xRRGGBB`, in a fixed order.
    public let colors: [UInt32]
    let points: [OklabColor.Point]

    /// A palette of these colours; only the first ``largestCount`` are taken, and black where there is none.
    public init(_ colors: [UInt32]) {
        self.colors = colors.isEmpty ? [0] : Array(colors.prefix(Self.largestCount))
        points = self.colors.map(OklabColor.point)
    }

    /// The index of the colour that looks most like the one at a place, and its squared distance.
    func nearest(to point: OklabColor.Point) -> (index: Int, squaredDistance: Float) {
        points.withUnsafeBufferPointer { points in
            var best = (index: 0, squaredDistance: Float.infinity)
            for index in points.indices {
                let distance = OklabColor.squaredDistance(points[index], point)
                if distance < best.squaredDistance { best = (index, distance) }
            }
            return best
        }
    }
}
