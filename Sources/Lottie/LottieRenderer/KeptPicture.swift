import VectorGraphics

/// The picture of a layer with its effects and styles, kept while nothing that it depends on changes.
///
/// Shadows and blurs take much longer than the shapes that have them, and most of these stand still.
struct KeptPicture {
    /// Everything on which the picture depends.
    struct Key: Equatable {
        /// The version of the layer's content.
        let content: Int
        let effects: [EffectNode]
        let styles: [EffectNode]
        let transform: AffineTransform
        /// The pixels that may be changed.
        let clip: PixelRect
        /// Whether its edges are counted.
        let countsEdges: Bool
    }

    private var key: Key?
    private var memory: OffscreenSurface?
    /// The picture; `nil` until the layer is drawn in the same way a second time.
    private(set) var surface: Surface?
    private var findings = EdgeFindings()
    /// The parts of the budgets of steps and of the rasterizer that the picture took.
    private var cost = (steps: 0, edges: 0)
    private let share = CacheShare()

    /// Returns whether the picture was also drawn with `key` the last time, and records that it is now.
    mutating func isSame(_ key: Key) -> Bool {
        if self.key == key { return true }
        self.key = key
        drop()
        return false
    }

    /// Counts and spends what the picture took when it was drawn; returns false if the frame's budget is exceeded.
    func spend(_ context: DrawingContext) -> Bool {
        context.rasterizer.remainingWork -= cost.edges
        context.edges.add(findings)
        return context.consume(steps: cost.steps)
    }

    /// Keeps a picture if the limit for caches allows it.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - findings: The edges in it.
    ///   - room: The steps and the work of the rasterizer that were left before it was drawn.
    ///   - context: The context with the budgets after it was drawn.
    mutating func keep(
        _ picture: Surface, _ findings: EdgeFindings, before room: (steps: Int, edges: Int), _ context: DrawingContext
    ) {
        guard !context.frameBudget.isExhausted, context.rasterizer.remainingWork >= 0 else { return }
        let area = picture.painted
        // Two pixels take as much memory as a span.
        guard share.setSpans((area.area + 1) / 2, in: context.frameBudget) else { return }
        let memory = OffscreenSurface()
        let copy = memory.makeSurface(area)
        copy.draw(picture)
        (self.memory, surface, self.findings) = (memory, copy, findings)
        cost = (
            room.steps - context.frameBudget.remainingSteps, room.edges - context.rasterizer.remainingWork
        )
    }

    private mutating func drop() {
        guard memory != nil else { return }
        (memory, surface, findings) = (nil, nil, EdgeFindings())
        share.reduceSpans(to: 0)
    }
}

/// The pictures of a layer that are kept.
///
/// It is a class because only layers with effects or styles have one.
final class KeptPictures {
    // What draws a layer never draws the same layer again, so exclusive access is not checked at run time.
    @exclusivity(unchecked)
    fileprivate var whole = KeptPicture()
    @exclusivity(unchecked)
    private var fine = FineCaches(KeptPicture())

    /// Calls `body` while `whole` is what is kept of a part of the frame.
    fileprivate func withPicture(ofPart part: Int, _ body: () -> Void) {
        fine.exchange(&whole, part: part)
        body()
        fine.exchange(&whole, part: part)
    }
}

extension LayerNode {
    /// Draws the content with strokes, effects, masks and styles, or the picture of it that was kept.
    func drawWithEffects(on canvas: Canvas, toPixels: AffineTransform, opacity: UInt8, context: DrawingContext) {
        guard drawsOnOwnSurface, let content = stillContent else {
            return drawAnew(on: canvas, toPixels: toPixels, opacity: opacity, context: context)
        }
        let kept = keptPictures
        kept.withPicture(ofPart: context.part) {
            draw(content, keptIn: kept, on: canvas, toPixels: toPixels, opacity: opacity, context: context)
        }
    }

    private func draw(
        _ content: Int, keptIn kept: KeptPictures, on canvas: Canvas, toPixels: AffineTransform, opacity: UInt8,
        context: DrawingContext
    ) {
        let key = KeptPicture.Key(
            content: content, effects: state.effects, styles: state.styles, transform: toPixels, clip: canvas.clip,
            countsEdges: context.edges.isCounting)
        let isSame = kept.whole.isSame(key)
        if isSame, let picture = kept.whole.surface {
            guard kept.whole.spend(context) else { return }
            canvas.surface.draw(picture, opacity: opacity, mask: canvas.mask)
            return
        }
        // Without an opacity and a mask, a surface of its own would not change a pixel. The edges of a tint, however, are
        // compared with what lies below them.
        if !isSame, opacity == 255, canvas.mask == nil, !state.effects.contains(where: \.isTint) {
            _ = context.edges.countOnItsOwn {
                drawAnew(on: canvas, toPixels: toPixels, opacity: 255, context: context)
            }
            return
        }
        let room = (context.frameBudget.remainingSteps, context.rasterizer.remainingWork)
        context.withSurface(canvas.clip) { surface in
            let findings = context.edges.countOnItsOwn {
                let inner = Canvas(surface: surface, clip: canvas.clip, mask: nil)
                drawAnew(on: inner, toPixels: toPixels, opacity: 255, context: context)
            }
            canvas.surface.draw(surface, opacity: opacity, mask: canvas.mask)
            if isSame { kept.whole.keep(surface, findings, before: room, context) }
        }
    }

    /// The version of a content that stays the same until its version changes, without masks, strokes and insertions; nil
    /// for any other.
    private var stillContent: Int? {
        guard masks.isEmpty, strokes.isEmpty, insertions.isEmpty else { return nil }
        return switch content {
        case .picture(let picture): picture.isStill ? 0 : nil
        case .shapes(let shapes): shapes.isStill ? 0 : nil
        case .text(let text): text.isStill ? text.version : nil
        case .empty, .composition: nil
        }
    }
}
