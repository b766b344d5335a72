import CPlatform

extension ScriptMachine {
    /// Applies one of the most frequent operators to the two values on top of the stack.
    func calculate(_ operation: Operation) throws(ScriptFailure) {
        let right = pop()
        if case .number(let a) = stack[top - 1], case .number(let b) = right {
            switch operation {
            case .add: stack[top - 1] = .number(a + b)
            case .subtract: stack[top - 1] = .number(a - b)
            case .multiply: stack[top - 1] = .number(a * b)
            case .divide: stack[top - 1] = .number(a / b)
            case .less: stack[top - 1] = .bool(a < b)
            default: stack[top - 1] = .bool(a > b)
            }
            return
        }
        let general: BinaryOperator =
            switch operation {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            case .divide: .divide
            case .less: .less
            default: .greater
            }
        stack[top - 1] = try binary(general, stack[top - 1], right)
    }

    /// Applies a binary operator to two values.
    func binary(
        _ operation: BinaryOperator, _ left: ScriptValue, _ right: ScriptValue
    ) throws(ScriptFailure) -> ScriptValue {
        switch operation {
        case .add, .subtract, .multiply, .divide: try arithmetic(operation, left, right)
        case .remainder: .number(fmod(try number(left), try number(right)))
        case .power: .number(NumberFunctions.power(try number(left), try number(right)))
        case .equal: .bool(try isLooselyEqual(left, right))
        case .notEqual: .bool(try !isLooselyEqual(left, right))
        case .same: .bool(try isSame(left, right))
        case .notSame: .bool(try !isSame(left, right))
        case .less:
            .bool(
                try compare(left, right) {
                    $0 < $1
                } texts: {
                    $0.lexicographicallyPrecedes($1)
                })
        case .greater:
            .bool(
                try compare(left, right) {
                    $0 > $1
                } texts: {
                    $1.lexicographicallyPrecedes($0)
                })
        case .lessOrEqual:
            .bool(
                try compare(left, right) {
                    $0 <= $1
                } texts: {
                    !$1.lexicographicallyPrecedes($0)
                })
        case .greaterOrEqual:
            .bool(
                try compare(left, right) {
                    $0 >= $1
                } texts: {
                    !$0.lexicographicallyPrecedes($1)
                })
        case .isIn: .bool(try contains(right, left))
        case .isInstance: .bool(try isInstance(left, of: right))
        default: .number(try bitwise(operation, number(left), number(right)))
        }
    }

    /// Applies an arithmetic operator.
    ///
    /// Arrays are combined element by element, as After Effects does. Its exporter replaces the operators by functions;
    /// other tools keep the operators.
    private func arithmetic(
        _ operation: BinaryOperator, _ left: ScriptValue, _ right: ScriptValue
    ) throws(ScriptFailure) -> ScriptValue {
        let a = try operation == .add ? sumOperand(left) : operand(left)
        let b = try operation == .add ? sumOperand(right) : operand(right)
        if isArray(a) || isArray(b), !isString(a), !isString(b) {
            switch operation {
            case .add: return try sum(a, b)
            case .subtract: return try difference(a, b)
            case .multiply: return try product(a, b)
            default: return try quotient(a, b)
            }
        }
        if operation == .add, isString(a) || isString(b) || isPlainObject(a) || isPlainObject(b) {
            return try makeString(string(a) + string(b))
        }
        let x = try number(a)
        let y = try number(b)
        switch operation {
        case .add: return .number(x + y)
        case .subtract: return .number(x - y)
        case .multiply: return .number(x * y)
        default: return .number(x / y)
        }
    }

    /// Returns the operand of a sum, in which a date is a text.
    private func sumOperand(_ value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        if case .object(let date as DateObject) = value { return .string(date.text) }
        return try operand(value)
    }

    func isString(_ value: ScriptValue) -> Bool {
        if case .boxedString = value { true } else { false }
    }

    func isArray(_ value: ScriptValue) -> Bool {
        if case .object(let object) = value { object is ScriptArray } else { false }
    }

    private func isPlainObject(_ value: ScriptValue) -> Bool {
        switch value {
        case .object(let object): !(object is ScriptArray)
        case .builtin: true
        default: false
        }
    }

    func negated(_ value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        if case .number(let number) = value { return .number(-number) }
        let value = try primitive(value)
        if let numbers = try vector(value) { return try makeArray(numbers.map { .number(-$0) }) }
        return .number(-(try number(value)))
    }

