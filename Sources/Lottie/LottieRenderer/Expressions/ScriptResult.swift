import LottieDocument
import LottieExpressions

/// A type that an expression's result can be converted to.
protocol ScriptResult: Equatable {
    /// Returns whether a property with this source is a value, without a conversion by a machine.
    static func isReadDirectly(from source: PropertySource) -> Bool

    /// Whether a single number is a value; otherwise only a list of numbers is one.
    static var takesSingleNumber: Bool { get }

    /// Returns the converted `value`, or nil if it cannot be converted; missing numbers come from `plain`.
    static func result(_ value: ScriptValue, fallback plain: Self, in machine: ScriptMachine) -> Self?

    /// Returns the value with these numbers, or nil if there is none; missing numbers come from `plain`.
    static func result(_ numbers: [Double], fallback plain: Self) -> Self?

    /// Returns the value of a path, or nil if it is none.
    static func result(_ path: BezierShape) -> Self?
}

extension ScriptResult {
    static var takesSingleNumber: Bool { false }

    static func isReadDirectly(from source: PropertySource) -> Bool { !source.isPath }

    static func result(_ path: BezierShape) -> Self? { nil }

    static func result(_ value: ScriptValue, fallback plain: Self, in machine: ScriptMachine) -> Self? {
        if case .number = value, !takesSingleNumber { return nil }
        return machine.resultNumbers(value).flatMap { result($0, fallback: plain) }
    }
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
}

extension [Double] {
    /// Returns the numbers of a result; missing numbers and NaN are replaced by those of `plain`, as in lottie-web.
    fileprivate func merged(with plain: [Double]) -> [Double]? {
        let result = plain.indices.map { index in
            index < count && !self[index].isNaN ? self[index] : plain[index]
        }
        return result.allSatisfy(\.isFinite) ? result : nil
    }
}

extension Double: ScriptResult {
    static var takesSingleNumber: Bool { true }

    static func result(_ numbers: [Double], fallback plain: Double) -> Double? {
        numbers.first.flatMap { $0.isFinite ? $0 : nil }
    }
}

extension SIMD3<Double>: ScriptResult {
    static func result(_ numbers: [Double], fallback plain: Vector) -> Vector? {
        numbers.merged(with: [plain.x, plain.y, plain.z]).map { Vector($0[0], $0[1], $0[2]) }
    }
}

extension SIMD4<Float>: ScriptResult {
    static func result(_ numbers: [Double], fallback plain: Color) -> Color? {
        numbers.merged(with: (0..<4).map { Double(plain[$0]) }).map { numbers in
            Color(numbers.map { Float(Swift.max(0, Swift.min(1, $0))) })
        }
    }
}

extension [Float]: ScriptResult {
    static func result(_ numbers: [Double], fallback plain: [Float]) -> [Float]? {
        numbers.merged(with: plain.map(Double.init))?.map { Float($0) }
    }
}

extension EffectValue: ScriptResult {
    static var takesSingleNumber: Bool { true }

    static func result(_ numbers: [Double], fallback plain: EffectValue) -> EffectValue? {
        numbers.merged(with: (0..<4).map { plain.numbers[$0] }).map { EffectValue(SIMD4($0)) }
    }
}

extension BezierShape: ScriptResult {
    static func isReadDirectly(from source: PropertySource) -> Bool { source.isPath }

    static func result(_ path: BezierShape) -> BezierShape? { path }

    static func result(_ value: ScriptValue, fallback plain: BezierShape, in machine: ScriptMachine) -> BezierShape? {
        guard case .object(let object) = value else { return nil }
        return (object as? any PathProviding)?.path
    }

    static func result(_ numbers: [Double], fallback plain: BezierShape) -> BezierShape? { nil }
}

extension String: ScriptResult {
    static func isReadDirectly(from source: PropertySource) -> Bool { false }

    static func result(_ value: ScriptValue, fallback plain: String, in machine: ScriptMachine) -> String? {
        switch value {
        case .undefined, .null: nil
        default: try? machine.string(value)
        }
    }

    static func result(_ numbers: [Double], fallback plain: String) -> String? { nil }
}

/// An object of the expression language that can have a path.
protocol PathProviding: ScriptObject {
    /// The path, nil if the object has none.
    var path: BezierShape? { get }
}
