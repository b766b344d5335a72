import Lottie
import VectorGraphics

/// A fill or stroke: all the shapes it covers, as one path, and what it paints them with.
final class StyleNode {
    /// What the file says of the style.
    enum Style {
        case fill(FillStyle)
        case stroke(Lottie.StrokeStyle)
    }

    /// The shapes it paints, in the order they were met.
    var members: [StyleMember] = []

    private let style: Style
    /// What counts as inside; nil for a stroke. Taken from `style`, which is too large to be looked into for every frame.
    private let rule: FillRule?
    private let blendMode: BlendMode
    private var opacity: UInt8 = 255
    private var paint: PaintEvaluation
    private var pen = VectorGraphics.StrokeStyle(width: 0)
    private var path = Path()
    private var pathVersion = -1
    private var version = 0
    private var copies = 0
    private var cache = CoverageCache()

    init(_ style: Style) {
        self.style = style
        switch style {
        case .fill(let fill):
            paint = PaintEvaluation(fill.paint)
            blendMode = fill.blendMode
            rule = fill.rule == .evenOdd ? .evenOdd : .nonZero
        case .stroke(let stroke):
            paint = PaintEvaluation(stroke.paint)
            blendMode = stroke.blendMode
            rule = nil
        }
    }

    /// Whether some of its shapes are merged before it paints them.
    private lazy var hasMerges = members.contains { !$0.merges.isEmpty }

    /// How far beyond the path it paints, in the path's units.
    var reach: Float {
        if rule != nil { return 0 }
        return pen.width / 2 * max(1.5, pen.join == .miter ? pen.miterLimit : 0)
    }

    /// Whether it paints no shape.
    var isEmpty: Bool { members.isEmpty }

    /// Whether what it paints, or paints with, changes with time.
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
                        case .repeater(let repeater): repeater.isAnimated
                        }
                    }
            }
    }

    /// Finds the paint, and whether the path has changed; shapes and groups have been evaluated before.
    func evaluate(at time: Double) {
        // Versions only grow, so their sum stays the same only if all do.
        version = 0
        for member in members {
            version += member.shape.version
            for step in member.steps {
                switch step {
                case .group(let group): version += group.placement.version
                case .repeater(let repeater): version += repeater.version
                }
            }
        }
        paint.evaluate(at: time)
        switch style {
        case .fill(let fill): opacity = fill.opacity.opacityByte(at: time)
        case .stroke(let stroke):
            opacity = stroke.opacity.opacityByte(at: time)
            pen = stroke.pen(at: time)
        }
    }

    /// Paints; `transform` maps the space of the style's group to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity outer: UInt8, context: DrawingContext) {
        let own = UInt8(truncatingIfNeeded: PixelArithmetic.product(UInt32(opacity), UInt32(outer)))
        guard own > 0, !members.isEmpty, context.takes(1), let paint = paint.paint(transform: transform) else { return }
        let path = wholePath()
        guard context.takes(path.points.count / 64), context.takesBlending(blendMode) else { return }
        let key = CoverageCache.Key(version: version, transform: transform, clip: canvas.clip, pen: pen)
        guard cover(path, key, context: context) else { return }
        if blendMode == .normal {
            canvas.surface.fill(cache.coverage, with: paint, opacity: own, mask: canvas.mask)
            return
        }
        context.withSurface(canvas.clip) { surface in
            surface.fill(cache.coverage, with: paint, opacity: own)
            canvas.surface.draw(surface, blendMode: blendMode.compositing, mask: canvas.mask)
        }
    }

    /// Finds what the style covers; false where the frame has no room for it, known from before or not.
    private func cover(_ path: Path, _ key: CoverageCache.Key, context: DrawingContext) -> Bool {
        let roomBefore = context.rasterizer.room
        if cache.key == key {
            context.rasterizer.room -= cache.cost
        } else {
            rasterize(path, clip: key.clip, transform: key.transform, context: context)
            cache.key = context.rasterizer.room < 0 ? nil : key
            cache.cost = roomBefore - context.rasterizer.room
        }
        return context.rasterizer.room >= 0
    }

    /// All the shapes as one path, in the style's own space.
    func wholePath() -> Path {
        // One shape in that space needs no copy.
        if members.count == 1, members[0].steps.isEmpty { return members[0].shape.path }
        if pathVersion != version {
            path.removeAll()
            copies = 0
            for member in members { append(member, to: &path, step: 0, transform: .identity) }
            if rule == .evenOdd { path.alternateDirections() }
            pathVersion = version
        }
        return path
    }

    private func rasterize(_ path: Path, clip: PixelRect, transform: AffineTransform, context: DrawingContext) {
        if hasMerges { return merge(clip: clip, transform: transform, context: context) }
        context.rasterizer.begin(clip: clip)
        if let rule {
            context.rasterizer.fill(path, transform: transform)
            context.rasterizer.finish(rule, into: &cache.coverage)
        } else {
            context.stroker.stroke(path, style: pen, transform: transform, into: context.rasterizer)
            context.rasterizer.finish(.nonZero, into: &cache.coverage)
        }
    }

    private func merge(clip: PixelRect, transform: AffineTransform, context: DrawingContext) {
        copies = 0
        let merged = MergedCoverage(
            clip: clip, rule: rule ?? .nonZero, pen: rule == nil ? pen : nil, transform: transform, context: context
        ) {
            self.append($0, to: &$1, step: 0, transform: .identity)
        }
        context.withMask { mask in
            merged.draw(members, into: mask)
            mask.spans(into: &cache.coverage)
        }
    }

    /// Adds a shape as seen from the style's space, once for each copy that repeaters on the way make.
    private func append(_ member: StyleMember, to path: inout Path, step: Int, transform: AffineTransform) {
        // Repeaters in repeaters multiply; beyond this many points or copies a picture gains nothing.
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
            for placement in repeater.placements {
                append(member, to: &path, step: step + 1, transform: transform.concatenating(placement))
            }
        }
    }
}

/// The pixels a style covered last, and all that they depend on.
private struct CoverageCache {
    struct Key: Equatable {
        let version: Int
        let transform: AffineTransform
        let clip: PixelRect
        let pen: VectorGraphics.StrokeStyle
    }

    var key: Key?
    var coverage = Coverage()
    /// What finding it took of the rasterizer's room.
    var cost = 0
}

extension Lottie.StrokeStyle {
    /// The pen at `time`.
    fileprivate func pen(at time: Double) -> VectorGraphics.StrokeStyle {
        var pen = VectorGraphics.StrokeStyle(width: Float(width.value(at: time)), miterLimit: Float(miterLimit))
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