    private func bitwise(_ operation: BinaryOperator, _ left: Double, _ right: Double) -> Double {
        let a = int32(left)
        let b = int32(right)
        let shift = b & 31
        return switch operation {
        case .and: Double(a & b)
        case .or: Double(a | b)
        case .xor: Double(a ^ b)
        case .shiftLeft: Double(a << shift)
        case .shiftRight: Double(a >> shift)
        default: Double(UInt32(bitPattern: a) >> UInt32(shift))
        }
    }

    /// Returns the number modulo 2³², as the bitwise operators need it.
    func int32(_ number: Double) -> Int32 {
        if let exact = Int32(exactly: number) { return exact }
        guard number.isFinite else { return 0 }
        let modulus = 4_294_967_296.0
        var rest = number.rounded(.towardZero).truncatingRemainder(dividingBy: modulus)
        if rest < 0 { rest += modulus }
        return Int32(bitPattern: UInt32(rest))
    }
}

// MARK: - Comparison

extension ScriptMachine {
    private func compare(
        _ left: ScriptValue, _ right: ScriptValue, _ numbers: (Double, Double) -> Bool,
        texts: (String.UTF16View, String.UTF16View) -> Bool
    ) throws(ScriptFailure) -> Bool {
        let a = try operand(left)
        let b = try operand(right)
        if case .boxedString(let a) = a, case .boxedString(let b) = b {
            try spend(steps: min(a.string.utf8.count, b.string.utf8.count) / 16)
            return texts(a.string.utf16, b.string.utf16)
        }
        return numbers(try number(a), try number(b))
    }

    /// Returns whether two values are equal without conversion, as `===` compares them.
    func isSame(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptFailure) -> Bool {
        switch (left, right) {
        case (.undefined, .undefined), (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.number(let a), .number(let b)): return a == b
        case (.boxedString(let a), .boxedString(let b)):
            guard a.string.utf8.count == b.string.utf8.count else { return false }
            try spend(steps: a.string.utf8.count / 16)
            return a.string.utf8.elementsEqual(b.string.utf8)
        case (.object(let a), .object(let b)): return a === b || (a as? any ScriptIdentity)?.isSame(as: b) == true
        case (.builtin(let a), .builtin(let b)): return a == b
        default: return false
        }
    }

    func isLooselyEqual(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptFailure) -> Bool {
        switch (left, right) {
        case (.undefined, .null), (.null, .undefined): return true
        case (.undefined, _), (.null, _), (_, .undefined), (_, .null): return try isSame(left, right)
        case (.object, .object), (.boxedString, .boxedString), (.number, .number): return try isSame(left, right)
        default: break
        }
        let a = try operand(left)
        let b = try operand(right)
        if case .boxedString = a, case .object = b { return try isSame(a, makeString(string(b))) }
        if case .object = a, case .boxedString = b { return try isSame(makeString(string(a)), b) }
        return try number(a) == number(b)
    }

    private func contains(_ object: ScriptValue, _ key: ScriptValue) throws(ScriptFailure) -> Bool {
        let name = try string(key)
        switch object {
        case .object(let target):
            if let index = Int(name), try target.element(index, in: self) != nil { return true }
            if try target.member(name, in: self) != nil { return true }
        case .builtin: break
        default: throw typeError("'in' needs an object")
        }
        return try !isUndefined(member(name, of: object))
    }

    private func isInstance(_ value: ScriptValue, of type: ScriptValue) throws(ScriptFailure) -> Bool {
        if case .object(let function as ScriptFunction) = type {
            guard case .object(let record as ScriptRecord) = value else { return false }
            return record.inherits(from: try function.prototype(in: self))
        }
        guard isCallable(type) else { throw typeError("the right side of 'instanceof' is no function") }
        guard case .builtin(let type) = type else { return false }
        guard case .object(let object) = value else {
            return isCallable(value) && (type == .function || type == .object)
        }
        switch type {
        case .array: return object is ScriptArray
        case .error: return (object as? ScriptRecord)?.isError == true
        case .object: return true
        case .function: return object.isCallable
        case .regularExpression: return object is RegularExpression
        case .date: return object is DateObject
        default: return (object as? ScriptRecord)?.errorType == type
        }
    }
}

/// An object with an identity that several instances can share.
public protocol ScriptIdentity: ScriptObject {
    /// Returns whether `other` has the same identity.
    func isSame(as other: ScriptObject) -> Bool
}

/// Functions whose edge cases differ from the C library's.
enum NumberFunctions {
    /// Returns `base` to the power of `exponent`; NaN if the exponent is NaN, or if it is infinite and the base is 1 or
    /// −1.
    static func power(_ base: Double, _ exponent: Double) -> Double {
        if exponent.isNaN || (abs(base) == 1 && exponent.isInfinite) { return .nan }
        return pow(base, exponent)
    }
}
