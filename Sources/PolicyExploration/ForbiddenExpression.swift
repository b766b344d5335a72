import Playback

/// Something that must never happen, in a small language of its own: `dropped(early) & value >= 500`.
///
/// An expression that names an outcome or anything of a gift is asked about every gift at its end; one that only names
/// what is on stage or waits is asked after every step.
///
///     let expression = try ForbiddenExpression("dropped(early) & value >= 500", kinds: ["rocket", "heart"])
public struct ForbiddenExpression: Hashable, Sendable {
    /// What is wrong with an expression, and where.
    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The column at which it is, counted from 1 in characters.
        public let column: Int
        /// What was found and what was expected.
        public let problem: String

        /// `column 9: unknown reason "erly", did you mean "early"?`
        public var description: String { "column \(column): \(problem)" }
    }

    /// The expression as it was written.
    public let text: String
    let condition: Condition

    /// Reads an expression; `kinds` are the names that `kind` can be compared with.
    public init(_ text: String, kinds: [String]) throws(SyntaxError) {
        self.text = text
        var parser = try ForbiddenParser(text, kinds: kinds)
        condition = try parser.whole()
    }

    /// The language in a few lines, for people.
    public static let guide = """
        An expression about gifts is asked at the end of each gift, one that only names the stage after every step.
          outcomes  completed replaced dismissed dropped merged unplayed, with a reason where there is one:
                    dropped(early) dropped(expired) unplayed(waiting) …
          the gift  value count (numbers), progress (0.3 or 30%), waited duration (1.5s, 250ms), kind from (words);
                    by.value, running.kind, …: the same of the gift that replaces it, or of the one on stage
          the stage waiting parked held (numbers), paused, mode (queue or replace)
          signs     = != < <= > >=   & and   | or   ! not   ( )
        A comparison with what is not there, such as by.value of a gift that nothing replaced, does not hold.
        """
}

extension ForbiddenExpression {
    /// How an ordered pair compares.
    enum Comparison: String, CaseIterable, Hashable, Sendable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
    }

    /// Which gift a term is about.
    enum Subject: String, CaseIterable, Hashable, Sendable {
        case itself = ""
        case replacement = "by"
        case running = "running"
    }

    /// A quantity; all are whole numbers of something when they are compared.
    enum Quantity: Hashable, Sendable {
        case value(Subject)
        case count(Subject)
        case duration(Subject)
        case progress
        case waited
        case waiting
        case parked
        case held
        case constant(Int64)
    }

    /// A name.
    enum Word: Hashable, Sendable {
        case kind(Subject)
        case sender(Subject)
        case mode
        case constant(String)
    }

    /// What an expression says.
    indirect enum Condition: Hashable, Sendable {
        case all([Condition])
        case any([Condition])
        case not(Condition)
        case outcome(Outcome.Name, reason: String?)
        case paused
        case compare(Quantity, Comparison, Quantity)
        case match(Word, isEqual: Bool, Word)
    }
}
