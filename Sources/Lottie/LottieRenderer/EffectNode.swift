import CPlatform
import LottieDocument
import VectorGraphics

/// An effect at the evaluated time.
enum EffectNode: Equatable {
    case fill(color: Color, opacity: Float)
    case tint(black: Color, white: Color, amount: Float, hidesOriginal: Bool)
    case tritone(dark: Color, middle: Color, bright: Color)
    case levels([[Float]])
    case dropShadow(color: Color, opacity: Double, offset: Point, sigma: Double, isShadowOnly: Bool)
    case blur(sigmaX: Double, sigmaY: Double, repeatsEdges: Bool)
    case radialWipe(RadialWipe)
    case style(LayerStyleNode)

    /// Creates an effect at `time`, or returns nil for effects that are drawn with the layer's content, as a matte or by its place.
    init?(_ effect: Effect, at time: Double) {
        func number(_ property: Property<EffectValue>) -> Double { property.value(at: time).number }
        switch effect {
        case .fill(let color, let opacity):
            self = .fill(color: color.value(at: time).color, opacity: Float(number(opacity)))
        case .tint(let black, let white, let amount):
            self = .tint(
                black: black.value(at: time).color, white: white.value(at: time).color,
                amount: Float(number(amount) / 100), hidesOriginal: false)
        case .tritone(let bright, let middle, let dark):
            self = .tritone(
                dark: dark.value(at: time).color, middle: middle.value(at: time).color,
                bright: bright.value(at: time).color)
        case .levels(let levels):
            self = .levels((levels.channels + [levels.composite]).map { $0.lookupTable(at: time) })
        case .dropShadow(let shadow):
            let angle = (number(shadow.direction) - 90) * .pi / 180
            let distance = number(shadow.distance)
            self = .dropShadow(
                color: shadow.color.value(at: time).color, opacity: number(shadow.opacity) / 255,
                offset: Point(Float(distance * cos(angle)), Float(distance * sin(angle))),
                sigma: number(shadow.softness) / 4, isShadowOnly: number(shadow.isShadowOnly) != 0)
        case .gaussianBlur(let blurriness, let dimensions, let repeatsEdges):
            // The factor 0.3 is lottie-web's (`SVGGaussianBlurEffect.js`).
            let sigma = max(0, number(blurriness)) * 0.3
            let way = number(dimensions)
            self = .blur(
                sigmaX: way == 3 ? 0 : sigma, sigmaY: way == 2 ? 0 : sigma, repeatsEdges: number(repeatsEdges) != 0)
        case .radialWipe(let wipe): self = .radialWipe(RadialWipe(wipe, at: time))
        case .stroke, .setMatte, .transform: return nil
        }
    }

    /// Creates the effect of a layer's drop shadow or outer glow at `time`.
    init(_ style: DropShadowStyle, at time: Double) {
        self = .dropShadow(
            color: style.color.value(at: time).color, opacity: max(0, min(1, style.opacity.value(at: time) / 100)),
            offset: style.offset(at: time), sigma: max(0, style.size.value(at: time)) * DropShadowStyle.sigmaPerSize,
            isShadowOnly: false)
    }

    /// Returns the effects at `time` that are drawn on the layer's picture, as a player draws them.
    static func nodes(
        of effects: [Effect], at time: Double, rules: RenderingCompatibility.ReferencePlayer
    ) -> [EffectNode] {
        var (nodes, leavesPicture): ([EffectNode], Bool) = ([], true)
        for effect in effects {
            guard let node = EffectNode(effect, at: time) else {
                leavesPicture = rules == .afterEffects
                continue
            }
            if !leavesPicture, case .tint(let black, let white, let amount, _) = node {
                nodes.append(.tint(black: black, white: white, amount: amount, hidesOriginal: true))
            } else {
                nodes.append(node)
            }
            leavesPicture = true
        }
        return nodes
    }

    var isShadow: Bool { if case .dropShadow = self { true } else { false } }

    /// Whether the effect is a tint.
    var isTint: Bool { if case .tint = self { true } else { false } }

    /// Returns the width of the margin around a layer that the effect draws on, in pixels; `transform` maps the layer
    /// to pixels.
    func margin(_ transform: AffineTransform) -> Int {
        switch self {
        case .fill, .tint, .tritone, .levels, .radialWipe: return 0
        case .dropShadow(_, _, let offset, let sigma, _):
            let moved = transform.transformedVector(offset)
            return Self.clampedMargin(Double(moved.length) + 3 * sigma * transform.maxScale)
        case .blur(let x, let y, _): return Self.clampedMargin(3 * max(x, y) * transform.maxScale)
        case .style(let style): return Self.clampedMargin(style.reach(transform))
        }
    }

    /// Returns a margin in whole pixels, at most 512; a larger one would only take more time.
    private static func clampedMargin(_ length: Double) -> Int {
        length.isFinite ? Int(max(0, min(512, length.rounded(.up)))) : 0
    }

