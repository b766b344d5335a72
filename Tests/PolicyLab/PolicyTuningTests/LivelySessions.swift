import ExactNumbers
import Foundation
import Playback
import Scenarios
import SeededRandomness

/// Sessions like those of calm, lively and crowded rooms: cheap gifts often, dear ones seldom, streaks of one sender, and
/// rushes in which gifts arrive several times as fast.
enum LivelySessions {
    private static let kinds: [(kind: String, value: Int64, seconds: Double, share: Int)] = [
        ("heart", 1, 1.5, 40), ("rose", 5, 2.5, 22), ("coffee", 30, 3, 14), ("balloon", 99, 3.5, 9),
        ("rocket", 500, 4, 7), ("crown", 1_500, 6, 5), ("castle", 5_000, 8, 3),
    ]

    /// Opens the session with a seed, of three minutes.
    @Sendable static func open(_ seed: Int) throws -> SessionSource {
        var random = SeededGenerator(seed: UInt64(seed))
        let perMinute = [10.0, 35, 120][seed % 3]
        var events: [Scenario.Event] = []
        var time = 0.0
        while time < 180 {
            let isRush = Int(time / 20) % 4 == seed % 4
            time += -log(1 - Double(random.next(below: 1_000_000)) / 1e6) * 60 / (isRush ? 3 * perMinute : perMinute)
            var draw = random.next(below: 100)
            let found = kinds.first { entry in
                draw -= entry.share
                return draw < 0
            }
            guard let (kind, value, seconds, _) = found else { continue }
            let sender = "v\(random.next(below: 12))"
            // Some gifts are the first one of a streak.
            for place in 0..<(random.next(below: 6) == 0 ? 2 + random.next(below: 6) : 1) {
                let arrival = Arrival(
                    kind: kind, sender: sender, value: value, duration: Nanoseconds(seconds * 1e9))
                events.append(
                    Scenario.Event(at: Nanoseconds((time + Double(place) * 0.7) * 1_000) * 1_000_000, .arrival(arrival))
                )
            }
        }
        events.sort { $0.at < $1.at }
        return SessionSource(Scenario(name: String(seed), events: events), path: String(seed))
    }
}
