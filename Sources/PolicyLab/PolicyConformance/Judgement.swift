import ExactNumbers
import Playback
public import Scenarios

/// What the rules say about a log.
public struct Judgement: Sendable {
    /// The answer.
    public let verdict: Conformance.Verdict
    /// The run of the policy that the answer is about, as the inputs of a session.
    ///
    /// For a log that conforms, it is the run that gives the log. Otherwise it gives the lines before the one that
    /// cannot be, and goes on with what the log says from outside. Its times differ from the logged ones within the
    /// tolerance; where the order of two times is decided by that, it also has inputs that no line states: a presentation
    /// is moved to the other side of a threshold, or `combineWithin` is changed for one arrival.
    public let run: Scenario
    /// The names in the log of the gifts of the run, in the order of their arrival.
    public let gifts: [String]
}

extension Judgement {
    /// Creates the answer with the run that led to it.
    ///
    /// - Parameters:
    ///   - settings: The settings at the start of the run.
    ///   - state: The state after the lines that the run explains.
    init(
        _ verdict: Conformance.Verdict, after state: ConformanceState, settings: [Setting], in index: LogIndex,
        name: String
    ) {
        self.verdict = verdict
        var events = Array(state.inputs)
        var gifts = state.arrivals.map { index.name(ofArrival: $0) }
        var cleared: Nanoseconds?
        for line in index.lines.indices where !state.isTaken(line) {
            let at = max(state.controller.now, index.lines[line].at)
            func add(_ input: Input) { events.append(Scenario.Event(at: at, input)) }
            switch index.lines[line].event {
            case .arrived(let gift):
                guard let arrival = index.gifts[line] else { continue }
                gifts.append(gift.gift)
                add(.arrival(arrival))
            case .settings(let changes): add(.set(changes))
            case .paused: add(.pause)
            case .resumed: add(.resume)
            case .ended(_, let end) where end.reason == Outcome.DropReason.cleared.rawValue:
                // A clear has a line for each gift that waited.
                if cleared.map({ at - $0 > 2 * index.tolerance }) ?? true { add(.clear) }
                cleared = at
            case .ended(_, let end) where end.outcome == .dismissed: add(.close)
            case .started, .ended: break
            }
        }
        self.gifts = gifts
        run = Scenario(name: name, settings: settings, events: events)
    }
}
