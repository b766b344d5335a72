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

/// What the run of an expression leaves.
private enum RunResult<Value> {
    /// A property, which is read when the run is over and its machine is free again: more expressions can refer to each
    /// other in this way than there are machines.
    case property(PropertyObject)
    /// The value, nil if the result cannot be converted.
    case value(Value?)
}

/// A binding that evaluates the expression of one property and caches the last value.
///
/// It conforms to `Sendable` because properties must. It is only used by the layers of one renderer, and only one task
/// may use a renderer at a time, so no access is concurrent.
///
/// No stored property is a tuple with a `Value`: the compiler does not specialize this class, and each access would look
/// up the tuple's type.
final class ExpressionBinding<Value: ScriptResult>: PropertyBinding<Value>, ReadableExpression, @unchecked Sendable {
    private let reference: ExpressionReference
    private let source: PropertySource
    private let plain: (Double) -> Value
    /// The time of `cachedValue`, in frames, NaN without one; and the frame for which it was evaluated.
    private var cachedTime = Double.nan
    private var cachedFrameNumber = 0
    private var cachedValue: Value?
    private(set) var unchangingRun: UnchangingRun?
    private var referredProperty: ReferredProperty?
    /// The property's own value in the last run of the script if the result follows from it alone, and the result
    /// and steps of that run.
    private var timelessInput: Value?
    private var timelessResult: Value?
    private var timelessSteps = 0
    private var isEvaluating = false

    init(_ site: ExpressionReference, source: PropertySource, plain: @escaping (Double) -> Value) {
        self.reference = site
        self.source = source
        self.plain = plain
    }

    override func value(at time: Double) -> Value {
        let environment = reference.layer.environment
        // An expression that reads its own property gets the value without the expression.
        if isEvaluating, !isCurrent(at: time) {
            environment.recordChangingRead()
            return plain(time)
        }
        if let unchangingRun, environment.canRepeat(unchangingRun) { repeatRun(at: time) }
        if isCurrent(at: time), let cachedValue {
            environment.recordRead(of: self, at: time)
            return cachedValue
        }
        return run(at: time)
    }

    func repeatRun(at frame: Double) {
        guard !isCurrent(at: frame), let unchangingRun else { return }
        cachedTime = frame
        cachedFrameNumber = reference.layer.environment.frameNumber
        reference.layer.environment.repeatRun(unchangingRun, of: reference.script, at: frame)
    }

    /// Whether the cached value is that of this time, and costs nothing.
    private func isCurrent(at time: Double) -> Bool {
        cachedTime == time && cachedFrameNumber == reference.layer.environment.frameNumber
    }

    private func run(at time: Double) -> Value {
        let environment = reference.layer.environment
        let plainValue = plain(time)
        guard environment.beginEvaluation() else {
            environment.recordFailure(
                "more than \(ExpressionEnvironment.maxNesting) expressions read each other", reference.layer,
                reference.script)
            environment.recordChangingRead()
            return plainValue
        }
        defer { environment.endEvaluation() }
        if let timelessInput, timelessInput == plainValue, let timelessResult,
            environment.spend(steps: timelessSteps, for: reference.script)
        {
            keep(timelessResult, at: time)
            return timelessResult
        }
        isEvaluating = true
        defer { isEvaluating = false }
        let value: Value?
        // What is known for all times is not found anew, as the other property could fail now, with little budget left.
        if unchangingRun == nil, let referredProperty, environment.canRepeat(referredProperty.run) {
            value = environment.read(referredProperty, for: reference.script, at: time, fallback: plainValue)
            if value == nil { recordMissingValue() }
        } else {
            value = scriptResult(at: time, plainValue)
        }
        guard let value else {
            environment.recordChangingRead()
            return plainValue
        }
        keep(value, at: time)
        return value
    }

    /// Runs the script and returns its result, or nil if it fails; and remembers what makes a run needless.
    private func scriptResult(at time: Double, _ plainValue: Value) -> Value? {
        let environment = reference.layer.environment
        let text = Value.self == String.self ? plainValue as? String : nil
        let scope = ExpressionScope(reference, source: source, frame: time, text: text)
        environment.beginRun(at: time)
        let result = environment.run(reference.script, in: scope) { result, machine -> RunResult<Value> in
            if case .object(let object as PropertyObject) = result, Value.isReadDirectly(from: object.source) {
                return .property(object)
            }
            return .value(Value.result(result, fallback: plainValue, in: machine))
        }
        var (value, property): (Value?, ReferredProperty?) = (nil, nil)
        switch result {
        case .property(let object):
            property = ReferredProperty(object, at: time, environment)
            value = environment.read(object, fallback: plainValue)
        case .value(let converted): value = converted
        case nil: break
        }
        let steps = environment.endRun(of: reference.script)
        if value == nil, result != nil { recordMissingValue() }
        // A result can have missing numbers, which come from the property's own value.
        unchangingRun = value != nil && source.isUnchanging && text == nil ? steps.unchanging : nil
        referredProperty = property
        timelessInput = scope.readsOnlyValue && value != nil ? plainValue : nil
        timelessResult = scope.readsOnlyValue ? value : nil
        timelessSteps = steps.whole
        return value
    }

    private func recordMissingValue() {
        reference.layer.environment.recordFailure(
            "the expression has no value that the property could take", reference.layer, reference.script)
    }

    private func keep(_ value: Value, at time: Double) {
        cachedTime = time
        cachedFrameNumber = reference.layer.environment.frameNumber
        cachedValue = value
        reference.layer.environment.recordRead(of: self, at: time)
    }
}
