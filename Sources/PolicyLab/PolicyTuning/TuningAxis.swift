public import Playback
import PlayerSettings
import PolicyComparison

/// A setting that is searched, and the values that it can have: `replaceAt=0:1:0.05 if mode=replace`.
public struct TuningAxis: Hashable, Sendable, CustomStringConvertible {
    /// The setting, and whether all gifts have it or some of their own: `replaceAt`, `replaceAt@1000+`.
    public struct Name: Hashable, Sendable, CustomStringConvertible {
        /// The setting.
        public let key: SettingKey
        /// The gifts that have it of their own; `nil` for all.
        public let scope: GiftScope?

        /// The text from which it is read.
        public var description: String { scope.map { "\(key.name)@\($0)" } ?? key.name }

        init(_ text: String) throws(TuningSyntaxError) {
            let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmed }
            let keys = parts.count == 2 ? SettingKey.gift : SettingKey.playback
            guard let key = keys.first(where: { $0.name == parts[0] }) else {
                let isKnown = SettingKey.playback.contains { $0.name == parts[0] }
                throw TuningSyntaxError(
                    isKnown
                        ? "gifts have no \(parts[0]) of their own, expected one of "
                            + keys.map(\.name).joined(separator: ", ")
                        : Suggestion.unknown("setting", parts[0], among: keys.map(\.name), maxListed: keys.count))
            }
            guard parts.count == 1 || !parts[1].isEmpty else {
                throw TuningSyntaxError("\(key.name)@: expected a price tier or a kind of gift")
            }
            self.key = key
            scope = parts.count == 2 ? GiftScope(parts[1]) : nil
        }

        init(_ key: SettingKey) { (self.key, scope) = (key, nil) }

        /// Reads a value; `room` is `nil`: that of all gifts.
        func value(_ text: String) throws(TuningSyntaxError) -> SettingValue? {
            if scope != nil, text == "room" { return nil }
            do {
                return try key.value(from: text)
            } catch {
                throw TuningSyntaxError(error.problem)
            }
        }
    }

    /// The values of another setting with which this one is searched.
    struct Condition: Hashable, Sendable {
        let name: Name
        let values: [SettingValue?]
        /// Whether the setting must have one of the values, or none of them.
        let isOneOf: Bool

        func holds(_ value: SettingValue?) -> Bool { values.contains(value) == isOneOf }
    }

    /// The most values of an axis.
    public static let maxValues = 1_000

    /// The setting.
    public let name: Name
    /// The values, in their order; `nil` if gifts have none of their own.
    public let values: [SettingValue?]
    let condition: Condition?
    /// The text from which the axis was read.
    public let description: String

    /// Reads `KEY=VALUE,…`, where `FROM:TO:STEP` stands for many values, and `if KEY=VALUE,…` or `if KEY!=VALUE,…` may
    /// follow.
    ///
    /// - Throws: ``TuningSyntaxError`` if `text` has another form, or names an unknown setting or value.
    public init(_ text: String) throws(TuningSyntaxError) {
        let parts = text.split(separator: " if ", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmed }
        let (name, texts) = try Self.assignment(parts[0], sign: "=")
        var values: [SettingValue?] = []
        var known: Set<SettingValue?> = []
        for text in texts {
            for value in try Self.values(text, of: name) where known.insert(value).inserted { values.append(value) }
        }
        guard values.count <= Self.maxValues else {
            throw TuningSyntaxError("\(name): expected at most \(Self.maxValues) values, found \(values.count)")
        }
        self.name = name
        self.values = values
        condition = parts.count == 2 ? try Self.condition(parts[1]) : nil
        description = parts.joined(separator: " if ")
    }

    private static func condition(_ text: String) throws(TuningSyntaxError) -> Condition {
        let isOneOf = !text.contains("!=")
        let (name, texts) = try assignment(text, sign: isOneOf ? "=" : "!=")
        var values: [SettingValue?] = []
        for text in texts { values.append(try name.value(text)) }
        return Condition(name: name, values: values, isOneOf: isOneOf)
    }

    private static func assignment(_ text: String, sign: String) throws(TuningSyntaxError) -> (Name, [String]) {
        let parts = text.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmed }
        guard parts.count == 2 else {
            throw TuningSyntaxError("expected KEY=VALUE,…, such as replaceAt=0:1:0.05, found \"\(text)\"")
        }
        let values = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
        return (try Name(parts[0]), values)
    }

    /// Reads a value, or the values of `FROM:TO:STEP`.
    private static func values(_ text: String, of name: Name) throws(TuningSyntaxError) -> [SettingValue?] {
        guard text.contains(":") else { return [try name.value(text)] }
        guard SweepAxis.keys.contains(name.key) else {
            throw TuningSyntaxError("\(name): expected words with commas between, found \"\(text)\"")
        }
        do {
            return try SweepAxis(name.key, text).values
        } catch {
            throw TuningSyntaxError(error.description)
        }
    }
}
