import LottieDocument
import VectorGraphics

/// A mask of a layer.
struct MaskNode {
    let operation: MaskOperation
    /// Whether the coverage is inverted; false if the path itself is inverted.
    let isInverted: Bool
    private(set) var path = Path()
    private(set) var opacity: UInt8 = 255
    private(set) var expansion: Double = 0
    /// The standard deviations of the soft edge along x and y, in the layer's units.
    private(set) var softness = SIMD2<Double>.zero

    private let mask: Mask
    private let isPathAnimated: Bool
    /// Whether the path is painted as lottie-web's SVG element is: filled with the opacity of the mask, and expanded by
    /// an opaque line that is open where the path begins. A contracted path also has a line along it.
    fileprivate let hasLine: Bool
    private let surround: Path?
    private var isEvaluated = false
    private let cache = CacheShare()
    private let coverages = KeptCoverages()

    /// The standard deviation of a Gaussian that looks like a feather of 1 (the constant is Skottie's).
    private static let deviationPerFeather = 0.38

    /// Creates a node for a mask of an animation with this size.
    init(_ mask: Mask, compatibility: RenderingCompatibility, size: SIMD2<Double>) {
        self.mask = mask
        isPathAnimated = mask.path.isAnimated
        hasLine = compatibility.masks == .lottieWeb
        let isInvertedByPath = mask.isInverted && compatibility.masks == .lottieWeb
        isInverted = mask.isInverted && !isInvertedByPath
        surround = isInvertedByPath ? Path(rectangleOfWidth: size.x, height: size.y) : nil
        operation = compatibility.masks == .lottieWeb ? mask.mode.lottieWebOperation : mask.mode.operation
    }

    mutating func evaluate(at time: Double, frameBudget: FrameBudget) {
        opacity = mask.opacity.opacityByte(at: time)
        expansion = mask.expansion.value(at: time)
        // lottie-web contracts the path together with a line of width 1 along it (`mask.js`).
        if expansion < 0, hasLine { expansion = min(0, expansion + 0.5) }
        // Browsers draw a hard edge.
        let feather = hasLine ? .zero : mask.feather.value(at: time)
        softness = SIMD2(max(0, feather.x), max(0, feather.y)) * Self.deviationPerFeather
        if isEvaluated && !isPathAnimated { return }
        isEvaluated = true
        path.removeAll()
        coverages.removeAll()
        let shape = mask.path.value(at: time)
        defer {
            if !frameBudget.consume(points: path.points.count, stepsEach: 4)
                || !cache.setPoints(path.points.count, in: frameBudget)
            {
                path.removeAll()
                _ = cache.setPoints(0, in: frameBudget)
            }
        }
        // An open path masks nothing (lottie-web, `mask.js`).
        guard shape.isClosed else { return }
        if let surround { path.append(surround) }
        path.append(shape)
        // The fill does not depend on the flag, but the line has no corner at the start then.
        if hasLine, let last = path.contours.indices.last { path.contours[last].isClosed = false }
    }

    /// Calls `body` with the coverage of the path, unless the frame's budget is exceeded.
    fileprivate func withCoverage(
        clip: PixelRect, transform: AffineTransform, context: DrawingContext, _ body: (borrowing Coverage) -> Void
    ) {
        let key = KeptCoverages.Key(transform: transform, clip: clip, strokeWidth: 0)
        coverages.withCoverage(of: 0, key, context) { coverage in
            context.rasterizer.begin(clip: clip)
            context.rasterizer.fill(path, transform: transform)
            context.rasterizer.finish(.nonZero, into: &coverage)
        } _: { coverage in
            body(coverage)
        }
    }

    /// The contours at the edge of the filled area.
    ///
    /// An inverted path leaves no hole in the composition's rectangle if it runs in the same direction.
    fileprivate var outline: Path {
        guard surround != nil, let first = path.contours.first, let last = path.contours.last,
            path.runsClockwise(first) == path.runsClockwise(last)
        else { return path }
        var outline = path
        outline.contours.removeLast()
        return outline
    }

    /// Whether the mask is translucent on areas and not only along its edge.
    var isTranslucent: Bool { opacity < 255 || softness != .zero }

    /// Whether the line that expands the path is more opaque than the inside.
    fileprivate var hasOpaqueLine: Bool { hasLine && expansion > 0 && opacity < 255 }

    /// Whether the mask only adds its unchanged path.
    fileprivate var addsUnchangedPath: Bool { operation == .add && !isInverted && expansion == 0 && softness == .zero }

    /// Returns the standard deviations of the soft edge, in pixels.
    fileprivate func softness(_ transform: AffineTransform) -> SIMD2<Double> {
        let scaleX = (transform.a * transform.a + transform.b * transform.b).squareRoot()
        let scaleY = (transform.c * transform.c + transform.d * transform.d).squareRoot()
        let result = softness * SIMD2(scaleX, scaleY)
        return result.x.isFinite && result.y.isFinite ? result : .zero
    }

