import LottieDocument
import VectorGraphics

/// A modifier that changes the paths of shapes, in each shape's own space.
///
/// It is a class because its shapes are added one after the other.
protocol PathModifier: AnyObject {
    /// The shapes that the modifier changes, in the order of the file.
    var shapes: [ShapeNode] { get set }
    /// Whether the modifier's values change with time.
    var isAnimated: Bool { get }
    /// Evaluates the values at `time` and returns whether they changed.
    func evaluate(at time: Double) -> Bool
    /// Marks shapes as dirty whose paths depend on those of other changed shapes.
    func propagateDirtiness()
    /// Changes the paths of all dirty shapes; a path that exceeds the budget becomes empty.
    func modify(_ work: FrameBudget)
}

extension PathModifier {
    func propagateDirtiness() {}

    /// Changes the paths of all dirty shapes within the budget.
    ///
    /// Consecutive modifiers multiply points: thirty of them could turn the four points of a rectangle into billions.
    ///
    /// - Parameters:
    ///   - work: The budget.
    ///   - growth: The maximum ratio of the numbers of points after and before the change.
    ///   - stepsEach: The cost per resulting point, in steps.
    ///   - change: The closure that returns the changed path.
    func modifyShapes(
        _ work: FrameBudget, growth: Int, stepsEach: Int, _ change: (Path) -> Path
    ) {
        for shape in shapes where shape.isDirty && !shape.path.points.isEmpty {
            let points = shape.path.points.count.multipliedClamped(by: growth)
            if work.consume(points: points, stepsEach: stepsEach) {
                shape.path = change(shape.path)
            } else {
                shape.path.removeAll()
            }
        }
    }
}

/// A modifier of each path on its own, with one value.
final class SingleValueModifier: PathModifier {
    var shapes: [ShapeNode] = []
    private let property: Property<Double>
    private let growth: Int
    private let allowsNegative: Bool
    private let change: (Path, Double) -> Path
    private var value = Double.nan

    /// Creates a modifier.
    ///
    /// - Parameters:
    ///   - property: The value, of which 0 changes nothing.
    ///   - growth: The maximum ratio of the numbers of points after and before the change.
    ///   - allowsNegative: Whether a negative value changes paths too.
    ///   - change: The closure that returns the changed path.
    private init(
        _ property: Property<Double>, growth: Int, allowsNegative: Bool, _ change: @escaping (Path, Double) -> Path
    ) {
        self.property = property
        self.growth = growth
        self.allowsNegative = allowsNegative
        self.change = change
    }

    /// Returns a modifier that rounds corners between two straight segments (lottie-web, `RoundCornersModifier.js`).
    static func roundedCorners(radius: Property<Double>) -> SingleValueModifier {
        SingleValueModifier(radius, growth: 2, allowsNegative: false) { $0.rounded(by: Float($1)) }
    }

    /// Returns a modifier that pulls vertices to their centre and pushes handles away (lottie-web,
    /// `PuckerAndBloatModifier.js`).
    static func puckerBloat(amount: Property<Double>) -> SingleValueModifier {
        SingleValueModifier(amount, growth: 1, allowsNegative: true) { $0.bloated(by: Float($1 / 100)) }
    }

    var isAnimated: Bool { property.isAnimated }

    func evaluate(at time: Double) -> Bool {
        let next = property.value(at: time)
        defer { value = next }
        return next != value
    }

    func modify(_ work: FrameBudget) {
        guard value > 0 || value < 0 && allowsNegative, value.isFinite else { return }
        modifyShapes(work, growth: growth, stepsEach: 6) { change($0, value) }
    }
}

extension Path {
    fileprivate func rounded(by radius: Float) -> Path {
        var result = Path()
        for contour in contours {
            let vertices = self.vertices(of: contour)
            var bends: [Vertex] = []
            for (index, vertex) in vertices.enumerated() {
                let isEnd = !contour.isClosed && (index == 0 || index == vertices.count - 1)
                guard !isEnd, vertices.count > 1, vertex.handleIn == vertex.point, vertex.handleOut == vertex.point
                else {
                    bends.append(vertex)
                    continue
                }
                let before = vertices[index == 0 ? vertices.count - 1 : index - 1].point
                let after = vertices[index == vertices.count - 1 ? 0 : index + 1].point
                bends.append(vertex.cornerVertex(towards: before, by: radius, isArrival: true))
                bends.append(vertex.cornerVertex(towards: after, by: radius, isArrival: false))
            }
            result.append(bends, isClosed: contour.isClosed)
        }
        return result
    }
}

extension Path {
    fileprivate func bloated(by amount: Float) -> Path {
        var result = Path()
        for contour in contours {
            let vertices = self.vertices(of: contour)
            let centre = vertices.reduce(Point.zero) { $0 + $1.point } / Float(max(1, vertices.count))
            let moved = vertices.map { vertex in
                Vertex(
                    point: vertex.point + (centre - vertex.point) * amount,
                    handleIn: vertex.handleIn - (centre - vertex.handleIn) * amount,
                    handleOut: vertex.handleOut - (centre - vertex.handleOut) * amount)
            }
            result.append(moved, isClosed: contour.isClosed)
        }
        return result
    }
}

/// A vertex with its handles, all in absolute coordinates.
struct Vertex {
    var point: Point
    var handleIn: Point
    var handleOut: Point

    /// Returns the vertex where a rounded corner leaves the line to `neighbour`, or arrives from it.
    fileprivate func cornerVertex(towards neighbour: Point, by radius: Float, isArrival: Bool) -> Vertex {
        let distance = (neighbour - point).length
        let share = distance > 0 ? min(radius, distance / 2) / distance : 0
        let place = point + (neighbour - point) * share
        let handle = place - (place - point) * Path.circleHandleLength
        return isArrival
            ? Vertex(point: place, handleIn: place, handleOut: handle)
            : Vertex(point: place, handleIn: handle, handleOut: place)
    }
}

extension Path {
    /// Returns the vertices of a contour; the last segment of a closed contour ends at the first vertex.
    func vertices(of contour: Contour) -> [Vertex] {
        var vertices = (0...contour.segmentCount).map { index in
            let place = contour.start + 3 * index
            return Vertex(
                point: points[place], handleIn: index > 0 ? points[place - 1] : points[place],
                handleOut: index < contour.segmentCount ? points[place + 1] : points[place])
        }
        if contour.isClosed, vertices.count > 1 {
            let last = vertices.removeLast()
            vertices[0].handleIn = last.handleIn
        }
        return vertices
    }

    /// Appends a contour through `vertices`.
    mutating func append(_ vertices: [Vertex], isClosed: Bool) {
        guard let first = vertices.first else { return }
        move(to: first.point)
        for (before, after) in zip(vertices, vertices.dropFirst()) {
            addCurve(to: after.point, control1: before.handleOut, control2: after.handleIn)
        }
        if isClosed, let last = vertices.last {
            addCurve(to: first.point, control1: last.handleOut, control2: first.handleIn)
            close()
        }
    }
}
