import ExactNumbers
import Playback
import PolicyExploration

/// Looks for a session in which a condition holds that must not, in every order and timing of a few gifts.
///
/// - Parameters:
///   - condition: The condition, such as `dropped(early) & value >= 500`.
///   - settings: The settings of the policy.
///   - gifts: The most gifts of a session.
/// - Returns: The trace of the shortest such session, or an empty one if there is none.
/// - Throws: `ForbiddenExpression.SyntaxError` if the condition is not one.
func shortestSession(
    with condition: String, settings: Settings, gifts: Int
) async throws(ForbiddenExpression.SyntaxError) -> [TraceEvent] {
    var plan = ExplorationPlan(settings: settings, maxGifts: gifts, maxActions: 0)
    plan.kinds = [.init("heart", duration: 1 * .second, value: 1), .init("rocket", duration: 4 * .second, value: 500)]
    plan.forbiddenConditions = [try ForbiddenExpression(condition, kinds: plan.kinds.map(\.name))]
    guard case .violated(let example) = await plan.explore(jobs: 2).verdict else { return [] }
    return example.trace
}
