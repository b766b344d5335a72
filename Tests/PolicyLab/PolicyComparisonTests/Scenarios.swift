import ExactNumbers
import Playback
import PolicyComparison
import Recordings
import Scenarios

extension SessionSource {
    /// A scenario with a rocket (4 s, value 500) at 0, three hearts (1.5 s, value 10 each) at 1 s, and another heart at
    /// 2 s.
    static let rocketAndHearts = read(
        """
        gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1.5s, value: 10}}
        events:
          - {at: 0, gift: rocket, from: ann}
          - {at: 1s, gift: heart, from: bob, count: 3}
          - {at: 2s, gift: heart, from: cy}
        """)

    static func read(_ text: String) -> SessionSource {
        do {
            return SessionSource(try Scenario(text, path: "scenario.yaml"), path: "scenario.yaml")
        } catch {
            fatalError("\(error)")
        }
    }

    func session(
        _ settings: Setting..., window: Range<Nanoseconds> = 0..<Nanoseconds.max,
        limit: Int = SessionTimeline.defaultLimit
    ) throws -> PolicySession {
        try PolicySession(self, under: Policy("tested", settings), window: window, limit: limit)
    }

    /// Returns the same scenario with more events and another end.
    func adding(_ more: [Scenario.Event] = [], until: Nanoseconds?) throws -> SessionSource {
        var stream = try events()
        var all: [Scenario.Event] = []
        while let event = try stream.next() { all.append(event) }
        return SessionSource(Scenario(settings: settings, events: all + more, until: until), path: path)
    }
}

/// A tenth of a second, in nanoseconds.
let tenthOfSecond: Nanoseconds = .second / 10
