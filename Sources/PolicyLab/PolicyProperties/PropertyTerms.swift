import ExactNumbers
import Playback
import PlayerSettings

// The terms of a comparison and their types.
extension PropertyParser {
    typealias Quantity = Condition.Quantity
    typealias Name = Condition.Name

    /// A term and the type that decides with what it can be compared.
    enum Term {
        case quantity(Quantity, Unit)
        case name(Name, Domain)
        /// A number without a unit: a count, a fraction, or seconds, as the other side decides.
        case plainNumber(String)
    }

    enum Unit {
        case number, fraction, duration

        /// The forms of its values, for messages.
        var forms: String {
            switch self {
            case .number: "a number"
            case .fraction: ExactNumbers.Quantity.fractionForms
            case .duration: ExactNumbers.Quantity.durationForms
            }
        }
    }

    enum Domain: Equatable {
        case kind
        case sender
        /// The words of a setting.
        case setting(SettingKey)

        var name: String {
            switch self {
            case .kind: "a kind of gift"
            case .sender: "a sender"
            case .setting(.mode): "a mode"
            case .setting(let key): "a value of \(key.name)"
            }
        }
    }

    private static let stageTerms: [String: Term] = [
        "waiting": .quantity(.waiting, .number), "parked": .quantity(.parked, .number),
        "held": .quantity(.held, .number), "progress": .quantity(.progress, .fraction),
        "waited": .quantity(.waitingTime, .duration),
    ]
    private static let giftTermNames = ["value", "count", "duration", "kind", "from"]

    /// All words of the language that begin a part of a property, for suggestions.
    private static var vocabulary: [String] {
        operatorWords + Outcome.Name.allCases.map(\.rawValue) + Condition.GiftEvent.allCases.map(\.rawValue)
            + ["paused", "empty", "busy"] + SettingKey.playback.map(\.name) + stageTerms.keys.sorted() + giftTermNames
            + Condition.Subject.allCases.filter { $0 != .itself }.flatMap { subject in
                giftTermNames.map { "\(subject.rawValue).\($0)" }
            }
    }

    /// Returns the term of a setting; `nil` if no setting has this name.
    private static func settingTerm(_ text: String) -> Term? {
        guard let key = SettingKey.playback.first(where: { $0.name == text }) else { return nil }
        return switch key.kind {
        case .choice: .name(.setting(key), .setting(key))
        case .fraction: .quantity(.setting(key), .fraction)
        case .count: .quantity(.setting(key), .number)
        case .duration: .quantity(.setting(key), .duration)
        case .size, .bool, .text: nil
        }
    }

    /// Returns the term of a token. To the right of a name, an unquoted word is a name too.
    func term(_ token: Token, beside left: Term? = nil) throws(PropertySyntaxError) -> Term {
        switch token.kind {
        case .number(let text): return try number(text, token)
        case .quoted(let text):
            guard case .name(_, let domain) = left else { return .name(.constant(text), .sender) }
            return .name(.constant(try name(text, domain, token)), domain)
        case .word(let text):
            if let term = Self.stageTerms[text] ?? Self.giftTerm(text) { return term }
            let setting = Self.settingTerm(text)
            if case .name(_, let domain) = left {
                if case .name(_, domain)? = setting, let setting { return setting }
                return .name(.constant(try name(text, domain, token)), domain)
            }
            if let setting { return setting }
            throw PropertySyntaxError(
                column: token.column, problem: Suggestion.unknown("word", text, among: Self.vocabulary))
        case .symbol, .end:
            throw PropertySyntaxError(
                column: token.column, problem: "expected an outcome or a comparison, found \(token.errorText)")
        }
    }

