import LottieDocument
import VectorGraphics

/// A fill or stroke: the combined path of its shapes, and its paint.
final class StyleNode {
    /// The description of the style in the file.
    enum Style {
        case fill(FillStyle)
        case stroke(LottieDocument.StrokeStyle)
    }

    /// The shapes that the style paints, in the order in which `ShapeCompiler` finds them.
    ///
    /// They are complete before the first frame, so exclusive access is not checked at run time.
    @exclusivity(unchecked)
    var members: [StyleMember] = []

    private let style: Style
    /// The fill rule, nil for a stroke; copied from `style`, which is too large to read in every frame.
    private let rule: FillRule?
    let blendMode: BlendMode
    private var opacity: UInt8 = 255
    // Changed only by `evaluate`, which calls no node; a checked access would copy the whole paint.
    @exclusivity(unchecked)
    private var paint: PaintEvaluation
    private var pen = VectorGraphics.StrokeStyle(width: 0)
    /// A number that increases whenever the pen changes, which is faster to compare than the pen's dashes.
    private var penVersion = 0
    // Only this class accesses both, and what it calls to change them never calls it back.
    @exclusivity(unchecked)
    private var combined = CombinedPath()
    private var version = 0
    /// The number of shapes that a path has been made of so far, with all copies.
    private var copies = 0
    private let pathShare = CacheShare()
    @exclusivity(unchecked)
    private var cache = CoverageCache()
    @exclusivity(unchecked)
    private var fineCaches = FineCaches(CoverageCache())

    /// Creates a style that follows the rules of a player and is shown first at `startTime`.
    init(_ style: Style, rules: RenderingCompatibility.ReferencePlayer, startTime: Double) {
        self.style = style
        switch style {
        case .fill(let fill):
            paint = PaintEvaluation(fill.paint, isStroke: false, rules: rules, startTime: startTime)
            blendMode = fill.blendMode.drawn(by: rules)
            rule = fill.rule == .evenOdd ? .evenOdd : .nonZero
        case .stroke(let stroke):
            paint = PaintEvaluation(stroke.paint, isStroke: true, rules: rules, startTime: startTime)
            blendMode = stroke.blendMode.drawn(by: rules)
            rule = nil
        }
    }

    /// Returns the cost of a stroke's dashes when nodes are created, in shape items.
    static func cost(of stroke: LottieDocument.StrokeStyle) -> Int { stroke.dashes.count / 16 }

    /// Whether merges apply to some of the shapes.
    private lazy var hasMerges = members.contains { !$0.merges.isEmpty }

    /// Whether there is only one shape, whose path is already in the style's own space.
    private lazy var isSingleShape = members.count == 1 && members[0].steps.isEmpty

    /// Whether the paint is a gradient that never changes.
    private lazy var isStillGradient = paint.isGradient && !paint.isAnimated

    /// The distance beyond the path that the style can paint, in the path's units.
    var strokeMargin: Float {
        if rule != nil { return 0 }
        return pen.width / 2 * max(1.5, pen.join == .miter ? pen.miterLimit : 0)
    }

    /// Whether the style fills the points that an odd number of its paths encloses.
    var isEvenOdd: Bool { rule == .evenOdd }

    /// Whether the style paints no shape.
    var isEmpty: Bool { members.isEmpty }

    /// Whether the paint or any of the shapes changes with time.
    var isAnimated: Bool {
        let isOwn =
            switch style {
            case .fill(let fill): fill.opacity.isAnimated
            case .stroke(let stroke):
                stroke.opacity.isAnimated || stroke.width.isAnimated || stroke.dashOffset.isAnimated
                    || stroke.dashes.contains(where: \.isAnimated)
            }
        return isOwn || paint.isAnimated
            || members.contains { member in
                member.shape.isAnimated
                    || member.steps.contains { step in
                        switch step {
                        case .group(let group): group.isAnimated
                        case .repeater(let repeater), .copy(_, let repeater): repeater.isAnimated
                        }
                    }
            }
    }

    /// Evaluates the paint and detects changes of the path, after the shapes and groups have been evaluated.
    func evaluate(at time: Double, frameBudget: FrameBudget) {
        // Versions only increase, so their sum is unchanged only if all of them are.
        version = 0
        for member in members {
            version += member.shape.version
            for step in member.steps {
                switch step {
                case .group(let group): version += group.placement.version
                case .repeater(let repeater), .copy(_, let repeater): version += repeater.version
                }
            }
        }
        paint.evaluate(at: time, frameBudget: frameBudget)
        switch style {
        case .fill(let fill): opacity = fill.opacity.opacityByte(at: time)
        case .stroke(let stroke):
            opacity = stroke.opacity.opacityByte(at: time)
            setPen(stroke.pen(at: time))
        }
    }

    private func setPen(_ new: VectorGraphics.StrokeStyle) {
        if new == pen { return }
        pen = new
        penVersion += 1
    }

