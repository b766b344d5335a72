import LottieDocument
import LottieRenderer

/// An expression that failed, with the property that has it.
struct FailedExpression {
    let failure: ExpressionFailure
    /// The first key path that leads to the property; nil if none does.
    let property: PropertyPath?

    /// Returns the expressions that have failed in the frames of a renderer, which evaluates `frame` to find the properties.
    static func all(in renderer: AnimationRenderer, at frame: Double) -> [FailedExpression] {
        let failures = renderer.expressionFailures
        if failures.isEmpty { return [] }
        let properties = renderer.properties(at: frame)
        return failures.map { failure in
            let property = failure.place.flatMap { place in
                properties.first { $0.expressionPlaces.contains(place) }
            }
            return FailedExpression(failure: failure, property: property?.path)
        }
    }
}
