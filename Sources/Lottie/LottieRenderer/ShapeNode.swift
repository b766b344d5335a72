import LottieDocument
import VectorGraphics

/// A shape with its geometry, and its path after all modifiers.
///
/// It is a class because several styles and modifiers share it.
final class ShapeNode {
    /// The path to draw; modifiers change it in place.
    var path = Path()
    /// The path before modifiers.
    private(set) var geometryPath = Path()
    /// Whether the path must be rebuilt for the current time.
    var isDirty = false
    /// A number that increases whenever the path changes.
    var version = 0

    private let item: ShapeItem
    /// Whether the shape's own geometry changes with time.
    let isAnimated: Bool
    private var isEvaluated = false
    private let cache = CacheShare()
    private var lastPosition: (index: Int, progress: Double)?

    init(_ item: ShapeItem) {
        self.item = item
        isAnimated = item.isGeometryAnimated
    }

    /// The cost of the shape's points when nodes are created, in shape items.
    var cost: Int { Self.cost(of: item) }

    /// Returns the cost of a shape's points when nodes are created, in shape items.
    static func cost(of item: ShapeItem) -> Int {
        switch item {
        case .path(let property): property.value(at: -.infinity).points.count / 16
        // A star has six points per corner, and at most 1024 corners.
        case .polystar(let star): Int(min(1024, max(0, star.points.fixedValue ?? 32))) * 6 / 16
        default: 0
        }
    }

    /// Counts the points of the path as cached, or removes them all if the limit is exceeded.
    func cachePath(_ work: FrameBudget) {
        if !cache.setPoints(path.points.count, in: work) { path.removeAll() }
    }

    /// Rebuilds the path at `time`, unless it is known to be unchanged.
    func evaluateGeometry(at time: Double) {
        if isEvaluated && !isAnimated { return }
        if case .path(.animated(let track)) = item {
            let position = track.position(at: time)
            if let lastPosition, position == lastPosition { return }
            lastPosition = position
        }
        isEvaluated = true
        isDirty = true
        geometryPath.removeAll()
        switch item {
        case .path(let property): geometryPath.append(property.value(at: time))
        case .rectangle(let rectangle): geometryPath.append(rectangle, at: time)
        case .ellipse(let ellipse): geometryPath.append(ellipse, at: time)
        case .polystar(let polystar): geometryPath.append(polystar, at: time)
        default: break
        }
    }
}

extension ShapeItem {
    /// Whether the shape's own geometry changes with time.
    fileprivate var isGeometryAnimated: Bool {
        switch self {
        case .path(let path): path.isAnimated
        case .rectangle(let shape): shape.position.isAnimated || shape.size.isAnimated || shape.roundness.isAnimated
        case .ellipse(let shape): shape.position.isAnimated || shape.size.isAnimated
        case .polystar(let shape):
            shape.position.isAnimated || shape.points.isAnimated || shape.rotation.isAnimated
                || shape.outerRadius.isAnimated || shape.outerRoundness.isAnimated || shape.innerRadius.isAnimated
                || shape.innerRoundness.isAnimated
        default: false
        }
    }
}
