extension StateMachineDocument {
    /// A value or a signal that comes from outside, or from actions.
    public struct Input: Sendable, Equatable {
        /// The types of inputs.
        public enum Kind: String, Sendable, CaseIterable {
            case numeric = "Numeric"
            case string = "String"
            case boolean = "Boolean"
            case event = "Event"
        }

        /// The name.
        public let name: String
        /// The type.
        public let kind: Kind
        /// The value with which the machine starts; `nil` for an event.
        public let initial: StateMachineValue?
    }

    /// A condition of a transition.
    public enum Guard: Sendable, Equatable {
        /// The number of the input compares like this to another one.
        case numeric(String, Comparison, Operand<Double>)
        /// The text of the input equals another one, or differs from it.
        case string(String, Comparison, Operand<String>)
        /// The input equals a value, or differs from it.
        case boolean(String, Comparison, Operand<Bool>)
        /// The event of this name was fired.
        case event(String)
        /// A type that is not supported, and that never holds.
        case unsupported(String)
    }

    /// A comparison of two values.
    public enum Comparison: String, Sendable, CaseIterable {
        case equal = "Equal"
        case notEqual = "NotEqual"
        case greater = "GreaterThan"
        case greaterOrEqual = "GreaterThanOrEqual"
        case less = "LessThan"
        case lessOrEqual = "LessThanOrEqual"

        /// Returns whether the comparison holds.
        func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
            switch self {
            case .equal: left == right
            case .notEqual: left != right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            case .less: left < right
            case .lessOrEqual: left <= right
            }
        }
    }

    /// A value in the file, or the present value of an input, which the file writes as `$name`.
    public enum Operand<Value: Sendable & Equatable>: Sendable, Equatable {
        /// A value.
        case value(Value)
        /// The name of an input of this type.
        case input(String)
    }
}

/// The value of an input.
public enum StateMachineValue: Sendable, Hashable {
    /// A number; always finite.
    case numeric(Double)
    /// A text.
    case string(String)
    /// True or false.
    case boolean(Bool)

    /// The type of inputs that have such a value.
    public var kind: StateMachineDocument.Input.Kind {
        switch self {
        case .numeric: .numeric
        case .string: .string
        case .boolean: .boolean
        }
    }
}

extension StateMachineValue: CustomStringConvertible {
    /// The value as a person writes it: `3`, `"Mika"`, `true`.
    public var description: String {
        switch self {
        case .numeric(let number): Int(exactly: number).map(String.init) ?? String(number)
        case .string(let text): "\"\(text)\""
        case .boolean(let flag): String(flag)
        }
    }
}
