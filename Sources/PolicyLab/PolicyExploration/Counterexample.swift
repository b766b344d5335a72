import ExactNumbers
public import Playback
public import Scenarios

/// The shortest session in which something went wrong.
public struct Counterexample: Sendable {
    /// The violation.
    public let violation: Violation
    /// The session as a scenario. Its expectations are what happened, so that checking the scenario reproduces the
    /// violation.
    public let scenario: Scenario
    /// The complete trace of the session.
    public let trace: [TraceEvent]
    /// What goes on for ever after the events, if the violation is that something never happens.
    public let loop: EndlessLoop?

    /// Replays the moves that led to a violation, then runs the session to its end.
    init<Controller: PolicyController>(
        _ controller: Controller, moves: [Move?], _ plan: ExplorationPlan, _ vocabulary: ExplorationContext
    ) {
        var session = ExploredSession(controller, vocabulary)
        var events: [Scenario.Event] = []
        var endless: (violation: Violation, loop: EndlessLoop)?
        for move in moves {
            guard let move else {
                endless = session.endlessViolation(vocabulary)
                if endless == nil { session.end() }
                continue
            }
            if let input = session.input(move, vocabulary) {
                events.append(Scenario.Event(at: session.checker.now, input))
            }
            session.perform(move, vocabulary)
        }
        loop = endless?.loop
        violation =
            endless?.violation ?? session.violation(vocabulary)
            ?? Violation(rule: .accounting, problem: "nothing", at: session.checker.now)
        // A wait before the violation is part of the session, even if nothing else is due.
        let end = violation.at
        var until: Nanoseconds?
        trace = Self.trace(controller, events, until: &until, notBefore: end)
        scenario = Scenario(
            name: violation.problem, settings: plan.settings.differences(from: Settings()), events: events,
            until: until, expectations: Self.expectations(trace))
    }

    /// Returns the trace of the events, up to the moment when nothing more is due.
    ///
    /// If that moment is before `end`, the trace continues to `end`, and `until` is set so that the scenario does too. It
    /// is also set if there is no such moment.
    static func trace<Controller: PolicyController>(
        _ controller: Controller, _ events: [Scenario.Event], until: inout Nanoseconds?,
        notBefore end: Nanoseconds
    ) -> [TraceEvent] {
        var controller = controller
        var trace = controller.advance(to: 0)
        for event in events {
            trace += controller.advance(to: event.at)
            trace += controller.handle(event.input, at: event.at)
        }
        // The limit is needed because a faulty controller, or a loop, may never run out of due instants.
        for _ in 0..<(events.count + 1) * 8 {
            guard let due = controller.nextDue, due > controller.now else { break }
            trace += controller.advance(to: due)
        }
        // A loop that nothing ends has rounds for ever.
        if controller.now < end || controller.nextDue != nil {
            let last = max(end, controller.now)
            until = last
            trace += controller.advance(to: last)
        }
        return trace + controller.handle(.end, at: controller.now)
    }

    static func expectations(_ trace: [TraceEvent]) -> [Expectation] {
        var order: [Int] = []
        var ends: [Expectation] = []
        for event in trace {
            switch event.kind {
            case .started(let gift): order.append(gift)
            case .ended(let gift, let outcome):
                var end = Expectation.GiftEnd()
                end.outcome = outcome.name
                end.reason = outcome.reason
                end.progress = outcome.progress
                end.at = event.at
                if case .replaced(let by, _) = outcome { end.by = by }
                if case .merged(let into) = outcome { end.into = into }
                ends.append(Expectation(.gift(number: gift, end)))
            case .settings, .arrived, .paused, .resumed, .speed, .scrubbed, .looped: break
            }
        }
        return ends + [Expectation(.totals([:], order: order))]
    }
}
