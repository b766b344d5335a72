import VectorGraphics

extension Path {
    /// Creates a polygon through these corners.
    init(_ corners: [(Double, Double)], isClosed: Bool = true) {
        self.init()
        for (index, corner) in corners.enumerated() {
            let point = Point(Float(corner.0), Float(corner.1))
            if index == 0 { move(to: point) } else { addLine(to: point) }
        }
        if isClosed { close() }
    }

    /// Returns an open line through these points.
    static func line(_ points: (Double, Double)...) -> Path { Path(points, isClosed: false) }

    /// Returns an axis-aligned rectangle, clockwise from its top left corner.
    static func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Path {
        Path([(left, top), (right, top), (right, bottom), (left, bottom)])
    }

    /// Returns an axis-aligned rectangle, anticlockwise from its top left corner.
    static func reversedRectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Path {
        Path([(left, top), (left, bottom), (right, bottom), (right, top)])
    }

    /// Returns a circle of four cubic segments, whose area differs from that of an exact circle by less than 0.03 %.
    static func circle(x: Float, y: Float, radius: Float) -> Path {
        let handle = radius * 0.552_284_7
        var path = Path()
        path.move(to: Point(x, y - radius))
        path.addCurve(
            to: Point(x + radius, y), control1: Point(x + handle, y - radius), control2: Point(x + radius, y - handle))
        path.addCurve(
            to: Point(x, y + radius), control1: Point(x + radius, y + handle), control2: Point(x + handle, y + radius))
        path.addCurve(
            to: Point(x - radius, y), control1: Point(x - handle, y + radius), control2: Point(x - radius, y + handle))
        path.addCurve(
            to: Point(x, y - radius), control1: Point(x - radius, y - handle), control2: Point(x - handle, y - radius))
        path.close()
        return path
    }

    static func + (a: Path, b: Path) -> Path {
        var both = a
        both.append(b)
        return both
    }
}
