import ExactNumbers
public import Playback
import PlayerSettings

/// A setting and the values that a sweep gives it.
public struct SweepAxis: Hashable, Sendable {
    /// An error in the text of an axis.
    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was found and what was expected, in one line.
        public let description: String

        /// Creates an error with a description.
        public init(_ description: String) {
            self.description = description
        }
    }

    /// The setting.
    public let key: SettingKey
    /// The values, in ascending order.
    public let values: [SettingValue]

    /// The maximum number of values. A screen or a picture cannot show more.
    public static let maxValues = 10_000

    /// The settings that a sweep can change: fractions, counts and durations.
    public static let keys = SettingKey.playback.filter { [.fraction, .count, .duration].contains($0.kind) }

    /// Parses `FROM:TO:STEP`, each a value of the setting `key`. The last value is the largest one that does not exceed
    /// `TO`.
    ///
    /// - Throws: ``SyntaxError`` if `text` has another form, `STEP` is not above 0, `FROM` exceeds `TO`, or there are
    ///   more than ``maxValues`` values.
    public init(_ key: SettingKey, _ text: String) throws(SyntaxError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else {
            throw SyntaxError("\(key.name): expected FROM:TO:STEP, found \"\(text)\"")
        }
        var numbers: [Int64] = []
        for part in parts { numbers.append(try Self.number(part, key)) }
        let (from, to, step) = (numbers[0], numbers[1], numbers[2])
        guard step > 0 else { throw SyntaxError("\(key.name): expected a STEP above 0, found \(parts[2])") }
        guard from <= to else {
            throw SyntaxError("\(key.name): expected FROM at most TO, found \(parts[0]) and \(parts[1])")
        }
        let steps = (to - from) / step
        guard steps < Self.maxValues else {
            throw SyntaxError("\(key.name): expected at most \(Self.maxValues) values, found \(steps + 1)")
        }
        self.key = key
        values = (0...steps).map { Self.value(from + $0 * step, key) }
    }

    /// Parses `KEY=FROM:TO:STEP`.
    ///
    /// - Throws: ``SyntaxError`` if `text` has another form or names a setting that a sweep cannot change.
    public init(_ text: String) throws(SyntaxError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw SyntaxError("expected KEY=FROM:TO:STEP, such as replaceAt=0:1:0.05")
        }
        guard let key = Self.keys.first(where: { $0.name == parts[0] }) else {
            let names = Self.keys.map(\.name)
            throw SyntaxError(
                SettingKey.playback.contains { $0.name == parts[0] }
                    ? "setting \"\(parts[0])\" has no numbers, expected one of \(names.joined(separator: ", "))"
                    : Suggestion.unknown("setting", parts[0], among: names))
        }
        try self.init(key, parts[1])
    }

    /// Returns the setting with the value at `index`.
    public func setting(at index: Int) -> Setting? { key.playbackSetting(values[index]) }

    private static func number(_ text: String, _ key: SettingKey) throws(SyntaxError) -> Int64 {
        let value: SettingValue
        do {
            value = try key.value(from: text)
        } catch {
            throw SyntaxError(error.problem)
        }
        switch value {
        case .fraction(let fraction): return fraction.count
        case .duration(let time): return time
        case .count(let count): return Int64(count)
        case .choice, .size, .bool, .text, .none:
            throw SyntaxError("\(key.name): expected a number, found \"\(text)\"")
        }
    }

    private static func value(_ number: Int64, _ key: SettingKey) -> SettingValue {
        switch key.kind {
        case .fraction: .fraction(Millionths(number))
        case .duration: .duration(number)
        default: .count(Int(number))
        }
    }
}
