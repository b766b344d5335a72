import ArgumentParser
import Configuration
import Playback
import Stage

/// A length of time on the command line, such as `250ms`, `1.5s` or `2m`.
struct DurationArgument: ExpressibleByArgument {
    let time: Nanoseconds

    init(time: Nanoseconds) {
        self.time = time
    }

    init?(argument: String) {
        guard let time = Nanoseconds(durationText: argument) else { return nil }
        self.time = time
    }

    var defaultValueDescription: String { "\(ExactDecimal(seconds: time))s" }
}

/// A mean number of gifts a minute, from 0 to a million.
struct RateArgument: ExpressibleByArgument {
    let perMinute: Double

    init?(argument: String) {
        guard let rate = Double(argument), rate >= 0, rate <= 1_000_000 else { return nil }
        perMinute = rate
    }
}

/// A multiple of normal speed, from 0.01 to 100.
struct SpeedArgument: ExpressibleByArgument {
    let factor: Millionths

    init?(argument: String) {
        let key = SettingKey("speed", .fraction, standard: .fraction(.one), meaning: "")
        guard case .fraction(let factor)? = try? key.value(argument), factor >= Millionths(10_000),
            factor <= Millionths(100_000_000)
        else { return nil }
        self.factor = factor
    }
}

/// How lively the simulated room is.
enum ProfileArgument: String, ExpressibleByArgument, CaseIterable {
    case calm, party, storm
}

/// What is seen first.
enum SceneArgument: String, ExpressibleByArgument, CaseIterable {
    case room, lobby, gallery, settings

    var scene: RoomScene {
        switch self {
        case .room: .room
        case .lobby: .lobby
        case .gallery: .gallery
        case .settings: .settings
        }
    }
}
