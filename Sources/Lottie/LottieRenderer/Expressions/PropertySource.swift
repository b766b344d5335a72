import LottieDocument
import LottieExpressions

/// A property of any type, as a source of numbers for expressions.
enum PropertySource {
    case number(Property<Double>)
    case vector(Property<Vector>, count: Int)
    case position(PositionProperty, count: Int)
    case color(Property<Color>)
    case list(Property<[Float]>)
    case path(Property<BezierShape>)
    case effect(Property<EffectValue>, count: Int)

    /// The same property without its expression.
    var plain: PropertySource {
        switch self {
        case .number(.scripted(let scripted)): .number(scripted.plain)
        case .vector(.scripted(let scripted), let count): .vector(scripted.plain, count: count)
        case .position(.scripted(let scripted), let count): .position(scripted.plain, count: count)
        case .color(.scripted(let scripted)): .color(scripted.plain)
        case .list(.scripted(let scripted)): .list(scripted.plain)
        case .path(.scripted(let scripted)): .path(scripted.plain)
        case .effect(.scripted(let scripted), let count): .effect(scripted.plain, count: count)
        default: self
        }
    }

    /// Whether the value is a single number and not a list.
    var isScalar: Bool {
        switch self {
        case .number, .effect(_, 1): true
        default: false
        }
    }

    /// Returns the path at `frame`, or nil if the property is not a path.
    func path(at frame: Double) -> BezierShape? {
        if case .path(let property) = self { property.value(at: frame) } else { nil }
    }

    /// Returns the numbers at `frame`, none for a path.
    func numbers(at frame: Double) -> [Double] {
        switch self {
        case .number(let property): [property.value(at: frame)]
        case .vector(let property, let count): Self.numbers(property.value(at: frame), count)
        case .position(let property, let count): Self.numbers(property.value(at: frame), count)
        case .color(let property): Self.numbers(property.value(at: frame))
        case .list(let property): property.value(at: frame).map(Double.init)
        case .path: []
        case .effect(let property, let count): (0..<count).map { property.value(at: frame).numbers[$0] }
        }
    }

    private static func numbers(_ vector: Vector, _ count: Int) -> [Double] { (0..<count).map { vector[$0] } }

    private static func numbers(_ color: Color) -> [Double] { (0..<4).map { Double(color[$0]) } }

    /// The frames of the keyframes; empty if the property has none.
    var keyframeTimes: [Double] {
        switch self {
        case .number(.animated(let track)): track.keyframes.map(\.time)
        case .vector(.animated(let track), _): track.keyframes.map(\.time)
        case .position(.animated(let track, _), _): track.keyframes.map(\.time)
        case .color(.animated(let track)): track.keyframes.map(\.time)
        case .list(.animated(let track)): track.keyframes.map(\.time)
        case .path(.animated(let track)): track.keyframes.map(\.time)
        case .effect(.animated(let track), _): track.keyframes.map(\.time)
        default: []
        }
    }

    /// Returns the numbers of a keyframe; `index` must be an index of `keyframeTimes`.
    func keyframeNumbers(_ index: Int) -> [Double] {
        switch self {
        case .number(.animated(let track)): [track.keyframes[index].start]
        case .vector(.animated(let track), let count): Self.numbers(track.keyframes[index].start, count)
        case .position(.animated(let track, _), let count): Self.numbers(track.keyframes[index].start, count)
        case .color(.animated(let track)): Self.numbers(track.keyframes[index].start)
        case .list(.animated(let track)): track.keyframes[index].start.map(Double.init)
        case .effect(.animated(let track), let count): (0..<count).map { track.keyframes[index].start.numbers[$0] }
        default: []
        }
    }

    /// Returns numbers as a value of the expression language: a single number or a list.
    func value(_ numbers: [Double]) -> ScriptValue {
        isScalar ? .number(numbers.first ?? 0) : .numbers(numbers)
    }
}

/// A type that an expression's result can be converted to.
protocol ScriptResult: Equatable {
    /// Returns the converted `value`, or nil if it cannot be converted; missing numbers come from `plain`.
    static func result(_ value: ScriptValue, fallback plain: Self, in machine: ScriptMachine) -> Self?
}

extension ScriptMachine {
    /// Returns the numbers of a result, which is a number or a list, or nil if it cannot be converted.
    fileprivate func resultNumbers(_ value: ScriptValue) -> [Double]? {
        do throws(ScriptFailure) {
            if let list = try vector(value) { return list }
            switch value {
            case .undefined, .null: return nil
            default: return [try number(value)]
            }
        } catch {
            return nil
        }
    }

    /// Returns the numbers of a result; missing numbers and NaN are replaced by those of `plain`, as in lottie-web.
    fileprivate func merged(_ value: ScriptValue, fallback plain: [Double]) -> [Double]? {
        guard let numbers = resultNumbers(value) else { return nil }
        let result = plain.indices.map { index in
            index < numbers.count && !numbers[index].isNaN ? numbers[index] : plain[index]
        }
        return result.allSatisfy(\.isFinite) ? result : nil
    }
}

extension Double: ScriptResult {
    static func result(_ value: ScriptValue, fallback plain: Double, in machine: ScriptMachine) -> Double? {
        guard let number = machine.resultNumbers(value)?.first, number.isFinite else { return nil }
        return number
    }
}

extension SIMD3<Double>: ScriptResult {
    static func result(_ value: ScriptValue, fallback plain: Vector, in machine: ScriptMachine) -> Vector? {
        if case .number = value { return nil }
        return machine.merged(value, fallback: [plain.x, plain.y, plain.z]).map { Vector($0[0], $0[1], $0[2]) }
    }
}

extension SIMD4<Float>: ScriptResult {
    static func result(_ value: ScriptValue, fallback plain: Color, in machine: ScriptMachine) -> Color? {
        if case .number = value { return nil }
        let numbers = machine.merged(value, fallback: (0..<4).map { Double(plain[$0]) })
        return numbers.map { Color($0.map { Float(Swift.max(0, Swift.min(1, $0))) }) }
    }
}

extension [Float]: ScriptResult {
    static func result(_ value: ScriptValue, fallback plain: [Float], in machine: ScriptMachine) -> [Float]? {
        if case .number = value { return nil }
        return machine.merged(value, fallback: plain.map(Double.init))?.map { Float($0) }
    }
}

extension EffectValue: ScriptResult {
    static func result(_ value: ScriptValue, fallback plain: EffectValue, in machine: ScriptMachine) -> EffectValue? {
        machine.merged(value, fallback: (0..<4).map { plain.numbers[$0] }).map { EffectValue(SIMD4($0)) }
    }
}

extension BezierShape: ScriptResult {
    static func result(_ value: ScriptValue, fallback plain: BezierShape, in machine: ScriptMachine) -> BezierShape? {
        guard case .object(let object) = value else { return nil }
        return (object as? any PathProviding)?.path
    }
}

extension String: ScriptResult {
    static func result(_ value: ScriptValue, fallback plain: String, in machine: ScriptMachine) -> String? {
        switch value {
        case .undefined, .null: nil
        default: try? machine.string(value)
        }
    }
}

/// An object of the expression language that can have a path.
protocol PathProviding: ScriptObject {
    /// The path, nil if the object has none.
    var path: BezierShape? { get }
}
