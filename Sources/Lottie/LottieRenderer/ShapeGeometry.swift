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
    ///
    /// The radius of the corners is at most half of each side, even of a negative one, whose corners are therefore always
    /// turned inside out (lottie-web, `ShapeProperty.js`, `convertRectToPath`).
    mutating func append(_ rectangle: RectangleShape, at time: Double) {
        let centre = SIMD2<Double>(Point(rectangle.position.value(at: time)))
        let half = SIMD2<Double>(Point(rectangle.size.value(at: time))) / 2
        let radius = min(half.x, half.y, rectangle.roundness.value(at: time))
        let first = points.count
        appendRectangle(from: centre - half, to: centre + half, radius: radius)
        if rectangle.isReversed { points[first...].reverse() }
    }

    private mutating func appendRectangle(from low: SIMD2<Double>, to high: SIMD2<Double>, radius: Double) {
        let handle = radius * (1 - Double(Self.circleHandleLength))
        func at(_ x: Double, _ y: Double) -> Point { Point(Float(x), Float(y)) }
        if radius == 0 {
            move(to: at(high.x, low.y))
            addLine(to: at(high.x, high.y))
            addLine(to: at(low.x, high.y))
            addLine(to: at(low.x, low.y))
            return close()
        }
        move(to: at(high.x, low.y + radius))
        addLine(to: at(high.x, high.y - radius))
        addCurve(
            to: at(high.x - radius, high.y), control1: at(high.x, high.y - handle),
            control2: at(high.x - handle, high.y))
        addLine(to: at(low.x + radius, high.y))
        addCurve(
            to: at(low.x, high.y - radius), control1: at(low.x + handle, high.y),
            control2: at(low.x, high.y - handle))
        addLine(to: at(low.x, low.y + radius))
        addCurve(
            to: at(low.x + radius, low.y), control1: at(low.x, low.y + handle), control2: at(low.x + handle, low.y))
        addLine(to: at(high.x - radius, low.y))
        addCurve(
            to: at(high.x, low.y + radius), control1: at(high.x - handle, low.y),
            control2: at(high.x, low.y + handle))
        close()
    }

    /// Appends a star or polygon, clockwise from its top (lottie-web, `ShapeProperty.js`).
    mutating func append(_ star: PolystarShape, at time: Double) {
        let asked = star.points.value(at: time)
        guard asked.isFinite else { return }
        let corners = Int(max(0, min(1024, asked.rounded(.down))))
        let count = star.isStar ? 2 * corners : corners
        if count < 1 { return }
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
