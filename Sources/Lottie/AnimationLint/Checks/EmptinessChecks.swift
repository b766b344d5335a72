import LottieDocument
import LottieInspection

extension LintFacts {
    /// What is told if no frame shows anything: the first layer for which the reason is known, and the reason.
    var nothingDrawnFinding: Finding {
        let reachable = reachableLayers
        guard let first = reachable.first(where: \.layer.hasOwnContent) else {
            return Finding(
                .nothingDrawn,
                "no frame shows anything, as no layer has anything to show; export the composition that has the layers")
        }
        let known = reachable.lazy.compactMap { placed in
            (reasonUnseen(placed) ?? reasonInvisible(placed)).map { (placed, $0) }
        }
        guard let (placed, reason) = known.first else {
            return Finding(
                .nothingDrawn, at: first.path, layer: first.layer.name,
                "no frame shows anything; look at the place, the size, the masks and the colors of the layer "
                    + first.layer.title)
        }
        return Finding(
            .nothingDrawn, at: placed.path, layer: placed.layer.name,
            "no frame shows anything; the layer \(placed.title) does not because \(reason)")
    }

    /// The layers of the animation and of the compositions that they show, in the order of ``layers``.
    private var reachableLayers: [PlacedLayer] {
        var reached: Set<String> = []
        var waiting = composition.layers
        while let layer = waiting.popLast() {
            guard case .precomposition(let id, _, _) = layer.content, reached.insert(id).inserted else { continue }
            waiting += composition.assets.precompositions[id] ?? []
        }
        return layers.filter { placed in placed.place.composition.map(reached.contains) ?? true }
    }

    /// Returns why a layer that its timing does not exclude shows nothing; nil if that is not known.
    private func reasonInvisible(_ placed: PlacedLayer) -> String? {
        let layer = placed.layer
        guard layer.hasOwnContent, !layer.isMatteSource else { return nil }
        if let reason = reasonForEmptyContent(layer) { return reason }
        if let scale = layer.transform.scale.fixedValue, scale.x == 0 || scale.y == 0 { return "its scale is always 0" }
        if layer.masks.hideEverything { return "its mask encloses nothing" }
        guard let scale = survey.scales[placed.place] else { return "it is in no frame" }
        if scale == 0 { return "the scale of what it belongs to is always 0" }
        if survey.layersOutside.contains(placed.place) { return "it is outside of the picture" }
        return nil
    }

    private func reasonForEmptyContent(_ layer: Layer) -> String? {
        switch layer.content {
        case .shapes(let group):
            let paint = ShapePaint(of: group.items)
            if !paint.hasShape { return "it has no shape, or only hidden ones" }
            if !paint.hasStyle { return "its shapes have neither a fill nor a stroke" }
            if !paint.hasVisibleStyle { return "its fills and strokes have an opacity or a width of 0" }
            if paint.isPainted { return nil }
            return "its fills and strokes come before its shapes, and paint only those before them"
        case .text(let text):
            guard text.script == nil, text.binding == nil else { return nil }
            return text.documents.allSatisfy(\.text.text.isEmpty) ? "its text is empty" : nil
        case .image(let id):
            guard composition.assets.images[id] != nil else { return "no asset has its picture \"\(id)\"" }
            return images.first { $0.id == id }?.problem.map { _ in "its picture is not drawn" }
        case .solid(_, let width, let height): return width <= 0 || height <= 0 ? "its width or height is 0" : nil
        case .precomposition, .null, .unsupported: return nil
        }
    }
}

extension Layer {
    /// Whether the layer can show something that is not a layer of another composition.
    fileprivate var hasOwnContent: Bool {
        switch content {
        case .shapes, .text, .image, .solid: true
        case .precomposition, .null, .unsupported: false
        }
    }
}

extension [Mask] {
    /// Whether the masks leave nothing of a layer in any frame.
    fileprivate var hideEverything: Bool {
        let used = filter { $0.mode != .none }
        return !used.isEmpty && used.allSatisfy(\.isAlwaysEmpty)
    }
}

extension Mask {
    /// Whether the mask only keeps what is in its path, and that is always nothing.
    fileprivate var isAlwaysEmpty: Bool {
        guard mode == .add || mode == .intersect, !isInverted else { return false }
        return path.fixedValue?.points.isEmpty == true || opacity.fixedValue.map { $0 <= 0 } == true
    }
}

/// Whether shapes have a paint that is seen.
private struct ShapePaint {
    private(set) var hasShape = false
    private(set) var hasStyle = false
    private(set) var hasVisibleStyle = false
    /// Whether a shape comes before a style that can be seen, and so is painted.
    private(set) var isPainted = false

    init(of items: [ShapeItem]) { visit(items, isPainting: false) }

    /// Visits items from the last to the first, as a style paints the shapes before it, also those in groups.
    private mutating func visit(_ items: [ShapeItem], isPainting: Bool) {
        var isPainting = isPainting
        for item in items.reversed() {
            switch item {
            case .path, .rectangle, .ellipse, .polystar:
                hasShape = true
                if isPainting { isPainted = true }
            case .group(let group): visit(group.items, isPainting: isPainting)
            case .fill(let fill): add(isVisible: fill.opacity.canBePositive, &isPainting)
            case .stroke(let stroke):
                add(isVisible: stroke.opacity.canBePositive && stroke.width.canBePositive, &isPainting)
            default: break
            }
        }
    }

    private mutating func add(isVisible: Bool, _ isPainting: inout Bool) {
        hasStyle = true
        guard isVisible else { return }
        hasVisibleStyle = true
        isPainting = true
    }
}

extension Property<Double> {
    /// Whether the value is above 0, or may be in some frame.
    fileprivate var canBePositive: Bool { fixedValue.map { $0 > 0 } ?? true }
}
