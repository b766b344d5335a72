import LottieDocument
import LottieInspection

extension LintFacts {
    /// The layers that no frame shows and that nothing refers to.
    var layerFindings: [Finding] {
        let referred = referredLayers
        return layers.compactMap { placed in
            let layer = placed.layer
            guard !referred.contains(placed.place), !layer.effects.isControl, let reason = reasonUnseen(placed) else {
                return nil
            }
            return Finding(
                .unseenLayer, at: placed.path, layer: layer.name,
                "the layer \(placed.title) is never visible: \(reason); remove it, or show it")
        }
    }

    /// The references of layers to what is not there.
    var referenceFindings: [Finding] {
        let references = composition.brokenReferences
        guard !references.isEmpty else { return [] }
        let placed = Dictionary(layers.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
        return references.compactMap { reference in
            // The gift's manifest puts another picture in its place.
            if case .picture(let id) = reference.target, subject.manifestAssets.contains(id) { return nil }
            let place = PlacedLayer.Place(composition: reference.composition, position: reference.position)
            return Finding(
                .brokenReference, as: reference.hidesLayer ? .error : .warning,
                at: placed[place]?.path ?? reference.path, layer: placed[place]?.layer.name ?? "",
                "\(reference.feature), so \(reference.effect); \(reference.advice)")
        }
    }

    /// Returns why a layer is in no frame; nil if it is in one, or has nothing to show.
    func reasonUnseen(_ placed: PlacedLayer) -> String? {
        let layer = placed.layer
        switch layer.content {
        // A null layer and a camera are never visible; one that does nothing costs nothing.
        case .null, .unsupported: return nil
        default: break
        }
        if layer.isHidden { return "it is hidden" }
        let timing = layer.timing
        if timing.outPoint == timing.inPoint { return "it ends when it begins, at \(words(timing.inPoint))" }
        if timing.outPoint < timing.inPoint {
            return "it ends at \(words(timing.outPoint)), before it begins at \(words(timing.inPoint))"
        }
        guard survey.scales[placed.place] == nil, survey.stop == nil, !layer.isMatteSource else { return nil }
        if placed.place.composition == nil, timing.inPoint >= composition.outPoint {
            return "it begins at \(words(timing.inPoint)), and the animation ends at \(words(composition.outPoint))"
        }
        if placed.place.composition == nil, timing.outPoint <= composition.inPoint {
            return "it ends at \(words(timing.outPoint)), and the animation begins at \(words(composition.inPoint))"
        }
        if case .fixed(let opacity) = layer.transform.opacity, opacity <= 0 { return "its opacity is always 0" }
        return nil
    }

    /// The layers that are a parent or a matte of others, or that an expression may read, which are useful unseen.
    private var referredLayers: Set<PlacedLayer.Place> {
        var referred: Set<PlacedLayer.Place> = []
        let names = text.expressions.isEmpty ? [] : expressionNames
        for (id, list) in [(nil, composition.layers)] + composition.assets.precompositions.map({ (Optional($0), $1) }) {
            let indices = Set(list.flatMap { [$0.parent, $0.matteParent].compactMap { $0 } })
            for (position, layer) in list.enumerated() {
                let isMatte =
                    position + 1 < list.count && list[position + 1].matte != nil
                    && list[position + 1].matteParent == nil
                guard layer.index.map(indices.contains) == true || isMatte || names.contains(layer.name) else {
                    continue
                }
                referred.insert(PlacedLayer.Place(composition: id, position: position))
            }
        }
        return referred
    }
}

extension LayerEffects {
    /// Whether the effects hold values for expressions, which a hidden layer is often made for.
    fileprivate var isControl: Bool { list.isEmpty && !controls.isEmpty }
}
