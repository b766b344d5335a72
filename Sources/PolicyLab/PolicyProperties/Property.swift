/// A promise about a whole session, in a small language: `always (arrived implies within 10s (started or ended))`.
///
/// Its meaning is that of linear temporal logic on finite traces (LTLf) over the lines of the session's trace.
///
///     let property = try Property("after paused: never started", kinds: nil)
public struct Property: Hashable, Sendable {
    /// The text of the property as it was given.
    public let text: String
    /// The name; empty without one.
    public let name: String
    package let formula: Formula
    /// The conditions to which the literals of ``obligation`` refer.
    package let conditions: [Condition]
    /// What the property demands of a whole session.
    package let obligation: Obligation

    /// The most different conditions in a property.
    static let maxConditions = 64

    /// Parses a property.
    ///
    /// - Parameters:
    ///   - text: The property.
    ///   - name: The name in reports; empty without one.
    ///   - kinds: The names with which `kind` can be compared; `nil` if any name is possible.
    /// - Throws: ``PropertySyntaxError`` if `text` is not a valid property.
    public init(_ text: String, name: String = "", kinds: [String]? = nil) throws(PropertySyntaxError) {
        var parser = try PropertyParser(text, kinds: kinds)
        try self.init(try parser.parseProperty(), text: text, name: name)
    }

    /// Creates the property that a condition never holds.
    ///
    /// - Throws: ``PropertySyntaxError`` if `text` is not a valid condition without operators over time.
    package init(never text: String, kinds: [String]?) throws(PropertySyntaxError) {
        var parser = try PropertyParser(text, kinds: kinds, allowsTime: false)
        try self.init(.neverHolding(try parser.parseProperty()), text: "never \(text)", name: "")
    }

    package init(_ formula: Formula, text: String, name: String) throws(PropertySyntaxError) {
        let lowered = LoweredFormula(formula)
        guard lowered.conditions.count <= Self.maxConditions else {
            throw PropertySyntaxError(column: 1, problem: "more than \(Self.maxConditions) different conditions")
        }
        self.text = text
        self.name = name
        self.formula = formula
        conditions = lowered.conditions
        obligation = lowered.obligation
    }

    /// The name, or the text without one.
    public var label: String { name.isEmpty ? text : name }

    /// The property in its canonical spelling, with brackets around all parts that have parts.
    public var canonicalText: String { formula.text }
}

extension Condition {
    /// Parses a condition without operators over time. `kinds` are the names with which `kind` can be compared; `nil` if
    /// any name is possible.
    package init(_ text: String, kinds: [String]?) throws(PropertySyntaxError) {
        var parser = try PropertyParser(text, kinds: kinds, allowsTime: false)
        guard let condition = try parser.parseProperty().plainCondition else {
            throw PropertySyntaxError(column: 1, problem: "expected a condition without operators over time")
        }
        self = condition
    }
}

/// A syntax error in a property or an expression.
public struct PropertySyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The column of the error, counted from 1 in characters.
    public let column: Int
    /// What was found and what was expected.
    public let problem: String

    /// The column and the problem: `column 9: unknown reason "erly", did you mean "early"?`
    public var description: String { "column \(column): \(problem)" }
}
