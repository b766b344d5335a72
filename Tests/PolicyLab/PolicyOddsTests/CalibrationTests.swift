import ExactNumbers
import Foundation
import Playback
import PolicyOdds
import SeededRandomness
import Testing

/// A simulated feed: gifts of several kinds, each with its own rate, and moods that change the rates.
private struct SimulatedFeed {
    private var random: SeededGenerator
    private let hasMoods: Bool
    private var mood = 1.0
    private var moodEnd: Nanoseconds = 0
    private let kinds: [(arrival: Arrival, weight: Int)]
    private let interval: Double

    init(seed: UInt64, hasMoods: Bool) {
        random = SeededGenerator(seed: seed)
        self.hasMoods = hasMoods
        interval = 0.8 + Double(random.next(below: 100)) / 100 * 8
        var kinds: [(arrival: Arrival, weight: Int)] = []
        for (kind, value, seconds) in [("rose", 1, 2), ("heart", 5, 3), ("crown", 100, 5), ("castle", 900, 8)] {
            let arrival = Arrival(
                kind: kind, sender: "ann", value: Int64(value), duration: Nanoseconds(seconds) * .second)
            kinds.append((arrival, 1 + random.next(below: 10)))
        }
        self.kinds = kinds
    }

    private mutating func uniform() -> Double { Double(random.next(below: 1 << 40) + 1) / Double(1 << 40) }

    mutating func next(after time: Nanoseconds) -> (at: Nanoseconds, arrival: Arrival) {
        if hasMoods, time >= moodEnd {
            mood = [0.5, 1, 1, 2][random.next(below: 4)]
            moodEnd = time + Nanoseconds(60 + random.next(below: 120)) * .second
        }
        let at = time + Nanoseconds(exponential() * interval / mood * 1e9)
        var point = random.next(below: kinds.reduce(0) { $0 + $1.weight })
        let kind = kinds.first { kind in
            point -= kind.weight
            return point < 0
        }
        var arrival = kind?.arrival ?? kinds[0].arrival
        arrival.sender = ["ann", "bob", "cleo", "dan"][random.next(below: 4)]
        return (at, arrival)
    }

    /// An exponential variate, by von Neumann's comparison of uniform numbers.
    private mutating func exponential() -> Double {
        var whole = 0.0
        while true {
            let first = uniform()
            var last = first
            var count = 1
            while true {
                let next = uniform()
                if next > last { break }
                last = next
                count += 1
            }
            if count % 2 == 1 { return whole + first }
            whole += 1
        }
    }
}

@Suite("The odds are right")
struct CalibrationTests {
    /// How often something happened of the moments that stated a probability, in classes of ten per cent.
    private struct Calibration {
        var counts = [Int](repeating: 0, count: 10)
        var stated = [Double](repeating: 0, count: 10)
        var happened = [Int](repeating: 0, count: 10)

        mutating func add(_ share: Double, _ hasHappened: Bool) {
            let index = min(9, Int(share * 10))
            counts[index] += 1
            stated[index] += share
            if hasHappened { happened[index] += 1 }
        }
    }

    /// Runs simulated sessions of ten minutes, asks once at a random moment of each presentation, and compares with
    /// what becomes of it.
    private func calibrate(_ settings: Settings, seed: UInt64, sessions: Int, hasMoods: Bool) -> Calibration {
        var result = Calibration()
        for session in 0..<sessions {
            let sessionSeed = seed &+ UInt64(session)
            var feed = SimulatedFeed(seed: sessionSeed, hasMoods: hasMoods)
            var moments = SeededGenerator(seed: ~sessionSeed)
            var controller = PlaybackController(settings: settings)
            var rates = ArrivalRates()
            /// The share that was stated for a gift, or the moment to ask.
            var stated: [Int: Double] = [:]
            var question: (gift: Int, at: Nanoseconds)?
            func follow(_ decisions: [TraceEvent]) {
                for decision in decisions {
                    switch decision.kind {
                    case .started(let gift):
                        // At any moment of the presentation, if it lasts that long.
                        let wait = Nanoseconds(moments.next(below: 4_000)) * 1_000_000
                        question = decision.at < 60 * .second ? nil : (gift, decision.at + wait)
                    case .ended(let gift, let outcome):
                        if question?.gift == gift { question = nil }
                        if let share = stated.removeValue(forKey: gift) {
                            result.add(share, outcome.name == .completed)
                        }
                    default: break
                    }
                }
            }
            func advance(to time: Nanoseconds) {
                while let due = controller.nextDue, due <= time, due < question?.at ?? .max {
                    follow(controller.advance(to: due))
                }
                if let (gift, at) = question, at <= time {
                    follow(controller.advance(to: at))
                    question = nil
                    if let odds = OddsMoment(controller, rates).odds(seed: moments.next()), odds.gift == gift {
                        stated[gift] = Double(odds.finished) / Double(odds.futures)
                    }
                    advance(to: time)
                }
            }
            var time: Nanoseconds = 0
            while time < 600 * .second {
                let (at, arrival) = feed.next(after: time)
                advance(to: at)
                rates.record(arrival, at: at)
                follow(controller.handle(.arrival(arrival), at: at))
                time = at
            }
        }
        return result
    }

    @Test(
        "of the moments that state 60 to 70 per cent, 60 to 70 per cent finish, and so for each class",
        arguments: [(early: Settings.Early.drop, false), (.hold, true)])
    func calibration(early: Settings.Early, hasMoods: Bool) {
        let seed: UInt64 = 20_261_124
        var settings = Settings()
        settings.apply(.mode(.replace))
        settings.apply(.early(early))
        let result = calibrate(settings, seed: seed, sessions: 50, hasMoods: hasMoods)
        for (index, count) in result.counts.enumerated() where count >= 150 {
            let stated = result.stated[index] / Double(count)
            let happened = Double(result.happened[index]) / Double(count)
            // Four standard errors of the number of moments, and the error of rates that are learned from a minute or two.
            let tolerance = 4 * (happened * (1 - happened) / Double(count)).squareRoot() + 0.04
            let words =
                "seed \(seed), early \(early), moods \(hasMoods), from \(index * 10) %: "
                + "of \(count) moments, stated \(stated), happened \(happened)"
            #expect(abs(stated - happened) < tolerance, "\(words)")
            if Self.prints { print(words) }
        }
        #expect(result.counts.reduce(0, +) > 2_000 && result.counts.count { $0 >= 150 } >= 6)
    }

    private static let prints = ProcessInfo.processInfo.environment["GIFTTY_ODDS"] != nil
}
