import CPlatform
import LottieDocument
import VectorGraphics

/// A layer style, other than those that are drawn like the effect drop shadow, at the evaluated time.
///
/// The styles take the shape of the layer before all styles. They are drawn without their blend modes and noise.
enum LayerStyleNode: Equatable {
    case innerShadow(InnerShadow)
    case stroke(color: UInt32, width: Double)
    case colorOverlay(Color, opacity: Float)
    case gradientOverlay(Gradient, opacity: UInt8)

    /// A shadow or glow inside the layer.
    struct InnerShadow: Equatable {
        /// The color, as a premultiplied pixel.
        var color: UInt32
        /// The distance from the edge that casts the shadow.
        var offset: Point
        /// The distance over which the edge grows into the layer, before it is blurred.
        var growth: Double
        /// The standard deviation of the blur.
        var sigma: Double
        /// Whether this is a glow that is strongest in the middle.
        var isFromCenter: Bool
    }

    /// Whether the style changes where the layer is opaque.
    var changesShape: Bool { if case .stroke = self { true } else { false } }

    /// The distance that the style reaches, as `EffectNode` has it.
    func reach(_ transform: AffineTransform) -> Double {
        switch self {
        case .innerShadow(let shadow):
            Double(transform.transformedVector(shadow.offset).length)
                + (3 * shadow.sigma + shadow.growth) * transform.maxScale
        case .stroke(_, let width): width * transform.maxScale + 1
        case .colorOverlay, .gradientOverlay: 0
        }
    }

    /// Returns the cost of drawing the style, in steps; `painted` are pixels of the layer and `reached` those that the
    /// style can reach.
    func cost(painted: Int, reached: Int) -> Int {
        switch self {
        case .innerShadow: 2 * DrawingCost.blurringMask(reached) + DrawingCost.recoloring(painted)
        case .stroke: 4 * DrawingCost.blurringMask(reached) + DrawingCost.composing(reached)
        case .colorOverlay: DrawingCost.recoloring(painted)
        case .gradientOverlay: DrawingCost.shading(painted) + DrawingCost.recoloring(painted)
        }
    }

    /// Draws the style on the picture of its layer.
    ///
    /// - Parameters:
    ///   - surface: The picture.
    ///   - shape: The picture before all styles.
    ///   - area: The pixels of the result that are wanted; the others are undefined.
    ///   - transform: The map from the layer's space to pixels.
    ///   - context: The memory and the budget.
    func draw(
        on surface: Surface, shape: Surface, within area: PixelRect, transform: AffineTransform,
        context: DrawingContext
    ) {
        switch self {
        case .innerShadow(let shadow):
            shadow.draw(on: surface, shape: shape, within: area, transform: transform, context: context)
        case .stroke(let color, let width):
            let radius = width * transform.meanScale
            let reached = shape.painted.inset(by: -Self.pixels(radius + 1)).intersection(area)
            context.withMask(reached) { mask in
                mask.reset(reached, toBlurredOpacityOf: shape, movedBy: .zero, sigma: 0)
                mask.grow(by: radius)
                surface.fillBelow(color, through: mask)
            }
        case .colorOverlay(let color, let opacity):
            surface.mapColors { pixel in
                let mixed = pixel + (color - pixel) * opacity
                return Color(mixed.x, mixed.y, mixed.z, pixel.w)
            }
        case .gradientOverlay(let gradient, let opacity):
            let painted = surface.painted
            let whole = Path(rectangleOfWidth: Double(painted.width), height: Double(painted.height))
            let place = AffineTransform.translation(x: Double(painted.left), y: Double(painted.top))
            context.withSurface(painted) { colors in
                var coverage = Coverage()
                context.rasterizer.begin(clip: painted)
                context.rasterizer.fill(whole, transform: place)
                context.rasterizer.finish(.nonZero, into: &coverage)
                colors.fill(coverage, with: .gradient(gradient, transform: transform), opacity: opacity)
                surface.drawInside(colors)
            }
        }
    }

    /// Returns a distance in whole pixels, limited as the margins of effects are.
    fileprivate static func pixels(_ length: Double) -> Int {
        length.isFinite ? Int(max(0, min(512, length.rounded(.up)))) : 0
    }
}

extension LayerStyleNode.InnerShadow {
    fileprivate func draw(
        on surface: Surface, shape: Surface, within area: PixelRect, transform: AffineTransform,
        context: DrawingContext
    ) {
        let reached = area.intersection(surface.painted)
        let moved = transform.transformedVector(offset)
        let (deviation, spread) = (sigma * transform.meanScale, growth * transform.meanScale)
        context.withMask(reached) { mask in
            if spread < 0.01 {
                mask.reset(reached, toBlurredOpacityOf: shape, movedBy: moved, sigma: deviation)
                if !isFromCenter { mask.invert() }
            } else {
                let wide = reached.inset(by: -LayerStyleNode.pixels(3 * deviation + spread + 1))
                context.withMask(wide) { grown in
                    grown.reset(wide, toBlurredOpacityOf: shape, movedBy: moved, sigma: 0)
                    if !isFromCenter { grown.invert() }
                    grown.grow(by: spread)
                    mask.reset(
                        reached, toBlurOf: grown, sigmaX: deviation, sigmaY: deviation, repeatsEdges: !isFromCenter)
                }
            }
            surface.fillInside(color, through: mask)
        }
    }
}

