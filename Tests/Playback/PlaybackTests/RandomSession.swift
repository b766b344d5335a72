import ExactNumbers
import Playback
import SeededRandomness

/// A generator of settings, inputs and times that are likely to interact: few kinds and senders, short animations, and
/// times at, just before and just after the instants at which something is due.
struct RandomSession {
    private static let durations: [Nanoseconds] = [0, 1, 2, 3, 7, 10, 10, 10, 20, 1_000_000_007]
    private static let spans: [Nanoseconds] = [0, 1, 3, 5, 10, 30]
    private static let fractions: [Int64] = [300_000, 0, 1, 333_333, 500_000, 999_999, 1_000_000, 1_000_001]
    private static let kinds = ["heart", "rocket", "crown"]
    private static let senders = ["ann", "bob"]

    private var generator: SeededGenerator
    private(set) var inputsLeft: Int
    private var assets: [String: AssetState] = [:]
    let settings: Settings

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        inputsLeft = generator.isChosen(oneIn: 500) ? 200 : 1 + Int(generator.next() % 11)
        var settings = Settings()
        for key in SettingKey.policy where generator.isChosen(oneIn: key == .mode ? 2 : 3) {
            settings.apply(Self.setting(key, &generator))
        }
        self.settings = settings
        self.generator = generator
    }

    /// Returns the next input and its time, or `nil` at the end of the session.
    mutating func next(after controller: PlaybackController) -> (input: Input, at: Nanoseconds)? {
        guard inputsLeft > 0 else { return nil }
        inputsLeft -= 1
        return (input(controller), time(controller))
    }

    private mutating func time(_ controller: PlaybackController) -> Nanoseconds {
        guard let due = controller.nextDue, !generator.isChosen(oneIn: 3) else {
            return controller.now + generator.element(of: [0, 0, 1, 2, 5, 10, 100])
        }
        return max(controller.now, due + generator.element(of: [-1, 0, 0, 0, 1]))
    }

    private mutating func input(_ controller: PlaybackController) -> Input {
        switch generator.next() % 24 {
        case 0: return .close
        case 1: return generator.isChosen(oneIn: 3) ? .clear : .close
        case 2: return .pause
        case 3, 4: return controller.isPaused ? .resume : .pause
        case 5...8:
            var changes = [Self.setting(generator.element(of: SettingKey.policy), &generator)]
            if generator.isChosen(oneIn: 2) { changes.append(Self.setting(.mode, &generator)) }
            return .set(changes)
        case 9, 10:
            let kind = generator.element(of: Self.kinds)
            assets[kind] = generator.element(of: [.ready, .ready, .missing, .failed, .withdrawn])
            return .asset(kind: kind, assets[kind] ?? .ready)
        case 11: return .speed(Millionths(generator.element(of: [1_000_000, 500_000, 333_333, 2_000_000, 3_700_000])))
        case 12: return .scrub(to: generator.element(of: [0, 1, 3, 5, 9, 10]))
        default: return .arrival(arrival())
        }
    }

    private mutating func arrival() -> Arrival {
        let kind = generator.element(of: Self.kinds)
        let duration = generator.element(of: Self.durations)
        return Arrival(
            kind: kind, sender: generator.element(of: Self.senders), count: 1 + Int(generator.next() % 3),
            value: generator.element(of: [0, 1, 5, 5, 500]), duration: duration,
            eventID: generator.isChosen(oneIn: 4) ? "m-\(generator.next() % 5)" : nil, asset: assets[kind] ?? .ready,
            loop: loop(in: duration))
    }

    /// Returns a part of an animation in about every second one, with and without intro and outro.
    private mutating func loop(in duration: Nanoseconds) -> GiftLoop? {
        guard generator.isChosen(oneIn: 2) else { return nil }
        let start = generator.element(of: [0, 1, 3, duration / 2])
        return GiftLoop(start: start, end: generator.element(of: [start + 1, start + 2, duration - 1, duration]))
    }

    private static func setting(_ key: SettingKey, _ generator: inout SeededGenerator) -> Setting {
        var value: SettingValue {
            switch key.kind {
            case .choice(let words): .choice(generator.element(of: words))
            case .fraction: .fraction(Millionths(generator.element(of: fractions)))
            case .count: .count(generator.element(of: [0, 1, 2, 3]))
            case .duration: .duration(generator.element(of: spans))
            case .text: generator.element(of: [.none, .text("a"), .text("b")])
            case .size, .bool: .none
            }
        }
        return key.playbackSetting(key.isOptional && generator.isChosen(oneIn: 3) ? .none : value)
            ?? Settings().all[0]
    }
}

extension SeededGenerator {
    /// Returns a random element of `choices`.
    fileprivate mutating func element<Choice>(of choices: [Choice]) -> Choice { choices[next(below: choices.count)] }

    /// Returns `true` once in `odds` times on average.
    fileprivate mutating func isChosen(oneIn odds: UInt64) -> Bool { next() % odds == 0 }
}
