import ExactNumbers
import Playback
import Scenarios
import SeededRandomness

/// Sessions at random; the name of each is its seed.
enum RandomSessions {
    /// The names of some sessions.
    static func names(_ range: ClosedRange<Int>) -> [String] { range.map(String.init) }

    @Sendable static func open(_ name: String) throws -> SessionSource {
        guard let seed = UInt64(name) else { throw CancellationError() }
        var random = SeededGenerator(seed: seed)
        var time: Nanoseconds = 0
        var events: [Scenario.Event] = []
        for _ in 0..<(8 + random.next(below: 20)) {
            time += Nanoseconds(random.next(below: 2_500)) * 1_000_000
            let (kind, value, seconds) = [("heart", 1, 1), ("rose", 30, 3), ("rocket", 2_000, 5)][random.next(below: 3)]
            let arrival = Arrival(
                kind: kind, sender: ["ann", "bob", "cy"][random.next(below: 3)], value: Int64(value),
                duration: Nanoseconds(seconds) * .second)
            events.append(Scenario.Event(at: time, .arrival(arrival)))
        }
        return SessionSource(Scenario(name: name, events: events), path: name)
    }
}
