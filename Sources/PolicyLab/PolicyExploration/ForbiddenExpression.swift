import Playback

/// A condition that must never hold, in a small language: `dropped(early) & value >= 500`.
///
/// An expression that names an outcome or a property of a gift is evaluated at the end of every gift. An expression
/// that names only the stage or the waiting gifts is evaluated after every step.
///
///     let expression = try ForbiddenExpression("dropped(early) & value >= 500", kinds: ["rocket", "heart"])
public struct ForbiddenExpression: Hashable, Sendable {
    /// A syntax error in an expression.
    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The column of the error, counted from 1 in characters.
        public let column: Int
        /// What was found and what was expected.
        public let problem: String

        /// The column and the problem: `column 9: unknown reason "erly", did you mean "early"?`
        public var description: String { "column \(column): \(problem)" }
    }

    /// The text of the expression.
    public let text: String
    let condition: Condition

    /// Parses an expression. `kinds` are the names with which `kind` can be compared.
    ///
    /// - Throws: ``SyntaxError`` if `text` is not a valid expression.
    public init(_ text: String, kinds: [String]) throws(SyntaxError) {
        self.text = text
        var parser = try ForbiddenParser(text, kinds: kinds)
        condition = try parser.parseExpression()
    }

    /// A short description of the language for users.
    public static let guide = """
        An expression about gifts is evaluated at the end of each gift, one about the stage only after every step.
          outcomes  completed replaced dismissed dropped merged unplayed, with a reason where there is one:
                    dropped(early) dropped(expired) unplayed(waiting) …
          the gift  value count (numbers), progress (0.3 or 30%), waited duration (1.5s, 250ms), kind from (words);
                    by.value, running.kind, …: the same of the gift that replaces it, or of the one on stage
          the stage waiting parked held (numbers), paused, mode (queue or replace)
          signs     = != < <= > >=   & and   | or   ! not   ( )
        A comparison without a value, such as by.value of a gift that nothing replaced, does not hold. One that can
        never hold, or never fail, such as progress > 1 or count >= 1, is an error.
        """
}

extension ForbiddenExpression {
    /// A comparison operator.
    enum Comparison: String, CaseIterable, Hashable, Sendable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
    }

    /// The gift to which a term refers.
    enum Subject: String, CaseIterable, Hashable, Sendable {
        case itself = ""
        case replacement = "by"
        case running = "running"
    }

    /// A numeric term. All numbers are compared as integers: coins, counts, nanoseconds or millionths.
    enum Quantity: Hashable, Sendable {
        case value(Subject)
        case count(Subject)
        case duration(Subject)
        case progress
        case waitingTime
        case waiting
        case parked
        case held
        case constant(Int64)
    }

    /// A term with a name as its value.
    enum Name: Hashable, Sendable {
        case kind(Subject)
        case sender(Subject)
        case mode
        case constant(String)
    }

    /// A parsed condition.
    indirect enum Condition: Hashable, Sendable {
        case all([Condition])
        case any([Condition])
        case not(Condition)
        case outcome(Outcome.Name, reason: String?)
        case paused
        case compare(Quantity, Comparison, Quantity)
        case match(Name, isEqual: Bool, Name)
    }
}