extension EffectNode {
    /// Returns the styles of a layer at `time`, in the order in which they are drawn: first those on the layer from the
    /// lowest up, then those around and below it from the uppermost down.
    ///
    /// - Parameters:
    ///   - styles: The styles.
    ///   - time: The time, in frames of the composition.
    ///   - box: The closure that returns the box of the layer's content in its own space.
    ///   - work: The budget.
    static func nodes(
        of styles: [LayerStyle], at time: Double, box: () -> BoundingBox?, _ work: FrameBudget
    ) -> [EffectNode] {
        let ordered = styles.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        return ordered.compactMap { EffectNode($0.element, at: time, box: box, work) }
    }

    private init?(_ style: LayerStyle, at time: Double, box: () -> BoundingBox?, _ work: FrameBudget) {
        switch style {
        case .dropShadow(let shadow): self.init(shadow, at: time)
        case .innerShadow(let inner):
            let size = max(0, inner.shadow.size.value(at: time))
            let choke = max(0, min(1, inner.choke.value(at: time) / 100))
            self = .style(
                .innerShadow(
                    LayerStyleNode.InnerShadow(
                        color: inner.shadow.pixel(at: time), offset: inner.shadow.offset(at: time),
                        growth: size * choke, sigma: size * (1 - choke) * DropShadowStyle.sigmaPerSize,
                        isFromCenter: inner.shadow.isGlow && inner.source.value(at: time) == 2)))
        case .stroke(let color, let size):
            let width = size.value(at: time)
            guard width > 0 else { return nil }
            self = .style(.stroke(color: PixelArithmetic.pixel(color.value(at: time).color), width: width))
        case .colorOverlay(let color, let opacity):
            let share = Float(max(0, min(1, opacity.value(at: time) / 100)))
            self = .style(.colorOverlay(color.value(at: time).color, opacity: share))
        case .gradientOverlay(let overlay):
            guard let box = box(), let gradient = overlay.gradient(at: time, across: box, work) else { return nil }
            self = .style(.gradientOverlay(gradient, opacity: overlay.opacity.opacityByte(at: time)))
        }
    }
}

extension LayerStyle {
    /// The place of the style in the order of drawing, which is that of After Effects' list of styles.
    fileprivate var rank: Int {
        switch self {
        case .gradientOverlay: 0
        case .colorOverlay: 1
        case .innerShadow(let style): style.shadow.isGlow ? 2 : 3
        case .stroke: 4
        case .dropShadow: 5
        }
    }
}

extension DropShadowStyle {
    /// The standard deviation of the blur for a size of 1, which is Skottie's.
    static let sigmaPerSize = 0.3

    /// Returns the color at `time`, as a premultiplied pixel.
    fileprivate func pixel(at time: Double) -> UInt32 {
        let color = color.value(at: time).color
        return PixelArithmetic.pixel(
            Color(color.x, color.y, color.z, Float(max(0, min(1, opacity.value(at: time) / 100)))))
    }

    /// Returns the movement of the shadow at `time`; the angle is that of the light, so it falls on the opposite side.
    func offset(at time: Double) -> Point {
        let angle = angle.value(at: time) * .pi / 180
        let distance = isGlow ? 0 : distance.value(at: time)
        return Point(Float(-distance * cos(angle)), Float(distance * sin(angle)))
    }
}

extension GradientOverlayStyle {
    /// Returns the gradient across a box at `time`, or nil if the budget is exceeded.
    fileprivate func gradient(at time: Double, across box: BoundingBox, _ work: FrameBudget) -> Gradient? {
        let numbers = gradient.stops.value(at: time)
        guard work.consume(steps: numbers.count.multipliedClamped(by: PaintEvaluation.stepsPerNumber)) else {
            return nil
        }
        var stops = gradient.merged(numbers)
        if isReversed.value(at: time) != 0 {
            stops = stops.reversed().map { GradientStop(offset: 1 - $0.offset, color: $0.color) }
        }
        let size = box.high - box.low
        let shift = Point(offset.value(at: time) / 100)
        let center = (box.low + box.high) * 0.5 + Point(size.x * shift.x, size.y * shift.y)
        let turn = angle.value(at: time) * .pi / 180
        let direction = Point(Float(cos(turn)), Float(-sin(turn)))
        let length = (abs(size.x * direction.x) + abs(size.y * direction.y)) * Float(scale.value(at: time) / 100)
        let arm = direction * (length / 2)
        if gradient.isRadial {
            return Gradient(shape: .radial(center: center, radius: length / 2, focus: center), stops: stops)
        }
        return Gradient(shape: .linear(start: center - arm, end: center + arm), stops: stops)
    }
}
