public import ExactNumbers

/// A violation of a rule.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// A rule that must always hold.
    public enum Rule: Hashable, Sendable {
        /// Every gift is accounted for: it has ended or is in exactly one place.
        case accounting
        /// At most one presentation runs, and no gift starts twice.
        case oneAtATime
        /// No presentation is replaced below the threshold.
        case threshold
        /// In queue mode, gifts start in the order of the settings.
        case order
        /// The stage is not empty while a gift that could play waits, except during the gap.
        case liveness
        /// Time does not go back, and the clocks agree.
        case time
        /// Every gift ends for the reason, and at the time, that the rules determine.
        case reason
        /// A condition of the user never holds; the value is its text.
        case forbidden(String)
        /// A promise of the user is kept; the value is its text.
        case promise(String)

        /// The rules that every policy keeps.
        public static let always = [accounting, oneAtATime, threshold, order, liveness, time, reason]

        /// The description of the rule.
        public var summary: String {
            switch self {
            case .accounting: "every gift is in exactly one place until it ends"
            case .oneAtATime: "at most one presentation runs, and no gift starts twice"
            case .threshold: "no presentation is replaced below replaceAt"
            case .order: "gifts start in the order in force"
            case .liveness: "the stage is never empty while a gift that could play waits"
            case .time: "time never goes back and nothing happens late"
            case .reason: "gifts end as the rules say, and for the reason they give"
            case .forbidden(let text): "never \(text)"
            case .promise(let text): text
            }
        }
    }

    /// The rule that was violated.
    public let rule: Rule
    /// A description of what happened instead.
    public let problem: String
    /// The session time of the violation.
    public let at: Nanoseconds

    /// The problem, its time and the rule in one line.
    public var description: String { "\(problem), at \(at.durationText) (\(rule.summary))" }
}
