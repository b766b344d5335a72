import ArgumentParser
import ExactNumbers
import Playback
import PlayerSettings
import RoomUI

/// A duration such as `250ms`, `1.5s` or `2m`.
struct DurationArgument: CheckedArgument {
    static let expectedValues = Quantity.durationForms

    let time: Nanoseconds

    init(time: Nanoseconds) {
        self.time = time
    }

    init?(argument: String) {
        guard let time = Nanoseconds(durationText: argument) else { return nil }
        self.time = time
    }
}

/// A share of a whole, from 0 to 1: `0.3` or `30%`.
struct ShareArgument: CheckedArgument {
    static let expectedValues = "\(Quantity.fractionForms), up to 1"

    let share: Millionths

    init?(argument: String) {
        guard let share = try? Quantity.fraction(argument), share <= .one else { return nil }
        self.share = share
    }
}

/// A mean number of gifts per minute, from 0 to 1,000,000.
struct RateArgument: CheckedArgument {
    static let expectedValues = "0 to 1000000 gifts a minute"

    let perMinute: Double

    init?(argument: String) {
        guard let rate = Double(argument), rate >= 0, rate <= 1_000_000 else { return nil }
        perMinute = rate
    }
}

/// A multiple of normal speed, from 0.01 to 100.
struct SpeedArgument: CheckedArgument {
    static let expectedValues = "a multiple of normal speed from 0.01 to 100"

    let factor: Millionths

    init?(argument: String) {
        let key = SettingKey("speed", .fraction, defaultValue: .fraction(.one), summary: "")
        guard case .fraction(let factor)? = try? key.value(from: argument), factor >= Millionths(10_000),
            factor <= Millionths(100_000_000)
        else { return nil }
        self.factor = factor
    }
}

/// The profile of the simulated room.
enum ProfileArgument: String, ExpressibleByArgument, CaseIterable {
    case calm, party, storm
}

/// The first screen.
struct SceneArgument: ExpressibleByArgument {
    let screen: ScreenID

    init(screen: ScreenID) { self.screen = screen }

    init?(argument: String) {
        guard let screen = ScreenID.allCases.first(where: { $0.rawValue == argument }) else { return nil }
        self.screen = screen
    }

    static var allValueStrings: [String] { ScreenID.allCases.map(\.rawValue) }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    var defaultValueDescription: String { screen.rawValue }
}
