import LottieDocument
import VectorGraphics

/// The letters of a text that are compositions, with nodes that all uses of a letter in the text share.
struct LetterCompositions {
    private let nodes: [Glyph.Key: LayerNode]
    /// The frame of the text's composition at which the time of the letters is 0.
    private let startTime: Double
    /// The letters that the text uses.
    private var used: [LayerNode] = []

    /// Whether no letter is a composition.
    var isEmpty: Bool { nodes.isEmpty }

    init(_ nodes: [Glyph.Key: LayerNode] = [:], startTime: Double = 0) {
        self.nodes = nodes
        self.startTime = startTime
    }

    /// Selects the letters to evaluate.
    mutating func use(_ letters: [PlacedGlyph]) {
        if nodes.isEmpty { return }
        // The order must not depend on the hashes of a process, because the frame's budget may end.
        var keys: Set<Glyph.Key> = []
        used = letters.compactMap { letter in
            letter.composition.flatMap { keys.insert($0).inserted ? nodes[$0] : nil }
        }
    }

    /// Evaluates the used letters when the text's composition is at `time`.
    func evaluate(at time: Double) {
        for node in used { node.evaluate(at: time - startTime) }
    }

    /// Draws a letter; `transform` maps its space to pixels.
    func draw(
        _ key: Glyph.Key, on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext
    ) {
        guard let node = nodes[key], node.isVisible(at: node.state.time), node.state.opacity > 0,
            case .composition(let content) = node.content
        else { return }
        let toPixels = node.state.matrix.concatenating(transform)
        guard toPixels.isFinite, toPixels.determinant != 0 else { return }
        let own = PixelArithmetic.product(UInt32(node.state.opacity), UInt32(opacity))
        content.draw(on: canvas, toPixels: toPixels, opacity: UInt8(truncatingIfNeeded: own), context: context)
    }

    /// Returns the bounding box of a letter in its own space; nil for an empty one.
    func boundingBox(_ key: Glyph.Key, _ work: FrameBudget) -> BoundingBox? {
        guard let node = nodes[key] else { return nil }
        return node.boundingBox(work)?.mapped(by: node.state.matrix)
    }
}

extension TextDocument {
    /// The map from glyphs, which have a size of 100, to the text's size.
    var letterScale: AffineTransform { .scale(x: size / 100, y: size / 100) }
}
