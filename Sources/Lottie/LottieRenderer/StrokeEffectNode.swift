import Budgets
import LottieDocument
import VectorGraphics

/// A stroke effect, which draws lines along a layer's masks (lottie-web, `SVGStrokeEffect.js`).
struct StrokeEffectNode {
    /// The combination of the lines with the layer's picture.
    enum PaintStyle {
        case onOriginal
        case onTransparent
        case revealOriginal
    }

    let paintStyle: PaintStyle
    /// Whether the masks only define the lines and do not mask the layer.
    let replacesMasks: Bool

    private let effect: StrokeEffect
    private let sources: [Property<BezierShape>]
    private let isSequential: Bool
    private var lines: [(path: Path, pen: VectorGraphics.StrokeStyle)] = []
    private var pixel: UInt32 = 0
    private var opacity: UInt8 = 255

    /// Creates a node for a stroke effect, or returns nil for any other effect.
    ///
    /// The paint style and the masks are evaluated only once, at the layer's start.
    init?(_ effect: Effect, masks: [Mask], compatibility: RenderingCompatibility, at time: Double) {
        guard case .stroke(let effect) = effect else { return nil }
        self.effect = effect
        switch effect.paintStyle.value(at: time).number {
        case 2: paintStyle = .onTransparent
        case 3: paintStyle = .revealOriginal
        default: paintStyle = .onOriginal
        }
        if effect.isForAllMasks.value(at: time).number == 1 {
            sources = masks.map(\.path)
        } else {
            // Mask numbers start at 1.
            let number = Int(exactly: effect.mask.value(at: time).number) ?? 0
            sources = 1 <= number && number <= masks.count ? [masks[number - 1].path] : []
        }
        isSequential = compatibility.effects == .afterEffects && effect.isSequential.value(at: time).number != 0
        // If browsers draw all masks as clip paths, the masks still apply; otherwise the lines replace them.
        replacesMasks = paintStyle != .revealOriginal && masks.contains { !$0.isLottieWebClipPath }
    }

    /// The cost of drawing the lines, in items (see `DrawingCost.item`).
    var cost: Int { lines.reduce(0) { $0 + $1.path.points.count / 64 + $1.pen.dashes.count / 16 } }

    /// Evaluates the lines at `time`.
    mutating func evaluate(at time: Double, frameBudget: FrameBudget) {
        func number(_ property: Property<EffectValue>) -> Double { property.value(at: time).number }
        let color = effect.color.value(at: time).color
        pixel = paintStyle == .revealOriginal ? 0xFFFF_FFFF : PixelArithmetic.pixel(color)
        let share = number(effect.opacity)
        opacity = share.isFinite ? UInt8(max(0, min(255, (share * 255).rounded()))) : 255
        let (first, last) = (number(effect.start) / 100, number(effect.end) / 100)
        let window = (low: max(0, min(first, last)), high: min(1, max(first, last)))
        let brush = max(0, number(effect.brushSize))
        let gap = max(0, brush * 2 * number(effect.spacing) / 100)
        lines.removeAll(keepingCapacity: true)
        let shapes = sources.map { $0.value(at: time) }
        // The length of each segment is computed from its chords.
        let segments = shapes.reduce(0) { $0 + $1.segmentCount }
        guard frameBudget.consume(points: segments.multipliedClamped(by: SampledPath.chordsPerSegment), stepsEach: 3)
        else { return }
        let lengths = shapes.map { SampledPath($0, isReversed: false)?.length ?? 0 }
        let total = lengths.reduce(0, +)
        var before = 0.0
        for (shape, length) in zip(shapes, lengths) where length > 0 {
            // In sequential mode, the window applies to all lines as one, so each line gets its own part.
            let low = isSequential ? (window.low * total - before) / length : window.low
            let high = isSequential ? (window.high * total - before) / length : window.high
            before += length
            if high <= 0 || low >= 1 || high <= low { continue }
            var line = (path: Path(), pen: VectorGraphics.StrokeStyle(width: Float(brush * 2), cap: .round))
            line.path.append(shape)
            line.pen.setDots(from: max(0, low) * length, to: min(1, high) * length, of: length, gap: gap)
            lines.append(line)
        }
    }

    /// Draws the lines over the layer's picture, or keeps only the part of the picture below them.
    func draw(on canvas: Canvas, transform: AffineTransform, context: DrawingContext) {
        context.withMask(canvas.clip) { mask in
            mask.reset(canvas.clip, to: 0)
            var coverage = Coverage()
            for line in lines {
                context.rasterizer.begin(clip: canvas.clip)
                context.stroker.stroke(line.path, style: line.pen, transform: transform, into: context.rasterizer)
                context.rasterizer.finish(.nonZero, into: &coverage)
                mask.add(coverage, opacity: paintStyle == .revealOriginal ? opacity : 255)
            }
            if paintStyle == .revealOriginal {
                canvas.surface.apply(mask)
            } else {
                canvas.surface.fill(Coverage(canvas.clip), with: .color(pixel), opacity: opacity, mask: mask)
            }
        }
    }
}

extension VectorGraphics.StrokeStyle {
    /// The maximum number of dots, more than a picture of a terminal's size can show separately.
    private static let maxDots = 4_000.0

    /// Sets dots of length 1, separated by gaps, on the part of a line of `length` between two distances.
    fileprivate mutating func setDots(from low: Double, to high: Double, of length: Double, gap: Double) {
        let isWhole = low <= 0 && high >= length
        // The edge of a line of dots is uneven by gap²/(4 · width). The dots of a line that looks even would cover pixels at
        // its edge several times.
        let isLine = gap * gap <= Double(width) * 0.25 || (high - low) / (1 + gap) > Self.maxDots
        if isWhole && isLine { return }
        if isWhole { return setDashes([1, Float(gap)], offset: 1) }
        var pattern: [Float] = [0, Float(low)]
        if isLine {
            pattern.append(Float(high - low))
        } else {
            let count = Int(clamped: (high - low) / (1 + gap))
            for _ in 0..<count { pattern += [1, Float(gap)] }
            pattern.append(0)
        }
        pattern.append(Float(length * 10))
        setDashes(pattern, offset: low > 0 ? 0.001 : 0)
    }
}

extension Mask {
    /// Whether browsers draw the mask as a clip path and not as a luminance mask.
    var isLottieWebClipPath: Bool {
        // lottie-web looks at the expansion only of masks that it draws.
        (mode == .none || mode == .add && expansion.fixedValue == 0) && !isInverted && opacity.fixedValue == 100
    }
}