    /// Draws the style; `transform` maps the space of the style's group to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        guard paint.isLimitedToBox else {
            return drawWhole(on: canvas, transform: transform, opacity: opacity, context: context)
        }
        let path = combinedPath(context.frameBudget)
        guard context.frameBudget.consume(points: path.points.count, stepsEach: 4),
            let box = BoundingBox(enclosing: path), box.low.x < box.high.x, box.low.y < box.high.y
        else { return }
        context.withClip(box.widened(by: 0.1).path, transform: transform, canvas: canvas) {
            drawWhole(on: $0, transform: transform, opacity: opacity, context: context)
        }
    }

    private func drawWhole(
        on canvas: Canvas, transform: AffineTransform, opacity outer: UInt8, context: DrawingContext
    ) {
        let own = UInt8(truncatingIfNeeded: PixelArithmetic.product(UInt32(opacity), UInt32(outer)))
        guard own > 0, !members.isEmpty, context.consumeItems(1), let paint = paint.paint(transform: transform) else {
            return
        }
        let key = CoverageCache.Key(
            version: version, penVersion: penVersion, transform: transform, clip: canvas.clip)
        fineCaches.exchange(&cache, part: context.part)
        defer { fineCaches.exchange(&cache, part: context.part) }
        // A coverage that is not reused must not stay in memory, because nothing counts it.
        defer { if !cache.isKept { cache.drop() } }
        guard updateCoverage(key, context: context), context.consumePainting(cache.coverage, with: paint) else {
            return
        }
        if blendMode == .normal {
            context.edges.add(cache.coverage, with: paint, opacity: own, mask: canvas.mask, on: canvas.surface)
            fill(canvas.surface, with: paint, opacity: own, mask: canvas.mask)
            return
        }
        context.withSurface(canvas.clip, mode: blendMode) { surface in
            fill(surface, with: paint, opacity: own, mask: nil)
            canvas.surface.draw(surface, blendMode: blendMode.compositing, mask: canvas.mask)
        }
    }

    /// Fills the coverage with a paint, whose colors are kept if neither changes.
    private func fill(_ surface: Surface, with paint: Paint, opacity: UInt8, mask: AlphaMask?) {
        if let colors = cache.colors {
            surface.fill(cache.coverage, with: colors, opacity: opacity, mask: mask)
        } else {
            surface.fill(cache.coverage, with: paint, opacity: opacity, mask: mask)
        }
    }

    /// Computes or reuses the coverage of the style; returns false if the frame's budget is exceeded in either case.
    private func updateCoverage(_ key: CoverageCache.Key, context: DrawingContext) -> Bool {
        let isCombined = isSingleShape || combined.version == version
        if cache.isKept, cache.key == key, isCombined { return reuseCoverage(context: context) }
        let path = combinedPath(context.frameBudget)
        guard context.consumeItems(path.points.count / 64) else { return false }
        if cache.isKept, cache.key == key { return reuseCoverage(context: context, consumesPath: false) }
        let roomBefore = context.rasterizer.remainingWork
        cache.colors = nil
        rasterize(path, clip: key.clip, transform: key.transform, context: context)
        let isKept = cache.countedShare.setSpans(cache.coverage.spans.count, in: context.frameBudget)
        cache.isKept = isKept && context.rasterizer.remainingWork >= 0
        cache.key = key
        cache.pointCount = path.points.count
        cache.cost = roomBefore - context.rasterizer.remainingWork
        return context.rasterizer.remainingWork >= 0
    }

    /// Spends what the kept coverage cost when it was computed; returns false if the frame's budget is exceeded.
    private func reuseCoverage(context: DrawingContext, consumesPath: Bool = true) -> Bool {
        if consumesPath { guard context.consumeItems(cache.pointCount / 64) else { return false } }
        context.rasterizer.remainingWork -= cache.cost
        // Only a coverage that is used again is likely to stay.
        if isStillGradient, cache.colors == nil,
            cache.countedShare.setShading(cache.coverage, in: context.frameBudget)
        {
            cache.colors = paint.paint(transform: cache.key.transform)
                .flatMap { ShadedShape(cache.coverage, with: $0) }
        }
        return context.rasterizer.remainingWork >= 0
    }

    /// Returns all shapes as one path, in the style's own space.
    func combinedPath(_ work: FrameBudget) -> Path {
        // A single shape that is already in that space needs no copy.
        if isSingleShape { return members[0].shape.path }
        if combined.version != version {
            combined.path.removeAll()
            copies = 0
            for member in members { append(member, to: &combined.path, step: 0, transform: .identity) }
            let isWithinBudget =
                work.consume(points: combined.path.points.count, stepsEach: 1)
                && work.consume(steps: 20 * copies)
            if !isWithinBudget { combined.path.removeAll() }
            if rule == .evenOdd {
                combined.path.removeEqualPairs()
                combined.path.alternateDirections()
            } else if rule == nil {
                combined.path.removeEqualCopies()
            }
            let isCached = pathShare.setPoints(combined.path.points.count, in: work)
            if !isCached { combined.path.removeAll() }
            // A path that exceeds the budget is built again, so that each frame without it reports the shortage.
            combined.version = isWithinBudget && isCached ? version : -1
        }
        return combined.path
    }

    /// Returns the bounds of the points of `path`, which is the combined path, in its own space; nil if it has none.
    ///
    /// They are kept until the path changes.
    func bounds(of path: Path) -> (low: Point, high: Point)? {
        if let kept = combined.bounds, kept.version == version, kept.pointCount == path.points.count {
            return (kept.low, kept.high)
        }
        guard let (low, high) = path.bounds(transform: .identity) else { return nil }
        combined.bounds = CombinedPath.Bounds(
            version: version, pointCount: path.points.count, low: low, high: high)
        return (low, high)
    }

    private func rasterize(_ path: Path, clip: PixelRect, transform: AffineTransform, context: DrawingContext) {
        if hasMerges { return merge(clip: clip, transform: transform, context: context) }
        if isOutside(clip, path, transform: transform) { return cache.coverage.removeAll() }
        context.rasterizer.begin(clip: clip)
        if let rule {
            context.rasterizer.fill(path, transform: transform)
            context.rasterizer.finish(rule, into: &cache.coverage)
        } else {
            context.stroker.stroke(path, style: pen, transform: transform, into: context.rasterizer)
            context.rasterizer.finish(.nonZero, into: &cache.coverage)
        }
    }

    /// Returns whether `path`, which is the combined path, is certainly outside a rectangle of pixels: in motion many
    /// shapes are.
    private func isOutside(_ clip: PixelRect, _ path: Path, transform: AffineTransform) -> Bool {
        guard path.points.count > 12, let (low, high) = bounds(of: path) else { return false }
        let box = BoundingBox(low: low, high: high).mapped(by: transform)
        // A pixel more than the reach of the pen exceeds all rounding errors.
        let margin = strokeMargin * Float(transform.maxScale) + 1
        return box.high.x + margin < Float(clip.left) || box.low.x - margin > Float(clip.right)
            || box.high.y + margin < Float(clip.top) || box.low.y - margin > Float(clip.bottom)
    }

    private func merge(clip: PixelRect, transform: AffineTransform, context: DrawingContext) {
        copies = 0
        let merged = MergedCoverage(
            clip: clip, rule: rule ?? .nonZero, pen: rule == nil ? pen : nil, transform: transform, context: context
        ) {
            self.append($0, to: &$1, step: 0, transform: .identity)
        }
        context.withMask(clip) { mask in
            merged.draw(members, into: mask)
            mask.writeSpans(into: &cache.coverage)
        }
    }

    /// Appends a shape, mapped to the style's space, once for each copy of the repeaters in between.
    private func append(_ member: StyleMember, to path: inout Path, step: Int, transform: AffineTransform) {
        // Nested repeaters multiply their copies; more points or copies than this are not visible.
        guard path.points.count < 2_000_000, copies < 50_000 else { return }
        copies += 1
        guard step < member.steps.count else {
            path.append(member.shape.path, transform: transform)
            return
        }
        switch member.steps[step] {
        case .group(let group):
            append(member, to: &path, step: step + 1, transform: transform.concatenating(group.placement.matrix))
        case .repeater(let repeater):
            for copy in repeater.drawnCopies {
                append(member, to: &path, step: step + 1, transform: transform.concatenating(copy.placement))
            }
        case .copy(let number, let repeater):
            for copy in repeater.drawnCopies(ofContent: number) {
                append(member, to: &path, step: step + 1, transform: transform.concatenating(copy.placement))
            }
        }
    }
}