    /// Returns the cost of applying the effect to a surface, in steps; the parameters are those of `apply`.
    func cost(on surface: Surface, within area: PixelRect, transform: AffineTransform) -> Int {
        let painted = surface.painted.area
        if painted == 0 { return DrawingCost.composing(0) }
        let spread = surface.painted.inset(by: -margin(transform))
        let reached = surface.painted.union(spread.intersection(area)).area
        switch self {
        case .fill, .tint, .tritone, .levels: return DrawingCost.recoloring(painted)
        case .dropShadow: return DrawingCost.blurringMask(reached) + DrawingCost.composing(reached)
        case .blur(let sigmaX, let sigmaY, let repeatsEdges):
            if case .oblique(let first, let second) = BlurAxes(sigmaX, sigmaY, transform, repeatsEdges) {
                return first.cost(pixels: reached) + second.cost(pixels: reached)
            }
            return DrawingCost.blurring(repeatsEdges ? surface.bounds.area : reached)
        case .radialWipe(let wipe): return wipe.cost(on: surface.bounds.area)
        case .style(let style): return style.cost(painted: painted, reached: reached)
        }
    }

    /// Applies the effect to the picture of a layer.
    ///
    /// - Parameters:
    ///   - surface: The picture.
    ///   - original: The picture before all effects, if it casts the shadows; nil if `surface` casts them.
    ///   - area: The pixels of the result that are wanted; the others are undefined.
    ///   - transform: The map from the layer's space to pixels.
    ///   - region: The region of the effects in browsers, which mix colors in linear light; nil outside browsers.
    ///   - context: The memory and the budget.
    func apply(
        to surface: Surface, of original: Surface? = nil, within area: PixelRect, transform: AffineTransform,
        region: Path?, context: DrawingContext
    ) {
        switch self {
        case .fill(let color, let opacity):
            surface.mapColors { Color(color.x, color.y, color.z, $0.w * opacity) }
        case .tint(let black, let white, let amount, let hidesOriginal):
            surface.mapColors {
                Self.tinted($0, black: black, white: white, amount: amount, hidesOriginal: hidesOriginal)
            }
        case .tritone(let dark, let middle, let bright):
            surface.mapColors { Self.tritoned($0, dark: dark, middle: middle, bright: bright) }
        case .levels(let tables):
            // Browsers map the transparent pixels of the region, too, which the canvas is clipped to.
            let isEmptyMapped = region != nil && tables[3][0] > 0
            surface.mapColors(ofEmpty: isEmptyMapped ? area : .empty) { pixel in
                func value(_ table: Int, _ input: Float) -> Float {
                    tables[table][Int(max(0, min(255, (input * 255).rounded())))]
                }
                return Color(
                    value(4, value(0, pixel.x)), value(4, value(1, pixel.y)), value(4, value(2, pixel.z)),
                    value(3, pixel.w))
            }
        case .dropShadow(let color, let opacity, let offset, let sigma, let isShadowOnly):
            let shadow = PixelArithmetic.pixel(Color(color.x, color.y, color.z, Float(opacity)))
            let moved = transform.transformedVector(offset)
            let deviation = sigma * transform.meanScale
            var reached = area.intersection(
                (original ?? surface).painted.reached(byMoving: moved, spreading: 3 * deviation))
            let place = transform.concatenating(.translation(x: Double(moved.x), y: Double(moved.y)))
            // Browsers cut the blurred shape before they move it. Without a movement the layer's own cut follows.
            let cut = moved == .zero ? nil : region
            if let cut { reached = reached.intersection(cut.touchedPixels(transform: place)) }
            context.withMask(reached) { mask in
                mask.reset(reached, toBlurredOpacityOf: original ?? surface, movedBy: moved, sigma: deviation)
                if let cut { mask.keepInside(cut, transform: place, context: context) }
                if isShadowOnly { surface.clear() }
                if region == nil { return surface.fillBelow(shadow, through: mask) }
                surface.mergeBelow(shadow, through: mask)
                // A filter that does not find the layer's picture draws the one before it in its place: the shadow itself.
                if isShadowOnly { surface.mergeBelow(shadow, through: mask) }
            }
        case .radialWipe(let wipe): wipe.apply(to: surface, transform: transform, context: context)
        case .style(let style):
            style.draw(
                on: surface, shape: original ?? surface, within: area, transform: transform, context: context)
        case .blur(let sigmaX, let sigmaY, let repeatsEdges):
            let axes = BlurAxes(sigmaX, sigmaY, transform, repeatsEdges)
            if axes.changesNothing {
                if region != nil { surface.convertToLinearLightAndBack() }
                return
            }
            let blur = { axes.blur(surface, repeatsEdges: repeatsEdges, within: area) }
            if region != nil { surface.inLinearLight(blur) } else { blur() }
        }
    }

