import VectorGraphics

extension Path {
    /// The number of chords that approximate a curve.
    private static let chordCount = 8

    /// Returns the area that a square covers whose centre moves along the path; to be filled by the nonzero rule.
    ///
    /// - Parameter half: Half of the square's side, above 0.
    func swept(bySquareOfHalfSide half: Float) -> Path {
        var area = Path()
        for contour in contours {
            for number in 0..<contour.segmentCount {
                let segment = segment(number, of: contour)
                let count = segment.isLine ? 1 : Self.chordCount
                var start = segment.p0
                for step in 1...count {
                    let end = segment.point(at: Float(step) / Float(count))
                    area.appendSweep(from: start, to: end, half: half)
                    start = end
                }
            }
            if let first = contour.segmentCount > 0 ? points[contour.start] : nil {
                area.appendSweep(from: points[contour.start + 3 * contour.segmentCount], to: first, half: half)
            }
        }
        return area
    }

    /// Returns whether the polygon of the contour's vertices runs clockwise on the screen.
    func runsClockwise(_ contour: Contour) -> Bool {
        let origin = points[contour.start]
        var area: Float = 0
        for segment in 0..<contour.segmentCount {
            let from = points[contour.start + 3 * segment] - origin
            let to = points[contour.start + 3 * segment + 3] - origin
            area += from.x * to.y - from.y * to.x
        }
        return area > 0
    }

    /// Appends the area that a square covers on a straight line: the squares at both ends and the band between them, all
    /// in the same direction.
    private mutating func appendSweep(from start: Point, to end: Point, half: Float) {
        for centre in [start, end] {
            appendPolygon([
                centre + Point(-half, -half), centre + Point(half, -half), centre + Point(half, half),
                centre + Point(-half, half),
            ])
        }
        let way = end - start
        guard way != .zero else { return }
        // The diagonal of the square that is more nearly across the line, towards its right side.
        var across = way.x * way.y > 0 ? Point(-half, half) : Point(half, half)
        if way.x * across.y - way.y * across.x < 0 { across = Point(-across.x, -across.y) }
        appendPolygon([start - across, end - across, end + across, start + across])
    }

    private mutating func appendPolygon(_ corners: [Point]) {
        move(to: corners[0])
        for corner in corners.dropFirst() { addLine(to: corner) }
        close()
    }
}
