public import ExactNumbers
public import Playback
import PlayerSettings
public import Scenarios

extension SessionSource {
    /// Returns the same session with `settings` set at session time `time`, before any other event of that time.
    public func branched(at time: Nanoseconds, setting settings: [Setting]) -> SessionSource {
        let branch = Scenario.Event(at: max(0, time), .set(settings))
        return SessionSource(
            path: path, name: name, settings: self.settings, until: until, expectations: expectations
        ) { () throws(ConfigurationError) in
            var events = try events()
            var held: Scenario.Event?
            var isSet = false
            return EventStream { () throws(ConfigurationError) in
                if let next = held {
                    held = nil
                    return next
                }
                let next = try events.next()
                guard !isSet, next.map({ $0.at >= branch.at }) ?? true else { return next }
                isSet = true
                held = next
                return branch
            }
        }
    }
}
