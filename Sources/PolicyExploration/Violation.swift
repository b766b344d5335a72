public import Playback

/// Something that must always hold, and did not.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// What must hold.
    public enum Rule: Hashable, Sendable {
        /// Arrivals are accounted for: each gift has ended or is in exactly one place.
        case accounting
        /// At most one presentation runs, and no gift starts twice.
        case oneAtATime
        /// No presentation is replaced below the threshold.
        case threshold
        /// In queue mode gifts start in the order in force.
        case order
        /// The stage is never empty while a gift that could play waits, but for the gap.
        case liveness
        /// Time never goes back, and the clocks agree.
        case time
        /// Every gift ends for a reason that the rules give, when they give it.
        case reason
        /// What somebody said must never happen: the expression's text.
        case forbidden(String)

        /// The rule in words.
        public var words: String {
            switch self {
            case .accounting: "every gift is in exactly one place until it ends"
            case .oneAtATime: "at most one presentation runs, and no gift starts twice"
            case .threshold: "no presentation is replaced below replaceAt"
            case .order: "gifts start in the order in force"
            case .liveness: "the stage is never empty while a gift that could play waits"
            case .time: "time never goes back and nothing happens late"
            case .reason: "gifts end as the rules say, and for the reason they give"
            case .forbidden(let text): "never \(text)"
            }
        }
    }

    /// What must hold.
    public let rule: Rule
    /// What happened instead, in words.
    public let problem: String
    /// The session time at which it did.
    public let at: Nanoseconds

    /// Rule and problem in one line.
    public var description: String { "\(problem), at \(ExactDecimal(seconds: at))s (\(rule.words))" }
}