/// The path of all shapes of a style, in the style's own space.
private struct CombinedPath {
    var path = Path()
    /// The version of the shapes that the path was made of; -1 before the first one.
    var version = -1
    /// The bounds of the path; `nil` until they are needed.
    var bounds: Bounds?

    /// The bounds of a path, and the version of the shapes and the number of points that it had.
    struct Bounds {
        let version: Int
        let pointCount: Int
        let low: Point
        let high: Point
    }
}

extension LottieDocument.StrokeStyle {
    /// Returns the pen at `time`.
    fileprivate func pen(at time: Double) -> VectorGraphics.StrokeStyle {
        var width = Float(width.value(at: time))
        // A negative width is an error in SVG, so that browsers use the initial width of 1.
        if width < 0 { width = 1 }
        var pen = VectorGraphics.StrokeStyle(width: width, miterLimit: Float(miterLimit))
        switch cap {
        case .butt: pen.cap = .butt
        case .round: pen.cap = .round
        case .square: pen.cap = .square
        }
        switch join {
        case .miter: pen.join = .miter
        case .round: pen.join = .round
        case .bevel: pen.join = .bevel
        }
        if !dashes.isEmpty {
            pen.setDashes(dashes.map { Float($0.value(at: time)) }, offset: Float(dashOffset.value(at: time)))
        }
        return pen
    }
}
