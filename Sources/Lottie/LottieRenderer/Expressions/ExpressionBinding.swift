import LottieDocument
import LottieExpressions

/// The position of a property in its layer.
enum PropertyLocation {
    /// In the layer's own transform.
    case transform
    /// In a shape item, or in the transform of the group at that position.
    ///
    /// The array has the indices of the enclosing groups and of the item.
    case shape([Int], isTransform: Bool)
    /// In an effect, given by the indices on the path to the control.
    case effect([Int])
    /// In the mask with this index.
    case mask(Int)
    /// Elsewhere in the layer.
    case layer
}

/// The link between an expression and its property.
struct ExpressionReference {
    let script: Script
    unowned let layer: LayerScope
    let location: PropertyLocation
    /// The number of the property among its siblings in After Effects, counted from 1; nil if it is not known.
    let propertyIndex: Int?
    /// A number that identifies the property within its layer.
    let ordinal: Int

    /// The seed of the property's random numbers.
    var seed: UInt64 {
        let index = UInt64(truncatingIfNeeded: layer.layer.index ?? 0)
        return RandomSource.mixed(index &* 0x1_0000_0001 &+ UInt64(truncatingIfNeeded: ordinal))
    }
}

/// A binding that evaluates the expression of one property and caches the last value.
///
/// It conforms to `Sendable` because properties must. It is only used by the layers of one renderer, and only one task
/// may use a renderer at a time, so no access is concurrent.
final class ExpressionBinding<Value: ScriptResult>: PropertyBinding<Value>, @unchecked Sendable {
    private let reference: ExpressionReference
    private let source: PropertySource
    private let plain: (Double) -> Value
    private var cachedResult: (time: Double, value: Value)?
    /// The last result, if it follows from the property's own value alone, and the steps of its run.
    private var timelessResult: (plain: Value, value: Value, steps: Int)?
    private var isEvaluating = false

    init(_ site: ExpressionReference, source: PropertySource, plain: @escaping (Double) -> Value) {
        self.reference = site
        self.source = source
        self.plain = plain
    }

    override func value(at time: Double) -> Value {
        if let cachedResult, cachedResult.time == time { return cachedResult.value }
        let plainValue = plain(time)
        // An expression that reads its own property gets the value without the expression.
        if isEvaluating { return plainValue }
        return reference.layer.environment.counting(reference.script) { run(at: time, plainValue) }
    }

    private func run(at time: Double, _ plainValue: Value) -> Value {
        let environment = reference.layer.environment
        if let known = timelessResult, known.plain == plainValue, environment.spend(steps: known.steps) {
            return known.value
        }
        isEvaluating = true
        defer { isEvaluating = false }
        let scope = ExpressionScope(reference, source: source, frame: time, text: plainValue as? String)
        let stepsBefore = environment.budget.steps
        guard let (result, machine) = environment.run(reference.script, in: scope) else {
            return plainValue
        }
        guard let value = Value.result(result, fallback: plainValue, in: machine) else {
            environment.recordFailure(
                "the expression has no value that the property could take", reference.layer,
                reference.script)
            return plainValue
        }
        cachedResult = (time, value)
        timelessResult = scope.readsOnlyValue ? (plainValue, value, stepsBefore - environment.budget.steps) : nil
        return value
    }
}
