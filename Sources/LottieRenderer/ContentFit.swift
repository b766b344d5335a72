import Lottie
import VectorGraphics

/// Whether what a composition paints stays in its own rectangle, so that it needs no clip.
///
/// A clip whose edges lie between pixels and a shape that reaches up to them share pixels; multiplied, their coverages
/// make such a shape paler than it is. The rest of the time a clip only takes time.
struct ContentFit {
    /// The rectangle, in the composition's space.
    let box: Box
    /// Points that may still be looked at: beyond them a clip is quicker.
    private var room = 1_000

    init(width: Double, height: Double) {
        // The last bits of coordinates tell nothing.
        let margin: Float = 1 / 256
        box = Box(low: Point(-margin, -margin), high: Point(Float(width) + margin, Float(height) + margin))
    }

    mutating func holds(_ composition: CompositionNode, transform: AffineTransform = .identity) -> Bool {
        for layer in composition.shownLayers where layer.opacity > 0 {
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
        let toBox = group.placement.matrix.concatenating(transform)
        for drawable in group.drawables {
            switch drawable {
            case .style(let style):
                if !holds(style.wholePath(), transform: toBox, margin: style.reach * Float(toBox.largestScale)) {
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

    private mutating func holds(_ path: Path, transform: AffineTransform, margin: Float) -> Bool {
        room -= path.points.count
        guard room >= 0 else { return false }
        guard let (low, high) = path.bounds(transform: transform) else { return true }
        // Written so that a coordinate that is not a number fails the test.
        return all(low - margin .>= box.low) && all(high + margin .<= box.high)
    }
}