    /// Returns a color that a tritone has changed.
    private static func tritoned(_ pixel: Color, dark: Color, middle: Color, bright: Color) -> Color {
        // The grey has the mean light of the channels (lottie-web, `SVGTritoneEffect.js`).
        let grey = LinearLight.grey(of: pixel)
        let mixed = grey < 0.5 ? dark + (middle - dark) * (grey * 2) : middle + (bright - middle) * (grey * 2 - 1)
        return Color(mixed.x, mixed.y, mixed.z, pixel.w)
    }

    /// Returns a color that a tint has changed.
    ///
    /// The grey picture and the tinted one lie over the original (lottie-web, `SVGTintEffect.js`), or over the tinted one
    /// if the filter does not find the original. Browsers merge the three in linear light.
    private static func tinted(
        _ color: Color, black: Color, white: Color, amount: Float, hidesOriginal: Bool
    ) -> Color {
        let grey = LinearLight.grey(of: color)
        let opacity = color.w * amount
        let tint = (black + (white - black) * grey).withAlpha(opacity)
        let merged = LinearLight.light(of: hidesOriginal ? tint : color)
            .covered(by: LinearLight.light(of: Color(grey, grey, grey, opacity)))
            .covered(by: LinearLight.light(of: tint))
        return LinearLight.color(of: merged)
    }
}

/// The axes of a blur in pixels.
private enum BlurAxes {
    /// Standard deviations along the rows and columns of pixels.
    case straight(x: Double, y: Double)
    /// Blurs along two other lines.
    case oblique(ObliqueBlur, ObliqueBlur)

    /// The share of the variance by which the axes may miss the rows and columns.
    private static let tolerance = 0.02

    /// Creates the axes of a blur with these deviations along the axes of a layer; edges are repeated only along rows and
    /// columns.
    init(_ sigmaX: Double, _ sigmaY: Double, _ transform: AffineTransform, _ repeatsEdges: Bool) {
        let x = SIMD2(transform.a, transform.b) * sigmaX
        let y = SIMD2(transform.c, transform.d) * sigmaY
        let (variance, covariance) = (x * x + y * y, x.x * x.y + y.x * y.y)
        if repeatsEdges || abs(covariance) <= Self.tolerance * variance.sum() {
            self = .straight(x: variance.x.squareRoot(), y: variance.y.squareRoot())
        } else {
            self = .oblique(ObliqueBlur(x), ObliqueBlur(y))
        }
    }

    /// Whether the blur leaves every picture as it is.
    var changesNothing: Bool {
        guard case .straight(let x, let y) = self else { return false }
        return max(x, y) <= Surface.leastDeviationOfBlur
    }

    /// Blurs a picture along the axes; the pixels of the result outside `area` are undefined.
    func blur(_ surface: Surface, repeatsEdges: Bool, within area: PixelRect) {
        switch self {
        case .straight(let x, let y):
            surface.blur(sigmaX: x, sigmaY: y, repeatsEdges: repeatsEdges, within: area)
        case .oblique(let first, let second):
            first.apply(to: surface, within: area.inset(by: -second.reach))
            second.apply(to: surface, within: area)
        }
    }
}

extension LevelsEffect.Channel {
    /// Returns a lookup table with the output, from 0 to 1, for each of 256 inputs.
    fileprivate func lookupTable(at time: Double) -> [Float] {
        func number(_ property: Property<EffectValue>) -> Double { property.value(at: time).number }
        let (black, white) = (number(inputBlack), number(inputWhite))
        let (low, high) = (number(outputBlack), number(outputWhite))
        let exponent = 1 / max(0.01, number(gamma))
        return (0..<256).map { entry in
            let input = Double(entry) / 255
            let share = white == black ? (input >= white ? 1 : 0) : max(0, min(1, (input - black) / (white - black)))
            return Float(max(0, min(1, low + (high - low) * pow(share, exponent))))
        }
    }
}

extension Path {
    /// Returns a rectangle around all pixels that the path touches when `transform` maps it to pixels.
    fileprivate func touchedPixels(transform: AffineTransform) -> PixelRect {
        bounds(transform: transform).map { PixelRect(covering: $0.low, $0.high) } ?? .empty
    }
}

extension PixelRect {
    /// Returns a rectangle around the pixels that these reach after a movement and a blur.
    ///
    /// - Parameters:
    ///   - offset: The movement, in pixels.
    ///   - length: The distance that the blur spreads them, in pixels; from 512 on it does not matter.
    fileprivate func reached(byMoving offset: Point, spreading length: Double) -> PixelRect {
        guard !isEmpty, abs(offset.x) < 65_536, abs(offset.y) < 65_536, length.isFinite else { return .empty }
        let spread = Int(max(0, min(Double(Rasterizer.maxSide), length.rounded(.up)))) + 1
        let (dx, dy) = (Int(offset.x.rounded(.down)), Int(offset.y.rounded(.down)))
        let moved = PixelRect(left: left + dx, top: top + dy, right: right + dx + 1, bottom: bottom + dy + 1)
        return moved.inset(by: -spread)
    }
}
