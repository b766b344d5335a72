public import Playback
public import Scenarios

/// A session in which something went wrong, as short as there is one.
public struct Counterexample: Sendable {
    /// What went wrong.
    public let violation: Violation
    /// The session as a scenario; it expects what happened, so that checking it shows that it does.
    public let scenario: Scenario
    /// The trace of the session, to the end.
    public let trace: [TraceEvent]

    /// Goes the way again that led to a violation, then on to the end of the session.
    init<Controller: PolicyController>(
        _ controller: Controller, moves: [Move?], _ plan: ExplorationPlan, _ vocabulary: Vocabulary
    ) {
        var session = Session(controller)
        var events: [Scenario.Event] = []
        for move in moves {
            guard let move else {
                session.end()
                continue
            }
            if let input = session.input(move, vocabulary) {
                events.append(Scenario.Event(at: session.book.now, input))
            }
            session.make(move, vocabulary)
        }
        violation =
            session.violation(vocabulary)
            ?? Violation(rule: .accounting, problem: "nothing", at: session.book.now)
        // What must be waited for is part of the session, even if nothing more would happen by itself.
        let end = violation.at
        var until: Nanoseconds?
        trace = Self.trace(controller, events, until: &until, notBefore: end)
        scenario = Scenario(
            name: violation.problem, settings: plan.settings.differences(from: Settings()), events: events,
            until: until, expectations: Self.expectations(trace))
    }

    /// What the controller makes of the events, until it comes to rest; where that is before `end`, the session is told
    /// to go on `until` then.
    private static func trace<Controller: PolicyController>(
        _ controller: Controller, _ events: [Scenario.Event], until: inout Nanoseconds?,
        notBefore end: Nanoseconds
    ) -> [TraceEvent] {
        var controller = controller
        var trace = controller.advance(to: 0)
        for event in events {
            trace += controller.advance(to: event.at)
            trace += controller.handle(event.input, at: event.at)
        }
        // A wrong controller may never come to rest.
        for _ in 0..<(events.count + 1) * 8 {
            guard let due = controller.nextDue, due > controller.now else { break }
            trace += controller.advance(to: due)
        }
        if controller.now < end {
            until = end
            trace += controller.advance(to: end)
        }
        return trace + controller.handle(.end, at: controller.now)
    }

    private static func expectations(_ trace: [TraceEvent]) -> [Expectation] {
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
            case .settings, .arrived, .paused, .resumed, .speed, .scrubbed: break
            }
        }
        return ends + [Expectation(.totals([:], order: order))]
    }
}
