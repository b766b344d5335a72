import Budgets
import LottieDocument
import VectorGraphics

/// A modifier that adds ridges to every segment (lottie-web, `ZigZagModifier.js`).
final class ZigZagModifier: PathModifier {
    var shapes: [ShapeNode] = []
    private let zigZag: ZigZag
    private var values = SIMD3<Double>(repeating: .nan)

    init(_ zigZag: ZigZag) { self.zigZag = zigZag }

    var isAnimated: Bool {
        zigZag.amplitude.isAnimated || zigZag.frequency.isAnimated || zigZag.pointType.isAnimated
    }

    func evaluate(at time: Double) -> Bool {
        let next = SIMD3(
            zigZag.amplitude.value(at: time), zigZag.frequency.value(at: time), zigZag.pointType.value(at: time))
        defer { values = next }
        return next != values
    }

    func modify(_ work: FrameBudget) {
        guard values.x != 0, values.x.isFinite, values.y.isFinite else { return }
        let growth = 1 + Int(clamped: max(0, min(Double(Path.maxRidges), values.y.rounded())))
        modifyShapes(work, growth: growth, stepsEach: 8) {
            $0.zigZagged(amplitude: values.x, ridges: values.y, isSmooth: values.z == 2)
        }
    }
}

extension Path {
    /// The maximum number of ridges of a contour, more than a picture of a terminal's size can show separately.
    fileprivate static let maxRidges = 20_000

    fileprivate func zigZagged(amplitude: Double, ridges: Double, isSmooth: Bool) -> Path {
        var result = Path()
        for contour in contours where contour.segmentCount > 0 {
            let most = Double(Self.maxRidges / contour.segmentCount)
            let count = Int(max(0, min(most, ridges.rounded())))
            let vertices = zigZag(contour, amplitude: Float(amplitude), ridges: count, isSmooth: isSmooth)
            result.append(vertices, isClosed: contour.isClosed)
        }
        return result
    }

    /// Returns the vertices of a contour with ridges, which are moved to alternating sides.
    private func zigZag(_ contour: Contour, amplitude: Float, ridges: Int, isSmooth: Bool) -> [Vertex] {
        let vertices = self.vertices(of: contour)
        var side: Float = -1
        var result: [Vertex] = []
        result.reserveCapacity(contour.segmentCount * (ridges + 1) + 1)
        func reach(_ length: Float) -> Float { isSmooth ? length / Float(2 * (ridges + 1)) : 0 }
        func corner(_ index: Int) -> Vertex {
            let point = vertices[index % vertices.count].point
            let before = vertices[index == 0 ? vertices.count - 1 : index - 1].point
            let after = vertices[(index + 1) % vertices.count].point
            return Vertex(
                point, along: after - before, offset: side * amplitude, handleInLength: reach((point - before).length),
                handleOutLength: reach((point - after).length))
        }
        result.append(corner(0))
        for index in 0..<contour.segmentCount {
            let start = contour.start + 3 * index
            let segment = CubicSegment(points[start], points[start + 1], points[start + 2], points[start + 3])
                .withSeparatedHandles
            let length = reach(Point(segment.p3 - segment.p0).length)
            side = -side
            for ridge in 0..<ridges {
                let t = Double(ridge + 1) / Double(ridges + 1)
                result.append(
                    Vertex(
                        Point(segment.point(at: t)), along: Point(segment.derivative(at: t)), offset: side * amplitude,
                        handleInLength: length, handleOutLength: length))
                side = -side
            }
            result.append(corner(index + 1))
        }
        return result
    }
}

extension Vertex {
    /// Creates a vertex from a point that is moved to the left of a direction, with handles along that direction.
    fileprivate init(
        _ point: Point, along direction: Point, offset: Float, handleInLength: Float, handleOutLength: Float
    ) {
        let length = direction.length
        let unit = length > 0 ? direction / length : Point(0, 1)
        let corner = point + Point(unit.y, -unit.x) * offset
        self.init(point: corner, handleIn: corner - unit * handleInLength, handleOut: corner + unit * handleOutLength)
    }
}
