import VectorGraphics

/// The region outside which browsers do not draw a layer with a matte or with masks.
///
/// lottie-web does not set the size of its SVG masks. By default, that is the bounding box of the masked element with a
/// margin of a tenth of each side. Strokes and effects do not count for the box, so they may reach beyond the region; the
/// box of a horizontal or vertical line has no area at all, and the line is not drawn.
extension LayerNode {
    /// Calls `draw` with the canvas clipped to the region of an SVG mask on the layer.
    ///
    /// - Parameters:
    ///   - placement: The map from the layer's space to the one in which the sides of the box are upright.
    ///   - transform: The map from that space to pixels.
    func withMaskRegion(
        on canvas: Canvas, placement: AffineTransform, transform: AffineTransform, context: DrawingContext,
        _ draw: (Canvas) -> Void
    ) {
        guard compatibility.masks == .lottieWeb, insertions.isEmpty, mayLeaveBoundingBox else { return draw(canvas) }
        guard let box = boundingBox(context.frameBudget)?.mapped(by: placement), all(box.low .< box.high) else {
            return
        }
        let region = box.widened(by: 0.1)
        var fit = ContainmentCheck(region, frameBudget: context.frameBudget)
        context.withClip(
            region.path, transform: transform, canvas: canvas,
            unless: fit.contains(contentOf: self, transform: placement), draw)
    }

    /// Whether masks of the layer are an SVG mask, and not a clip path, which has no region.
    var hasMaskRegion: Bool { !masks.isEmpty && layer.masks.contains { !$0.isLottieWebClipPath } }

    /// Whether the picture may reach beyond the bounding box.
    private var mayLeaveBoundingBox: Bool {
        if !strokes.isEmpty || state.effects.contains(where: { $0.margin(.identity) > 0 }) { return true }
        return switch content {
        // The boxes of texts have room for strokes, as they are those of whole lines.
        case .empty, .picture, .text: false
        case .shapes(let shapes): shapes.root.hasStrokes
        case .composition(let node):
            node.composition.visibleLayers.contains { $0.state.opacity > 0 && $0.mayLeaveBoundingBox }
        }
    }
}

extension GroupNode {
    /// Whether an item is drawn with a stroke.
    var hasStrokes: Bool {
        drawables.contains { drawable in
            switch drawable {
            case .style(let style): style.strokeMargin > 0
            case .group(let group): group.hasStrokes
            case .repeater(let repeater): repeater.hasStrokes
            }
        }
    }
}