    /// Returns the width of the soft edge outside the path, in pixels, at most 512; a larger one would only take more
    /// time.
    fileprivate func margin(_ transform: AffineTransform) -> Int {
        let deviation = softness(transform)
        return Int(min(512, (3 * max(deviation.x, deviation.y)).rounded(.up)))
    }
}

extension AlphaMask {
    /// Sets this mask to the combination of `masks` over the pixels of `clip`.
    ///
    /// It starts empty, or full if the first mask removes coverage (lottie-web, `mask.js`).
    func combine(_ masks: [MaskNode], over clip: PixelRect, transform: AffineTransform, context: DrawingContext) {
        let first = masks.first?.operation
        let beginsFull = first == .subtract || first == .intersect || first == .darken
        let area = beginsFull ? clip : clip.intersection(Self.coverableArea(of: masks, transform: transform) ?? clip)
        reset(area, to: beginsFull ? 255 : 0)
        if area.isEmpty { return }
        for mask in masks {
            guard context.consumeItems(mask.path.points.count / 64) else { return }
            if mask.addsUnchangedPath {
                guard context.consume(steps: DrawingCost.masking(area.area)) else { return }
                mask.withCoverage(clip: area, transform: transform, context: context) { coverage in
                    add(coverage, opacity: mask.opacity)
                }
                continue
            }
            context.withMask(area) { single in
                single.draw(mask, over: area, transform: transform, context: context)
                if mask.isInverted { single.invert() }
                combine(single, mask.operation, opacity: mask.hasOpaqueLine ? 255 : mask.opacity)
            }
        }
    }

    /// Returns the pixels that masks starting from an empty one can cover, or nil if one of them is inverted or
    /// expanded.
    private static func coverableArea(of masks: [MaskNode], transform: AffineTransform) -> PixelRect? {
        var reach = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
        for mask in masks {
            if mask.isInverted || mask.expansion > 0 { return nil }
            guard let (low, high) = mask.path.bounds(transform: transform) else { continue }
            reach = reach.union(PixelRect(covering: low, high).inset(by: -mask.margin(transform)))
        }
        return reach
    }

    /// Sets this mask to the coverage of one mask.
    private func draw(_ mask: MaskNode, over area: PixelRect, transform: AffineTransform, context: DrawingContext) {
        let margin = mask.margin(transform)
        if margin == 0 { return drawWithoutFeather(mask, over: area, transform: transform, context: context) }
        // Without memory or steps for the blur, the result must be an empty mask, not a hard one.
        reset(area, to: 0)
        // The blur also spreads coverage from outside the area into it.
        var wide = area.widened(by: margin, maxSide: context.maxSurfaceSide)
        if mask.expansion <= 0, let (low, high) = mask.path.bounds(transform: transform) {
            wide = wide.intersection(PixelRect(covering: low, high))
        }
        guard context.consume(steps: DrawingCost.blurringMask(wide.union(area).area)) else { return }
        context.withMask(wide) { hard in
            hard.drawWithoutFeather(mask, over: wide, transform: transform, context: context)
            let deviation = mask.softness(transform)
            reset(area, toBlurOf: hard, sigmaX: deviation.x, sigmaY: deviation.y)
        }
    }

    /// Draws the path, expanded or contracted by a stroke of twice the mask's expansion in width.
    ///
    /// Browsers contract by a square of this width (SVG's `feMorphology`).
    private func drawWithoutFeather(
        _ mask: MaskNode, over area: PixelRect, transform: AffineTransform, context: DrawingContext
    ) {
        reset(area, to: 0)
        mask.withCoverage(clip: area, transform: transform, context: context) { coverage in
            add(coverage, opacity: mask.hasOpaqueLine ? mask.opacity : 255)
        }
        guard mask.expansion != 0, mask.expansion.isFinite else { return }
        var coverage = Coverage()
        context.rasterizer.begin(clip: area)
        if mask.expansion < 0, mask.hasLine {
            let border = mask.outline.swept(bySquareOfHalfSide: Float(-mask.expansion))
            guard context.consumeItems(border.points.count / 64) else { return }
            context.rasterizer.fill(border, transform: transform)
        } else {
            let pen = VectorGraphics.StrokeStyle(width: Float(abs(mask.expansion) * 2), join: .miter)
            context.stroker.stroke(mask.path, style: pen, transform: transform, into: context.rasterizer)
        }
        context.rasterizer.finish(.nonZero, into: &coverage)
        if mask.expansion > 0 { add(coverage, opacity: 255) } else { subtract(coverage, opacity: 255) }
    }
}

extension Mask.Mode {
    fileprivate var operation: MaskOperation {
        switch self {
        case .none, .add: .add
        case .subtract: .subtract
        case .intersect: .intersect
        case .lighten: .lighten
        case .darken: .darken
        case .difference: .difference
        }
    }

    /// The operation in lottie-web, which supports three modes and treats all others as `add`.
    fileprivate var lottieWebOperation: MaskOperation {
        switch self {
        case .subtract: .subtract
        case .intersect: .intersect
        default: .add
        }
    }
}
