extension Path {
    /// The largest number of contours and of points for which directions are changed.
    ///
    /// The search for nested contours takes too long for larger paths.
    private static let maxContours = 32
    private static let maxPoints = 2_000

    /// Reverses contours so that each nested contour runs in the opposite direction to the one around it.
    ///
    /// The nesting is estimated from the contours' vertices. Under the even-odd rule the direction makes no difference
    /// to the shape. Only areas with opposite signs, however, sum to the correct coverage in a pixel that two edges
    /// cross, such as a pixel of a thin ring.
    public mutating func alternateDirections() {
        guard contours.count > 1, contours.count <= Self.maxContours, points.count <= Self.maxPoints else { return }
        let areas = contours.map { signedArea(of: $0) }
        for (index, contour) in contours.enumerated() {
            let place = points[contour.start]
            var depth = 0
            for (other, outer) in contours.enumerated() where other != index && abs(areas[other]) > abs(areas[index]) {
                if winds(outer, around: place) { depth += 1 }
            }
            if (areas[index] > 0) == (depth % 2 == 0) || areas[index] == 0 { continue }
            points[contour.start...(contour.start + 3 * contour.segmentCount)].reverse()
        }
    }

    /// Returns twice the signed area of the polygon of the contour's vertices, positive if it runs clockwise on the
    /// screen.
    private func signedArea(of contour: Contour) -> Float {
        var area: Float = 0
        let origin = points[contour.start]
        for segment in 0..<contour.segmentCount {
            let from = points[contour.start + 3 * segment] - origin
            let to = points[contour.start + 3 * segment + 3] - origin
            area += from.x * to.y - from.y * to.x
        }
        return area
    }

    /// Returns whether a ray from `place` to the right crosses the polygon of the contour's vertices an odd number of
    /// times.
    private func winds(_ contour: Contour, around place: Point) -> Bool {
        var isInside = false
        for segment in 0...contour.segmentCount {
            let from = points[contour.start + 3 * segment]
            let to = segment < contour.segmentCount ? points[contour.start + 3 * segment + 3] : points[contour.start]
            if (from.y > place.y) == (to.y > place.y) { continue }
            let crossing = from.x + (place.y - from.y) / (to.y - from.y) * (to.x - from.x)
            if crossing > place.x { isInside.toggle() }
        }
        return isInside
    }
}
