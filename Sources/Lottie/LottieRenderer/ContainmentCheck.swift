import VectorGraphics

/// A test whether all content of a composition or of a layer stays inside a rectangle, so that no clip is needed.
///
/// If the edges of a clip lie between pixels and a shape reaches them, both have partial coverage in the same pixels;
/// their product makes the shape's edge too faint. In all other cases the test saves the clip's time.
struct ContainmentCheck {
    /// The rectangle, in the composition's space.
    let box: BoundingBox
    /// The number of points that may still be examined; beyond that a clip is faster.
    private var remainingPoints = 1_000
    /// The number of layers and groups that may still be visited, which may have no points at all.
    private var remainingVisits = 10_000
    private let frameBudget: FrameBudget

    /// Creates a test for a composition of this size.
    init(width: Double, height: Double, frameBudget: FrameBudget) {
        self.init(BoundingBox(low: .zero, high: Point(Float(width), Float(height))), frameBudget: frameBudget)
    }

    /// Creates a test for a box.
    init(_ box: BoundingBox, frameBudget: FrameBudget) {
        self.frameBudget = frameBudget
        // A tolerance for rounding errors in the coordinates.
        let margin = Point(1 / 256, 1 / 256)
        self.box = BoundingBox(low: box.low - margin, high: box.high + margin)
    }

    mutating func contains(_ composition: CompositionNode, transform: AffineTransform = .identity) -> Bool {
        for layer in composition.visibleLayers where layer.state.opacity > 0 {
            if !contains(contentOf: layer, transform: layer.state.matrix.concatenating(transform)) { return false }
        }
        return true
    }

    /// Returns whether the content of a layer stays inside; `transform` maps the layer's space to that of the box.
    mutating func contains(contentOf layer: LayerNode, transform: AffineTransform) -> Bool {
        guard consumeVisit(), layer.state.effects.isEmpty, layer.state.styles.isEmpty, layer.strokes.isEmpty,
            layer.insertions.isEmpty
        else { return false }
        return switch layer.content {
        case .empty: true
        case .text: false
        case .picture(let picture): contains(picture.path, transform: transform, margin: 0)
        case .shapes(let shapes): contains(shapes.root, transform: transform)
        case .composition(let node): contains(node.composition, transform: transform)
        }
    }

    private mutating func contains(_ group: GroupNode, transform: AffineTransform) -> Bool {
        guard consumeVisit() else { return false }
        let toBox = group.placement.matrix.concatenating(transform)
        for drawable in group.drawables {
            switch drawable {
            case .style(let style):
                if !contains(style, transform: toBox) { return false }
            case .group(let inner): if !contains(inner, transform: toBox) { return false }
            case .repeater(let repeater):
                for (number, copy) in repeater.copies.enumerated() {
                    let content = repeater.content(ofCopy: number)
                    if !contains(content, transform: copy.placement.concatenating(toBox)) { return false }
                }
            }
        }
        return true
    }

    private mutating func consumeVisit() -> Bool {
        remainingVisits -= 1
        return remainingVisits >= 0
    }

    private mutating func contains(_ style: StyleNode, transform: AffineTransform) -> Bool {
        let path = style.combinedPath(frameBudget)
        let margin = style.strokeMargin * Float(transform.maxScale)
        // Mapping the corners of the kept bounds is much faster than mapping all points, and mostly enough.
        if path.points.count > 4, let (low, high) = style.bounds(of: path) {
            let corners = BoundingBox(low: low, high: high).mapped(by: transform)
            if holds(corners.low, corners.high, margin: margin + Self.roundingMargin) {
                remainingPoints -= path.points.count
                return remainingPoints >= 0
            }
        }
        return contains(path, transform: transform, margin: margin)
    }

    /// More than the rounding errors of corners that are mapped instead of points.
    private static let roundingMargin: Float = 1 / 512

    private mutating func contains(_ path: Path, transform: AffineTransform, margin: Float) -> Bool {
        remainingPoints -= path.points.count
        guard remainingPoints >= 0 else { return false }
        guard let (low, high) = path.bounds(transform: transform) else { return true }
        return holds(low, high, margin: margin)
    }

    private func holds(_ low: Point, _ high: Point, margin: Float) -> Bool {
        // NaN coordinates must fail this test, so it is not written as a negated comparison.
        all(low - margin .>= box.low) && all(high + margin .<= box.high)
    }
}
