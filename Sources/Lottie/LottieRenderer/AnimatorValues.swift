import LottieDocument
import VectorGraphics

/// The values of an animator at one time.
struct AnimatorValues {
    let selection: TextSelection
    let position: Vector
    let anchor: Vector
    let scale: Vector
    let rotation: Vector
    let skew: Double
    let skewAxis: Double
    let opacity: Double?
    let fill: Color?
    let stroke: Color?
    let strokeWidth: Double
    let changesStrokeWidth: Bool
    let tracking: Double
    /// The amounts to add to hue (as a fraction of the circle), saturation and brightness.
    let colorAdjustment: SIMD3<Float>

    init(_ animator: TextAnimator, at time: Double, total: Int, rules: RenderingCompatibility.ReferencePlayer) {
        selection = TextSelection(animator.selector, at: time, total: total, rules: rules)
        func number(_ property: Property<Double>?) -> Double { property?.value(at: time) ?? 0 }
        position = animator.position?.value(at: time) ?? .zero
        anchor = animator.anchor?.value(at: time) ?? .zero
        scale = (animator.scale?.value(at: time) ?? Vector(100, 100, 100)) / 100
        rotation = Vector(number(animator.rotationX), number(animator.rotationY), number(animator.rotation))
        skew = number(animator.skew)
        skewAxis = number(animator.skewAxis)
        opacity = animator.opacity.map { $0.value(at: time) / 100 }
        fill = animator.fill.color?.value(at: time)
        stroke = animator.stroke?.value(at: time)
        strokeWidth = number(animator.strokeWidth)
        changesStrokeWidth = animator.strokeWidth != nil
        tracking = number(animator.tracking)
        colorAdjustment = SIMD3(
            Float(number(animator.fill.hue) / 360), Float(number(animator.fill.saturation) / 100),
            Float(number(animator.fill.brightness) / 100))
    }

    var hasColorAdjustment: Bool { colorAdjustment != .zero }

    /// Whether the animator skews or rotates letters.
    var hasRotationOrSkew: Bool { skew != 0 || rotation != .zero }

    func adjusted(_ color: Color, by share: Double) -> Color {
        var hsv = HSBColor(color)
        hsv.hue += colorAdjustment.x * Float(share)
        hsv.saturation = max(0, min(1, hsv.saturation + colorAdjustment.y * Float(share)))
        hsv.brightness = max(0, min(1, hsv.brightness + colorAdjustment.z * Float(share)))
        return hsv.color
    }
}

/// A color with hue (as a fraction of the circle), saturation and brightness.
private struct HSBColor {
    var hue: Float
    var saturation: Float
    var brightness: Float

    init(_ color: Color) {
        let high = Swift.max(color.x, color.y, color.z)
        let range = high - Swift.min(color.x, color.y, color.z)
        brightness = high
        saturation = high > 0 ? range / high : 0
        if range == 0 {
            hue = 0
        } else if high == color.x {
            hue = (color.y - color.z) / range / 6
        } else if high == color.y {
            hue = (color.z - color.x) / range / 6 + 1 / 3
        } else {
            hue = (color.x - color.y) / range / 6 + 2 / 3
        }
    }

    var color: Color {
        func channel(_ offset: Float) -> Float {
            let place = hue + offset
            let turn = abs((place - place.rounded(.down)) * 6 - 3) - 1
            return brightness * (1 - saturation + saturation * Swift.max(0, Swift.min(1, turn)))
        }
        return Color(channel(0), channel(2.0 / 3), channel(1.0 / 3), 1)
    }
}
