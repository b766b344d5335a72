import CPlatform
import LottieDocument
import VectorGraphics

extension Path {
    /// The length of the handles of a quarter circle, as a fraction of the radius (lottie-web's constant).
    static let circleHandleLength: Float = 0.5519

    /// Appends a path of the document.
    ///
    /// An open path of a single vertex draws nothing, because its SVG path has no segment.
    mutating func append(_ shape: BezierShape) {
        if shape.segmentCount == 0 { return }
        contours.append(Contour(start: points.count, segmentCount: shape.segmentCount, isClosed: shape.isClosed))
        points.append(contentsOf: shape.points.prefix(1 + 3 * shape.segmentCount))
    }

    /// Appends an ellipse, clockwise from its top.
    mutating func append(_ ellipse: EllipseShape, at time: Double) {
        let centre = Point(ellipse.position.value(at: time))
        let radii = Point(ellipse.size.value(at: time)) / 2
        let handle = radii * Self.circleHandleLength
        let side: Float = ellipse.isReversed ? -1 : 1
        func at(_ x: Float, _ y: Float) -> Point { Point(centre.x + side * x, centre.y + y) }
        move(to: at(0, -radii.y))
        addCurve(to: at(radii.x, 0), control1: at(handle.x, -radii.y), control2: at(radii.x, -handle.y))
        addCurve(to: at(0, radii.y), control1: at(radii.x, handle.y), control2: at(handle.x, radii.y))
        addCurve(to: at(-radii.x, 0), control1: at(-handle.x, radii.y), control2: at(-radii.x, handle.y))
        addCurve(to: at(0, -radii.y), control1: at(-radii.x, -handle.y), control2: at(-handle.x, -radii.y))
        close()
    }

    /// Appends a rectangle, clockwise from the top of its right edge; a reversed one has the opposite direction.
    mutating func append(_ rectangle: RectangleShape, at time: Double) {
        let centre = Point(rectangle.position.value(at: time))
        let half = Point(rectangle.size.value(at: time)) / 2
        let limit = min(abs(half.x), abs(half.y))
        let radius = max(0, min(limit, Float(rectangle.roundness.value(at: time))))
        let first = points.count
        if radius > 0 {
            appendRounded(centre: centre, half: half, radius: radius)
        } else {
            move(to: centre + Point(half.x, -half.y))
            addLine(to: centre + half)
            addLine(to: centre + Point(-half.x, half.y))
            addLine(to: centre - half)
            close()
        }
        if rectangle.isReversed { points[first...].reverse() }
    }

    private mutating func appendRounded(centre: Point, half: Point, radius: Float) {
        let handle = radius * (1 - Self.circleHandleLength)
        func at(_ x: Float, _ y: Float) -> Point { centre + Point(x, y) }
        let (w, h) = (half.x, half.y)
        move(to: at(w, -h + radius))
        addLine(to: at(w, h - radius))
        addCurve(to: at(w - radius, h), control1: at(w, h - handle), control2: at(w - handle, h))
        addLine(to: at(-w + radius, h))
        addCurve(to: at(-w, h - radius), control1: at(-w + handle, h), control2: at(-w, h - handle))
        addLine(to: at(-w, -h + radius))
        addCurve(to: at(-w + radius, -h), control1: at(-w, -h + handle), control2: at(-w + handle, -h))
        addLine(to: at(w - radius, -h))
        addCurve(to: at(w, -h + radius), control1: at(w - handle, -h), control2: at(w, -h + handle))
        close()
    }

    /// Appends a star or polygon, clockwise from its top (lottie-web, `ShapeProperty.js`).
    mutating func append(_ star: PolystarShape, at time: Double) {
        let asked = star.points.value(at: time)
        guard asked.isFinite else { return }
        let corners = Int(max(0, min(1024, asked.rounded(.down))))
        let count = star.isStar ? 2 * corners : corners
        if count < 2 { return }
        let centre = Point(star.position.value(at: time))
        let radii = [star.outerRadius.value(at: time), star.innerRadius.value(at: time)]
        let roundness = [star.outerRoundness.value(at: time), star.innerRoundness.value(at: time)]
        let direction = star.isReversed ? -1.0 : 1.0
        let start = -Double.pi / 2 + star.rotation.value(at: time) * .pi / 180
        var vertices: [SIMD2<Float>] = []
        var tangents: [SIMD2<Float>] = []
        for index in 0..<count {
            let kind = star.isStar ? index % 2 : 0
            let angle = start + direction * 2 * .pi * Double(index) / Double(count)
            let radius = radii[kind]
            // A negative radius turns the corner to the other side, but not its handles.
            let handle = roundness[kind] / 100 * 2 * .pi * abs(radius) / Double(4 * corners)
            vertices.append(centre + Point(Float(radius * cos(angle)), Float(radius * sin(angle))))
            tangents.append(
                Point(Float(-sin(angle) * handle * direction), Float(cos(angle) * handle * direction)))
        }
        append(BezierShape(vertices: vertices, tangentsIn: tangents.map { -$0 }, tangentsOut: tangents, isClosed: true))
    }
}

extension SIMD2<Float> {
    /// Creates a point from the first two components of a vector.
    init(_ vector: Vector) { self.init(Float(vector.x), Float(vector.y)) }
}
