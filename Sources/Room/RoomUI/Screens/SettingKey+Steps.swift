import ExactNumbers
import Playback
import PlayerSettings

extension SettingKey {
    /// Returns the next or previous value, or `nil` if there is none or the values of the setting have no order.
    func value(nextTo value: SettingValue, forward: Bool) -> SettingValue? {
        switch (kind, value) {
        case (.choice(let words), .choice(let word)):
            guard let index = words.firstIndex(of: word) else { return words.first.map(SettingValue.choice) }
            return .choice(words[(index + (forward ? 1 : words.count - 1)) % words.count])
        case (.bool, .bool(let isOn)): return .bool(!isOn)
        case (.fraction, .fraction(let fraction)):
            let step = (forward ? 1 : -1) * CommandList.thresholdStep
            let (moved, isTooGreat) = fraction.count.addingReportingOverflow(step)
            return moved < 0 || isTooGreat ? nil : .fraction(Millionths(moved))
        case (.count, .count(let count)):
            if forward { return count < .max && isWithinLimits(Int64(count + 1)) ? .count(count + 1) : nil }
            if count > 0, isWithinLimits(Int64(count - 1)) { return .count(count - 1) }
            return isOptional ? SettingValue.none : nil
        case (.duration, .duration(let duration)):
            let durations = Self.durations.filter(isWithinLimits)
            return Self.next(to: duration, among: durations, forward: forward).map(SettingValue.duration)
                ?? (!forward && isOptional ? SettingValue.none : nil)
        case (.size, .size(let size)):
            return Self.next(to: size, among: Self.sizes, forward: forward).map(SettingValue.size)
        // For an optional setting, the value `none` precedes the smallest one.
        case (.count, .none): return forward ? .count(0) : nil
        case (.duration, .none): return forward ? .duration(0) : nil
        default: return nil
        }
    }

    /// Returns why no value follows or precedes another one.
    func refusal(ofMovingFrom value: SettingValue, forward: Bool) -> String {
        switch kind {
        case .text: "\(name) is a text: Enter types another one"
        default: "\(name) is already at its \(forward ? "highest" : "lowest") value, \(value)"
        }
    }

    private static let durations: [Nanoseconds] = [
        0, 100, 250, 500, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000, 300_000,
    ].map { $0 * 1_000_000 }

    private static let sizes = [0, 8, 16, 32, 64, 128, 256, 512, 1_024].map { $0 * 1_000_000 }

    private static func next<Value: Comparable>(to value: Value, among steps: [Value], forward: Bool) -> Value? {
        forward ? steps.first { $0 > value } : steps.last { $0 < value }
    }
}
