extension Path {
    /// More contours or points than this are left as they are: looking for what lies in what would take too long.
    private static let mostContours = 32
    private static let mostPoints = 2_000

    /// Turns contours round so that those inside others run against them, as far as their control points tell.
    ///
    /// By the even-odd rule it makes no difference which way a contour runs, but areas that add up with opposite signs are
    /// right in pixels that two edges cross too, such as those of a thin ring; areas with the same sign are not.
    public mutating func alternateDirections() {
        guard contours.count > 1, contours.count <= Self.mostContours, points.count <= Self.mostPoints else { return }
        let areas = contours.map { signedArea(of: $0) }
        for (index, contour) in contours.enumerated() {
            let place = points[contour.start]
            var depth = 0
            for (other, outer) in contours.enumerated() where other != index && abs(areas[other]) > abs(areas[index]) {
                if winds(outer, around: place) { depth += 1 }
            }
            if (areas[index] > 0) == (depth % 2 == 0) || areas[index] == 0 { continue }
            points[contour.start...(contour.start + 3 * contour.segments)].reverse()
        }
    }

    /// Twice the area of the contour's vertices, positive where they run clockwise on the screen.
    private func signedArea(of contour: Contour) -> Float {
        var area: Float = 0
        let origin = points[contour.start]
        for segment in 0..<contour.segments {
            let from = points[contour.start + 3 * segment] - origin
            let to = points[contour.start + 3 * segment + 3] - origin
            area += from.x * to.y - from.y * to.x
        }
        return area
    }

    /// Whether a ray from `place` to the right crosses the lines between the contour's vertices an odd number of times.
    private func winds(_ contour: Contour, around place: Point) -> Bool {
        var isInside = false
        for segment in 0...contour.segments {
            let from = points[contour.start + 3 * segment]
            let to = segment < contour.segments ? points[contour.start + 3 * segment + 3] : points[contour.start]
            if (from.y > place.y) == (to.y > place.y) { continue }
            let crossing = from.x + (place.y - from.y) / (to.y - from.y) * (to.x - from.x)
            if crossing > place.x { isInside.toggle() }
        }
        return isInside
    }
}