    private static func giftTerm(_ text: String) -> Term? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last else { return nil }
        guard let subject = Condition.Subject(rawValue: parts.count == 2 ? String(parts[0]) : ""),
            parts.count == 1 || subject != .itself
        else { return nil }
        return switch last {
        case "value": .quantity(.value(subject), .number)
        case "count": .quantity(.count(subject), .number)
        case "duration": .quantity(.duration(subject), .duration)
        case "kind": .name(.kind(subject), .kind)
        case "from": .name(.sender(subject), .sender)
        default: nil
        }
    }

    private func number(_ text: String, _ token: Token) throws(PropertySyntaxError) -> Term {
        if Int64(text) != nil || text.contains(".") && ExactDecimal(text) != nil {
            return .plainNumber(text)
        } else if text.last?.isLetter == true {
            if let duration = Nanoseconds(durationText: text) { return .quantity(.constant(duration), .duration) }
        } else if let fraction = try? ExactNumbers.Quantity.fraction(text) {
            return .quantity(.constant(fraction.count), .fraction)
        }
        throw PropertySyntaxError(
            column: token.column, problem: "expected a number such as 500, 0.3, 30% or 1.5s, found \"\(text)\"")
    }

    private func name(_ text: String, _ domain: Domain, _ token: Token) throws(PropertySyntaxError) -> String {
        let names: [String]
        switch domain {
        case .sender: return text
        case .kind:
            guard let kinds else { return text }
            names = kinds
        case .setting(let key):
            guard case .choice(let words) = key.kind else { return text }
            names = words
        }
        guard names.contains(text) else {
            let subject = if case .setting(let key) = domain { key == .mode ? "mode" : "value" } else { "kind" }
            throw PropertySyntaxError(
                column: token.column, problem: Suggestion.unknown(subject, text, among: names))
        }
        return text
    }

    // MARK: - Comparisons

    func compare(
        _ left: Term, _ leftToken: Token, _ comparison: Condition.Comparison, _ sign: Token, _ right: Term,
        _ rightToken: Token
    ) throws(PropertySyntaxError) -> Condition {
        switch (left, right) {
        case (.name(let one, let domain), .name(let two, let other)):
            guard domain == other else { throw mismatch(domain.name, leftToken, rightToken) }
            guard comparison == .equal || comparison == .unequal else {
                throw PropertySyntaxError(
                    column: sign.column, problem: "words are compared with = or !=, found \(sign.errorText)")
            }
            return .match(one, isEqual: comparison == .equal, two)
        case (.name(_, let domain), _): throw mismatch(domain.name, leftToken, rightToken)
        case (_, .name):
            throw mismatch((unit(left) ?? .number).forms, leftToken, rightToken)
        default:
            let unit = self.unit(left) ?? self.unit(right) ?? Self.unit(ofConstants: left, right)
            return .compare(
                try quantity(left, in: unit, leftToken, rightToken), comparison,
                try quantity(right, in: unit, rightToken, leftToken))
        }
    }

    private func unit(_ term: Term) -> Unit? {
        if case .quantity(_, let unit) = term { unit } else { nil }
    }

    /// Returns the millionths of a number without a unit; `nil` for other texts.
    private static func fraction(_ text: String) -> Int64? {
        guard !text.hasSuffix("%"), let fraction = try? ExactNumbers.Quantity.fraction(text) else {
            return nil
        }
        return fraction.count
    }

    /// Returns the unit of two numbers without one.
    private static func unit(ofConstants left: Term, _ right: Term) -> Unit {
        let isFraction = [left, right].contains {
            if case .plainNumber(let text) = $0 { text.contains(".") } else { false }
        }
        return isFraction ? .fraction : .number
    }

    /// Converts a term to a quantity in `unit`.
    private func quantity(_ term: Term, in unit: Unit, _ token: Token, _ other: Token) throws(PropertySyntaxError)
        -> Quantity
    {
        switch term {
        case .quantity(let quantity, let found):
            guard found == unit else { throw mismatch(unit.forms, other, token) }
            return quantity
        case .plainNumber(let text):
            let number =
                switch unit {
                case .number: Int64(text)
                case .fraction: Self.fraction(text)
                case .duration: Nanoseconds(durationText: text)
                }
            guard let number else { throw mismatch(unit.forms, other, token) }
            return .constant(number)
        case .name: throw mismatch(unit.forms, other, token)
        }
    }

    private func mismatch(_ expected: String, _ left: Token, _ right: Token) -> PropertySyntaxError {
        PropertySyntaxError(
            column: right.column, problem: "\(left.errorText) is compared with \(expected), found \(right.errorText)")
    }
}
