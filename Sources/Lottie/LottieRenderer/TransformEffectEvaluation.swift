import LottieDocument
import VectorGraphics

/// The transform and the opacity that effects give a layer, besides its own.
struct EffectPlacement {
    /// The map within the layer's space.
    var matrix = AffineTransform.identity
    /// The opacity, from 0 to 1.
    var opacity = 1.0
}

extension [Effect] {
    /// Returns the transforms of all transform effects, one after the other, or nil if there is none (lottie-web,
    /// `TransformElement.js`, `renderLocalTransform`).
    func placement(at time: Double) -> EffectPlacement? {
        var placement: EffectPlacement?
        for case .transform(let effect) in self {
            var sum = placement ?? EffectPlacement()
            sum.matrix = sum.matrix.concatenating(effect.matrix(at: time))
            sum.opacity *= effect.opacity.value(at: time).number / 100
            placement = sum
        }
        return placement
    }
}

extension EvaluatedLayer {
    /// Places the layer by its effects, inside its own transform.
    mutating func place(_ placement: EffectPlacement?) {
        guard let placement else { return }
        matrix = placement.matrix.concatenating(matrix)
        let faded = (Double(opacity) * placement.opacity).rounded()
        opacity = faded.isFinite ? UInt8(max(0, min(255, faded))) : opacity
    }
}

extension TransformEffect {
    /// Returns the map within the layer's space at `time` (lottie-web, `TransformEffect.js`).
    fileprivate func matrix(at time: Double) -> AffineTransform {
        func number(_ property: Property<EffectValue>) -> Double { property.value(at: time).number }
        let (from, to) = (anchor.value(at: time).numbers, position.value(at: time).numbers)
        let height = number(scaleHeight) / 100
        let width = number(isUniform) == 1 ? height : number(scaleWidth) / 100
        return AffineTransform.translation(x: -from.x, y: -from.y)
            .concatenating(.scale(x: width, y: height))
            .concatenating(.rotation(degrees: number(rotation)))
            .concatenating(.skew(degrees: number(skew), axis: number(skewAxis) + 90))
            .concatenating(.translation(x: to.x, y: to.y))
    }
}
