package import ExactNumbers
public import Playback
import TerminalText

extension SettingKey {
    /// The name of its environment variable, such as `GIFTTY_REPLACE_AT`.
    public var environmentName: String {
        name.reduce(into: "GIFTTY_") { result, character in
            if character.isUppercase { result.append("_") }
            result.append(character.uppercased())
        }
    }

    /// A description of the valid values.
    public var expectedValues: String {
        let values =
            switch kind {
            case .choice(let words): words.alternatives
            case .fraction: "\(Quantity.fractionForms), with at most 6 digits after the point"
            case .count:
                limits.map { "a whole number from \($0.lowerBound) to \($0.upperBound)" } ?? "a whole number from 0 up"
            case .duration:
                limits.map { "a duration from \(Self.text($0.lowerBound)) to \(Self.text($0.upperBound))" }
                    ?? Quantity.durationForms
            case .size: "a size such as 64MB or 512KB, or 0"
            case .bool: "on or off"
            case .text: "a text"
            }
        return isOptional ? values + ", or none" : values
    }

    /// Reads a value; a fraction can also be a percentage, such as `30%`.
    ///
    /// - Throws: `SettingSyntaxError` if the value is invalid; its text has the actual and the expected value, but no
    ///   position.
    public func value(from text: String) throws(SettingSyntaxError) -> SettingValue {
        if isOptional, ["none", "null", "~", ""].contains(text) { return .none }
        do {
            switch kind {
            case .choice(let words):
                guard words.contains(text) else {
                    throw SettingSyntaxError("\(mismatch(text))\(Suggestion.hint(for: text, among: words))")
                }
                return .choice(text)
            case .fraction: return .fraction(try Quantity.fraction(text))
            case .count:
                let count = try Quantity.count(text)
                guard isWithinLimits(Int64(count)) else { throw SettingSyntaxError(mismatch(text)) }
                return .count(count)
            case .duration:
                let duration = try Quantity.duration(text)
                guard isWithinLimits(duration) else { throw SettingSyntaxError(mismatch(text)) }
                return .duration(duration)
            case .size: return .size(try Quantity.size(text))
            case .bool: return try boolValue(text)
            case .text: return .text(text)
            }
        } catch let fault as NumberFault {
            throw syntaxError(text, fault)
        } catch let error as SettingSyntaxError {
            throw error
        } catch {
            throw SettingSyntaxError(mismatch(text))
        }
    }

    /// Reads a value that is a plain number, as ``value(from:)`` reads its text.
    ///
    /// - Throws: `SettingSyntaxError` if the value is invalid.
    package func value(from number: ExactDecimal) throws(SettingSyntaxError) -> SettingValue {
        // The way over the text takes ten times as long, and programs change fractions a thousand times a second.
        if case .fraction = kind, !number.isNegative, let millionths = try? number.product(places: 6) {
            return .fraction(Millionths(millionths))
        }
        return try value(from: number.description)
    }

    /// Returns whether a count, or a duration in nanoseconds, is within the limits.
    package func isWithinLimits(_ number: Int64) -> Bool { limits?.contains(number) ?? true }

    private static func text(_ duration: Nanoseconds) -> String { SettingValue.duration(duration).description }

    private func boolValue(_ text: String) throws(SettingSyntaxError) -> SettingValue {
        switch text.lowercased() {
        case "on", "true", "yes": return .bool(true)
        case "off", "false", "no": return .bool(false)
        default: throw SettingSyntaxError(mismatch(text))
        }
    }

    private func syntaxError(_ text: String, _ fault: NumberFault) -> SettingSyntaxError {
        switch fault {
        case .notANumber: SettingSyntaxError(mismatch(text))
        case .tooLarge: SettingSyntaxError("\(mismatch(text)), which is too large")
        case .tooPrecise:
            SettingSyntaxError(
                "\(mismatch(text))\(finestUnit.map { ", which is finer than \($0)" } ?? "")")
        }
    }

    /// The name of the finest unit of the setting's values, for types whose precision is not obvious.
    private var finestUnit: String? {
        switch kind {
        case .duration: "a nanosecond"
        case .size: "a byte"
        case .choice, .fraction, .count, .bool, .text: nil
        }
    }

    private func mismatch(_ text: String) -> String {
        "\(name): expected \(expectedValues), found \"\(text.truncated(to: YAMLValue.maxQuotationLength))\""
    }
}

/// An error for an invalid value, with the setting, the expected and the actual value.
public struct SettingSyntaxError: Error, Hashable, Sendable {
    /// The message without a position.
    public let problem: String

    init(_ problem: String) {
        self.problem = problem
    }
}
