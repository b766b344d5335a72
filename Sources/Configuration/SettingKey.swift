import Playback

/// A setting that can be configured: its name, what values it takes and what it means.
///
/// The settings of the playback rules are in ``playback``, those of the player itself in ``player``; other parts of a
/// program add keys of their own.
public struct SettingKey: Hashable, Sendable {
    /// What values a setting takes.
    public enum Kind: Hashable, Sendable {
        /// One of these words.
        case choice([String])
        /// A decimal from 0 up with at most 6 digits after the point.
        case fraction
        /// A whole number from 0 up.
        case count
        /// A length of time, such as `250ms`, or a number of seconds.
        case duration
        /// An amount of memory, such as `64MB`, or a number of megabytes.
        case size
        /// `on` or `off`; also `true` and `false`, `yes` and `no`.
        case flag
        /// Any text.
        case text
    }

    /// The setting's name in files and on the command line, such as `replaceAt`.
    public let name: String
    /// What values it takes.
    public let kind: Kind
    /// Whether `none` is a value of it.
    public let isOptional: Bool
    /// Its value unless something else is configured.
    public let standard: SettingValue
    /// What it does, in one line.
    public let meaning: String

    /// A setting. `name` is in camel case.
    public init(_ name: String, _ kind: Kind, isOptional: Bool = false, standard: SettingValue, meaning: String) {
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
        self.standard = standard
        self.meaning = meaning
    }

    /// The environment variable that sets it, such as `GIFTTY_REPLACE_AT`.
    public var environmentName: String {
        name.reduce(into: "GIFTTY_") { result, character in
            if character.isUppercase { result.append("_") }
            result.append(character.uppercased())
        }
    }

    /// The values it takes, in words.
    public var expectation: String {
        let values =
            switch kind {
            case .choice(let words): words.joined(separator: " or ")
            case .fraction: "a number from 0 up with at most 6 digits after the point"
            case .count: "a whole number from 0 up"
            case .duration: "a duration such as 250ms, 1.5s or 2m"
            case .size: "a size such as 64MB or 512KB, or 0"
            case .flag: "on or off"
            case .text: "a text"
            }
        return isOptional ? values + ", or none" : values
    }

    /// Reads a value. The error says what was found and what was expected, but not where.
    public func value(_ text: String) throws(SettingSyntaxError) -> SettingValue {
        if isOptional, ["none", "null", "~", ""].contains(text) { return .none }
        do {
            switch kind {
            case .choice(let words):
                guard words.contains(text) else {
                    throw SettingSyntaxError("\(mismatch(text))\(Suggestion.phrase(for: text, among: words))")
                }
                return .choice(text)
            case .fraction: return .fraction(try ExactNumber.millionths(text))
            case .count: return .count(try ExactNumber.count(text))
            case .duration: return .duration(try ExactNumber.duration(text))
            case .size: return .size(try ExactNumber.size(text))
            case .flag: return try flag(text)
            case .text: return .text(text)
            }
        } catch let fault as ExactNumber.Fault {
            throw syntaxError(text, fault)
        } catch let error as SettingSyntaxError {
            throw error
        } catch {
            throw SettingSyntaxError(mismatch(text))
        }
    }

    private func flag(_ text: String) throws(SettingSyntaxError) -> SettingValue {
        switch text.lowercased() {
        case "on", "true", "yes": return .flag(true)
        case "off", "false", "no": return .flag(false)
        default: throw SettingSyntaxError(mismatch(text))
        }
    }

    private func syntaxError(_ text: String, _ fault: ExactNumber.Fault) -> SettingSyntaxError {
        switch fault {
        case .notANumber: SettingSyntaxError(mismatch(text))
        case .tooLarge: SettingSyntaxError("\(mismatch(text)), which is too large")
        case .tooPrecise:
            SettingSyntaxError(
                "\(mismatch(text))\(finestUnit.map { ", which is finer than \($0)" } ?? "")")
        }
    }

    /// What no value of the setting is finer than, where people wouldn't know.
    private var finestUnit: String? {
        switch kind {
        case .duration: "a nanosecond"
        case .size: "a byte"
        case .choice, .fraction, .count, .flag, .text: nil
        }
    }

    private func mismatch(_ text: String) -> String { "\(name): expected \(expectation), found \"\(text)\"" }
}

/// A value that a setting does not take: the setting, what was expected and what was found.
public struct SettingSyntaxError: Error, Hashable, Sendable {
    /// The message without a place.
    public let problem: String

    init(_ problem: String) {
        self.problem = problem
    }
}
