package import ExactNumbers
package import Playback
package import Recordings

// A comparison is a part of the view: the viewer opens, changes and closes it, and no decision depends on it.
extension RoomSession {
    /// Begins a comparison.
    ///
    /// - Parameters:
    ///   - policies: The policies; if there are none, the room's policy and the same in the other mode. A single one is
    ///     compared with the room's policy.
    ///   - time: The session time.
    package mutating func beginComparison(of policies: [Policy], at time: Nanoseconds) {
        let room = Policy("", [])
        let other = settings.playback.mode == .queue ? Settings.Mode.replace : .queue
        switch policies.count {
        case 0: compare([room, Policy(other.rawValue, [.mode(other)])], at: time)
        case 1: compare([room] + policies, at: time)
        default: compare(policies, at: time)
        }
    }

    /// Ends the comparison.
    package mutating func endComparison() { comparison = nil }

    /// Begins the same comparison again at another time.
    package mutating func restart(_ other: LiveComparison, at time: Nanoseconds) { compare(other.policies, at: time) }

    private mutating func compare(_ policies: [Policy], at time: Nanoseconds) {
        comparison = LiveComparison(policies, continuing: controller, settings, at: max(time, controller.now))
        let kinds = kinds
        comparison?.updateStages(kinds)
        hasChanged = true
    }

    /// Changes settings of a compared policy.
    package mutating func changeComparison(_ changes: [Setting], ofSide side: Int, at time: Nanoseconds) {
        let (settings, kinds, time) = (settings, kinds, max(time, controller.now))
        comparison?.change(changes, ofSide: side, settings, at: time)
        comparison?.updateStages(kinds)
        hasChanged = true
    }

    /// Advances the comparison, if there is one.
    mutating func advanceComparison(to time: Nanoseconds) {
        guard comparison?.advance(to: time) == true else { return }
        let kinds = kinds
        comparison?.updateStages(kinds)
        hasChanged = true
    }

    /// Applies an input to the comparison, if there is one.
    mutating func handleInComparison(_ input: SessionInput, at time: Nanoseconds) {
        guard comparison != nil else { return }
        let (settings, kinds) = (settings, kinds)
        comparison?.handle(input, settings, at: time)
        comparison?.updateStages(kinds)
    }
}
