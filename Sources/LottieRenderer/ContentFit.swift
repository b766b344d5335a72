import Lottie
import VectorGraphics

/// A test whether all content of a composition stays inside its rectangle, so that no clip is needed.
///
/// If the edges of a clip lie between pixels and a shape reaches them, both have partial coverage in the same pixels;
/// their product makes the shape's edge too faint. In all other cases the test saves the clip's time.
struct ContentFit {
    /// The rectangle, in the composition's space.
    let box: Box
    /// The number of points that may still be examined; beyond that a clip is faster.
    private var room = 1_000
    /// The number of layers and groups that may still be visited, which may have no points at all.
    private var visits = 10_000
    private let work: FrameWork

    init(width: Double, height: Double, work: FrameWork) {
        self.work = work
        // A tolerance for rounding errors in the coordinates.
        let margin: Float = 1 / 256
        box = Box(low: Point(-margin, -margin), high: Point(Float(width) + margin, Float(height) + margin))
    }

    mutating func holds(_ composition: CompositionNode, transform: AffineTransform = .identity) -> Bool {
        for layer in composition.shownLayers where layer.opacity > 0 {
            guard takesVisit() else { return false }
            guard layer.effects.isEmpty, layer.shadows.isEmpty, layer.strokes.isEmpty else { return false }
            let toBox = layer.matrix.concatenating(transform)
            switch layer.content {
            case .nothing: continue
            case .text: return false
            case .picture(let picture): if !holds(picture.path, transform: toBox, margin: 0) { return false }
            case .shapes(let shapes): if !holds(shapes.root, transform: toBox) { return false }
            case .composition(let node): if !holds(node.composition, transform: toBox) { return false }
            }
        }
        return true
    }

    private mutating func holds(_ group: GroupNode, transform: AffineTransform) -> Bool {
        guard takesVisit() else { return false }
        let toBox = group.placement.matrix.concatenating(transform)
        for drawable in group.drawables {
            switch drawable {
            case .style(let style):
                if !holds(style.wholePath(work), transform: toBox, margin: style.reach * Float(toBox.largestScale)) {
                    return false
                }
            case .group(let inner): if !holds(inner, transform: toBox) { return false }
            case .repeater(let repeater):
                for placement in repeater.placements {
                    if !holds(repeater.content, transform: placement.concatenating(toBox)) { return false }
                }
            }
        }
        return true
    }

    private mutating func takesVisit() -> Bool {
        visits -= 1
        return visits >= 0
    }

    private mutating func holds(_ path: Path, transform: AffineTransform, margin: Float) -> Bool {
        room -= path.points.count
        guard room >= 0 else { return false }
        guard let (low, high) = path.bounds(transform: transform) else { return true }
        // NaN coordinates must fail this test, so it is not written as a negated comparison.
        return all(low - margin .>= box.low) && all(high + margin .<= box.high)
    }
}
