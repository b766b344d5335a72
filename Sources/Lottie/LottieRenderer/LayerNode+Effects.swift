import LottieDocument
import VectorGraphics

/// The stages of drawing between a layer's content and its composition.
extension LayerNode {
    /// Whether the layer is drawn on a surface of its own anyway, to which its opacity can be applied.
    var drawsOnOwnSurface: Bool { !state.effects.isEmpty || !state.styles.isEmpty }

    /// Draws the content with strokes, effects, masks and styles.
    ///
    /// In browsers effects come before masks, because an SVG element with both is filtered first; in After Effects
    /// masks come before effects.
    func drawAnew(on canvas: Canvas, toPixels: AffineTransform, opacity: UInt8, context: DrawingContext) {
        drawApplying(state.styles, on: canvas, toPixels: toPixels, opacity: opacity, context: context) {
            canvas, opacity in
            if compatibility.effects == .afterEffects {
                drawApplying(state.effects, on: canvas, toPixels: toPixels, opacity: opacity, context: context) {
                    canvas, opacity in
                    withMasksAndRegion(on: canvas, toPixels: toPixels, context: context) { canvas in
                        drawStroked(on: canvas, toPixels: toPixels, opacity: opacity, context: context)
                    }
                }
                return
            }
            withMasksAndRegion(on: canvas, toPixels: toPixels, context: context) { canvas in
                withCompositionClip(on: canvas, toPixels: toPixels, context: context) { canvas in
                    withEffectRegion(on: canvas, toPixels: toPixels, context: context) { canvas, region in
                        drawApplying(
                            state.effects, on: canvas, toPixels: toPixels, opacity: opacity, region: region,
                            context: context
                        ) { canvas, opacity in
                            drawStroked(on: canvas, toPixels: toPixels, opacity: opacity, context: context)
                        }
                    }
                }
            }
        }
    }

    /// Draws `draw` on a surface of its own, applies the effects to it, and draws it on the canvas.
    private func drawApplying(
        _ effects: [EffectNode], on canvas: Canvas, toPixels: AffineTransform, opacity: UInt8, region: Path? = nil,
        context: DrawingContext, _ draw: (Canvas, UInt8) -> Void
    ) {
        if effects.isEmpty { return draw(canvas, opacity) }
        // Effects may spread content from outside the clip into it.
        let margin = effects.reduce(0) { $0 + $1.margin(toPixels) }
        let area = canvas.clip.widened(by: margin, maxSide: context.maxSurfaceSide)
        guard area.width <= Rasterizer.maxSide, area.height <= Rasterizer.maxSide else { return }
        context.withSurface(area) { surface in
            draw(Canvas(surface: surface, clip: area, mask: nil), 255)
            if needsOriginal(effects) {
                context.withSurface(area) { original in
                    original.draw(surface, within: area)
                    apply(effects, to: surface, of: original, margin: margin)
                }
            } else {
                apply(effects, to: surface, of: nil, margin: margin)
            }
            canvas.surface.draw(surface, within: canvas.clip, opacity: opacity, mask: canvas.mask)
        }
        /// Applies the effects to `surface`, and the shadow of `original` if there is one.
        func apply(_ effects: [EffectNode], to surface: Surface, of original: Surface?, margin: Int) {
            // Later effects may spread the result of this one into the clip.
            var later = margin
            for effect in effects {
                later -= effect.margin(toPixels)
                let wanted = canvas.clip.inset(by: -later).intersection(area)
                guard context.consume(steps: effect.cost(on: surface, within: wanted, transform: toPixels)) else {
                    continue
                }
                // A tint makes translucent pixels more opaque, so the mean of an edge becomes too opaque.
                if case .tint = effect { context.edges.add(surface, limitedBy: surface, on: canvas.surface) }
                effect.apply(
                    to: surface, of: original, within: wanted, transform: toPixels, region: region, context: context)
            }
        }
    }

    /// Whether an effect takes the shape of the layer before the effects above it.
    private func needsOriginal(_ effects: [EffectNode]) -> Bool {
        if compatibility.effects == .lottieWeb { return effects.dropFirst().contains(where: \.isShadow) }
        return effects.dropLast().contains { effect in
            if case .style(let style) = effect { style.changesShape } else { false }
        }
    }

    private func withMasks(
        on canvas: Canvas, toPixels: AffineTransform, context: DrawingContext, _ draw: (Canvas) -> Void
    ) {
        if masks.isEmpty { return draw(canvas) }
        context.withMask(canvas.clip) { mask in
            mask.combine(masks, over: canvas.clip, transform: toPixels, context: context)
            if mask.bounds.isEmpty { return }
            if let outer = canvas.mask { mask.multiply(by: outer) }
            if masks.contains(where: \.isTranslucent), drawnItemCount > 1 {
                // A translucent mask limits the whole layer: items over each other must not become more opaque.
                context.withSurface(mask.bounds) { surface in
                    draw(Canvas(surface: surface, clip: mask.bounds, mask: nil))
                    canvas.surface.draw(surface, within: mask.bounds, opacity: 255, mask: mask)
                }
                return
            }
            var inner = canvas
            inner.clip = mask.bounds
            inner.mask = mask
            draw(inner)
        }
    }

