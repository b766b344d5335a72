public import PolicyProperties

/// A condition that must never hold, in a small language: `dropped(early) & value >= 500`.
///
/// An expression that names an outcome or a property of a gift is evaluated at the end of every gift. An expression
/// that names only the stage or the waiting gifts is evaluated after every step.
///
///     let expression = try ForbiddenExpression("dropped(early) & value >= 500", kinds: ["rocket", "heart"])
public struct ForbiddenExpression: Hashable, Sendable {
    /// A syntax error in an expression.
    public typealias SyntaxError = PropertySyntaxError

    /// The text of the expression.
    public let text: String
    /// The condition that must never hold.
    package let condition: Condition

    /// Parses an expression. `kinds` are the names with which `kind` can be compared.
    ///
    /// - Throws: ``SyntaxError`` if `text` is not a valid expression.
    public init(_ text: String, kinds: [String]) throws(SyntaxError) {
        self.text = text
        condition = try Condition(text, kinds: kinds)
    }

    /// A short description of the language for users.
    public static let guide = """
        An expression about gifts is evaluated at the end of each gift, one about the stage only after every step. A \
        comparison without a value, such as by.value of a gift that nothing replaced, does not hold. One that can never \
        hold, or never fail, such as progress > 1 or count >= 1, is an error.

        Words of expressions:
          outcomes   completed replaced dismissed dropped merged unplayed; with a
                     reason where there is one: dropped(early) unplayed(waiting)
          the gift   value count (numbers), progress (0.3 or 30%), kind from (words),
                     waited duration (1.5s, 250ms; 2 is 2s)
          others     by.value, running.kind: the same of the gift that replaces it,
                     or of the one on stage
          the stage  waiting parked held (numbers), paused, mode (queue or replace)
          signs      = != < <= > >=   & and   | or   ! not   ( )
        """
}
