public import Playback
public import PolicyEvaluation
import Scenarios

/// The settings that were found for a goal, judged on sessions that were held out.
public struct Tuning: Sendable {
    /// How candidates were chosen.
    public enum Method: String, Sendable {
        /// All candidates of the space were tried.
        case exact
        /// The space is larger than the number of tries: NSGA-II chose what was tried.
        case genetic
    }

    /// Settings that no others dominate.
    public struct Point: Sendable {
        /// The settings.
        public let policy: TunedPolicy
        /// The goal's figures of the sessions that settings were tuned on.
        public let tuned: [FigureAmount?]
        /// The goal's figures of the sessions that were held out.
        public let heldOut: [HeldOutFigure]
        /// What an exploration decides about the promises.
        public let certificate: TuningCertificate
    }

    /// What was searched for, and how.
    public let plan: TuningPlan
    /// How candidates were chosen.
    public let method: Method
    /// The number of candidates that were tried.
    public let tried: Int
    /// The number of candidates of the space.
    public let spaceCount: Int
    /// The number of sessions that settings were tuned on, and that were held out.
    public let sessions: (tuned: Int, heldOut: Int)
    /// The sessions that could not be played, sorted; they are in no figure.
    public let broken: [Evaluation.BrokenSession]
    /// Whether the settings keep all limits on the sessions that they were tuned on. If none do, the point is the one
    /// that breaks them least.
    public let isFeasible: Bool
    /// The number of candidates that no other one dominates.
    public let frontCount: Int
    /// The goal's figures of the sessions that were held out, with their own settings.
    public let own: [HeldOutFigure]
    /// The points, those of the best first objective first. If the front has more than the plan permits, some that
    /// differ most.
    public let points: [Point]
    /// The goal's criteria of all candidates that were tried, for pictures: those of the sessions that settings were
    /// tuned on.
    public let cloud: [[FigureAmount?]]

    /// The points whose promises all hold, and whose limits are not broken on the sessions that were held out.
    public var proven: [Int] {
        guard isFeasible else { return [] }
        return points.indices.filter { index in
            points[index].certificate.holds
                && plan.goal.constraints.allSatisfy { constraint in
                    points[index].heldOut.first { $0.figure == constraint.figure }.map {
                        constraint.isKept($0.amount)
                    } ?? false
                }
        }
    }
}

/// What is searched for, and how.
public struct TuningPlan: Sendable {
    /// The goal.
    public var goal: TuningGoal
    /// The settings that may be tried.
    public var space: SearchSpace
    /// The settings of all runs, also of those with the sessions' own settings.
    public var common: [Setting]
    /// The share of the sessions that are held out, from 0 to 1.
    public var heldOutShare = 0.3
    /// The seed of the split, of the resamples and of the search.
    public var seed: UInt64 = 1
    /// The most candidates that are tried. A space that has no more is tried whole.
    public var tries = 1_000
    /// The most points of the front that are judged and explored.
    public var maxPoints = 8
    /// How the points are explored.
    public var certificates: CertificatePlan

    /// Creates a plan.
    public init(goal: TuningGoal, space: SearchSpace, common: [Setting], certificates: CertificatePlan) {
        self.goal = goal
        self.space = space
        self.common = common
        self.certificates = certificates
    }

    /// Returns the policy of a candidate.
    func policy(_ candidate: Candidate) -> TunedPolicy {
        TunedPolicy(settings: common + space.settings(candidate), rules: space.rules(candidate))
    }
}