    private func withMasksAndRegion(
        on canvas: Canvas, toPixels: AffineTransform, context: DrawingContext, _ draw: (Canvas) -> Void
    ) {
        guard hasMaskRegion else { return withMasks(on: canvas, toPixels: toPixels, context: context, draw) }
        withMaskRegion(on: canvas, placement: .identity, transform: toPixels, context: context) { canvas in
            withMasks(on: canvas, toPixels: toPixels, context: context, draw)
        }
    }

    /// Whether a precomposition is clipped after its effects, as browsers clip an SVG element, and not before them.
    var clipsAfterEffects: Bool { compatibility.effects == .lottieWeb && !state.effects.isEmpty }

    private func withCompositionClip(
        on canvas: Canvas, toPixels: AffineTransform, context: DrawingContext, _ draw: (Canvas) -> Void
    ) {
        guard clipsAfterEffects, case .composition(let node) = content else { return draw(canvas) }
        context.withClip(node.box, transform: toPixels, canvas: canvas, draw)
    }

    /// Clips effects to the region that browsers use: a rectangle around the bounding box of the layer's paths.
    private func withEffectRegion(
        on canvas: Canvas, toPixels: AffineTransform, context: DrawingContext, _ draw: (Canvas, Path?) -> Void
    ) {
        if state.effects.isEmpty { return draw(canvas, nil) }
        guard let box = boundingBox(context.frameBudget) else { return }
        let region = box.widened(by: effectMargin).path
        context.withClip(region, transform: toPixels, canvas: canvas) { draw($0, region) }
    }

    /// The margin of the effect region on each side, as a fraction of the bounding box's side.
    ///
    /// The last effect with a margin of its own decides for all (lottie-web, `SVGEffects.js`); without one it is SVG's
    /// default, a tenth.
    private var effectMargin: Float {
        var share: Float = 0.1
        for effect in state.effects {
            switch effect {
            case .dropShadow: share = 0
            case .blur: share = 1
            default: break
            }
        }
        return share
    }

    /// Draws the content and the strokes along its masks.
    private func drawStroked(on canvas: Canvas, toPixels: AffineTransform, opacity: UInt8, context: DrawingContext) {
        if strokes.isEmpty {
            return drawContent(on: canvas, toPixels: toPixels, opacity: opacity, context: context)
        }
        context.withSurface(canvas.clip) { surface in
            let inner = Canvas(surface: surface, clip: canvas.clip, mask: nil)
            if !strokes.contains(where: { $0.paintStyle == .onTransparent }) {
                drawContent(on: inner, toPixels: toPixels, opacity: 255, context: context)
            }
            for stroke in strokes where context.consumeItems(1 + stroke.cost) {
                stroke.draw(on: inner, transform: toPixels, context: context)
            }
            canvas.surface.draw(surface, opacity: opacity, mask: canvas.mask)
        }
    }
}

extension LayerEffects {
    /// Returns the effects that a player draws.
    ///
    /// lottie-web knows no radial wipes, does not repeat the edge of a picture that it blurs, and draws effects that are
    /// switched off. A shadow replaces its layer if a stroke, a Set Matte or a transform comes just before, because these
    /// leave no picture that the shadow's filter finds (`SVGEffects.js`).
    fileprivate func drawn(by player: RenderingCompatibility.ReferencePlayer) -> [Effect] {
        if player == .afterEffects {
            return disabled.isEmpty ? list : list.indices.filter { !disabled.contains($0) }.map { list[$0] }
        }
        var drawn: [Effect] = []
        var leavesPicture = true
        for effect in list {
            switch effect {
            case .radialWipe: continue
            case .stroke, .setMatte, .transform:
                leavesPicture = false
                drawn.append(effect)
                continue
            case .gaussianBlur(let blurriness, let dimensions, _):
                drawn.append(
                    .gaussianBlur(
                        blurriness: blurriness, dimensions: dimensions, repeatsEdges: .fixed(EffectValue(0))))
            case .dropShadow(var shadow):
                shadow.isShadowOnly = .fixed(EffectValue(leavesPicture ? 0 : 1))
                drawn.append(.dropShadow(shadow))
            case .fill, .tint, .tritone, .levels: drawn.append(effect)
            }
            leavesPicture = true
        }
        return drawn
    }
}

extension Layer {
    /// Whether an effect sets the layer's matte.
    var hasSetMatteEffect: Bool {
        effects.list.contains { if case .setMatte = $0 { true } else { false } }
    }

    /// Returns the layer as a player draws it: without what the player does not know, and with the matte of its last Set
    /// Matte effect, which replaces the layer's own.
    func drawn(by rules: RenderingCompatibility) -> Layer {
        var layer = self
        layer.blendMode = blendMode.drawn(by: rules.effects)
        if rules.effects == .lottieWeb {
            layer.styles = []
        }
        if !effects.list.isEmpty { layer.effects.list = effects.drawn(by: rules.effects) }
        if rules.masks == .lottieWeb, matte == .invertedLuma { layer.matte = nil }
        for effect in layer.effects.list {
            guard case .setMatte(let source, let isInverted) = effect else { continue }
            let number = source.value(at: timing.inPoint).number
            guard let index = Int(exactly: number), index > 0 else { continue }
            let turns = rules.effects == .afterEffects && isInverted.value(at: timing.inPoint).number != 0
            layer.matte = turns ? .invertedAlpha : .alpha
            layer.matteParent = index
        }
        return layer
    }
}
