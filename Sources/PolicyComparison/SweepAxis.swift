public import Configuration
public import Playback

/// The values that a setting takes one after the other.
public struct SweepAxis: Hashable, Sendable {
    /// Why a text is no axis.
    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was found and what was expected, in one line.
        public let description: String

        /// An error with these words.
        public init(_ description: String) {
            self.description = description
        }
    }

    /// The setting.
    public let key: SettingKey
    /// Its values, rising.
    public let values: [SettingValue]

    /// The most values. A screen or a picture shows no more.
    public static let limit = 10_000

    /// The settings that can be swept: numbers and lengths of time.
    public static let keys = SettingKey.playback.filter { [.fraction, .count, .duration].contains($0.kind) }

    /// Reads `FROM:TO:STEP`, each a value of the setting; the last value is the largest one not above `TO`.
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
        guard steps < Self.limit else {
            throw SyntaxError("\(key.name): expected at most \(Self.limit) values, found \(steps + 1)")
        }
        self.key = key
        values = (0...steps).map { Self.value(from + $0 * step, key) }
    }

    /// Reads `KEY=FROM:TO:STEP`.
    public init(_ text: String) throws(SyntaxError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw SyntaxError("expected KEY=FROM:TO:STEP, such as replaceAt=0:1:0.05")
        }
        guard let key = Self.keys.first(where: { $0.name == parts[0] }) else {
            let names = Self.keys.map(\.name)
            let hint = Suggestion.phrase(for: parts[0], among: names)
            let problem =
                SettingKey.playback.contains { $0.name == parts[0] }
                ? "setting \"\(parts[0])\" has no numbers" : "unknown setting \"\(parts[0])\""
            throw SyntaxError(
                problem + (hint.isEmpty ? ", expected one of \(names.joined(separator: ", "))" : hint))
        }
        try self.init(key, parts[1])
    }

    /// The settings that a point of the axis stands for.
    public func setting(at index: Int) -> Setting? { key.playbackSetting(values[index]) }

    /// The value at a point, to be drawn: seconds for a duration.
    public func coordinate(at index: Int) -> Double {
        switch values[index] {
        case .fraction(let fraction): Double(fraction.count) / 1e6
        case .duration(let time): Double(time) / 1e9
        case .count(let count): Double(count)
        case .choice, .size, .flag, .text, .none: 0
        }
    }

    private static func number(_ text: String, _ key: SettingKey) throws(SyntaxError) -> Int64 {
        let value: SettingValue
        do {
            value = try key.value(text)
        } catch {
            throw SyntaxError(error.problem)
        }
        switch value {
        case .fraction(let fraction): return fraction.count
        case .duration(let time): return time
        case .count(let count): return Int64(count)
        case .choice, .size, .flag, .text, .none:
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
