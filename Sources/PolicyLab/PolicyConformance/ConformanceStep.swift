import ExactNumbers
import Playback

/// What can happen next in a run.
enum ConformanceStep: Hashable, Sendable {
    /// Something falls due: an end, a threshold, a gap, a wait for an animation.
    case due
    /// The gift of this line arrives, with its animation in this state.
    case arrival(line: Int, AssetState)
    /// The settings of this line change, or its pause or its end of a pause happens.
    case control(line: Int)
    /// The viewer closes the gift that ends on this line.
    case close(line: Int)
    /// The stage is cleared, as this line says of one gift.
    case clear(line: Int)
    /// The session ends, as this line says of one gift.
    case end(line: Int)
    /// The animation of a kind is withdrawn, as this line says of one gift.
    case withdrawal(kind: String, line: Int)
    /// The animation of a kind becomes ready, which no line says.
    case ready(kind: String)
    /// The viewer closes the running gift, which no line says.
    case unloggedClose
}

/// Why a step is impossible: a decision of the policy that the log does not have.
struct ConformanceMismatch: Sendable {
    /// The index of the first decision in the log that is not explained.
    let line: Int
    /// What the policy decides.
    let expected: [TraceEvent]
    /// When.
    let time: TimeSpan
    /// The state before the step.
    let state: ConformanceState
    /// The step.
    let step: ConformanceStep
}
