import ExactNumbers
import Playback
public import Scenarios

extension Conformance {
    /// Returns what a log says from outside (gifts, settings, pauses, closes) as a session under the policy.
    ///
    /// It is one run of the policy, at the logged times. A log that conforms may come from another one within the
    /// tolerance.
    ///
    /// - Throws: ``ConformanceFault`` for a gift of an unknown kind.
    public func inputs(of log: AppLog) throws(ConformanceFault) -> Scenario {
        let index = try LogIndex(log, kinds: kinds, tolerance: tolerance)
        var settings: [Setting] = []
        var events: [Scenario.Event] = []
        var cleared: Nanoseconds?
        for (position, line) in index.lines.enumerated() {
            func add(_ input: Input) { events.append(Scenario.Event(at: max(0, line.at), input)) }
            switch line.event {
            case .arrived: if let arrival = index.gifts[position] { add(.arrival(arrival)) }
            case .settings(let changes):
                if position == index.statement { settings = changes } else { add(.set(changes)) }
            case .paused: add(.pause)
            case .resumed: add(.resume)
            case .ended(_, let end) where end.reason == Outcome.DropReason.cleared.rawValue:
                // A clear has a line for each gift that waited.
                if cleared.map({ line.at - $0 > 2 * tolerance }) ?? true { add(.clear) }
                cleared = line.at
            case .ended(_, let end) where end.outcome == .dismissed: add(.close)
            case .started, .ended: break
            }
        }
        return Scenario(name: log.path, settings: settings + overrides, events: events)
    }
}
