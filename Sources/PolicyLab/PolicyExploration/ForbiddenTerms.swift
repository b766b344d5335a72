import ExactNumbers
import Playback
import PlayerSettings

// The terms of a comparison and their types.
extension ForbiddenParser {
    typealias Quantity = ForbiddenExpression.Quantity
    typealias Name = ForbiddenExpression.Name

    /// A term and the type that decides with what it can be compared.
    enum Term {
        case quantity(Quantity, Unit)
        case name(Name, Domain)
        /// A number without a unit: a count or, from 0 to 1, a fraction.
        case plainNumber(Int64)
    }

    enum Unit: String {
        case number = "a number"
        case fraction = "a fraction such as 0.3 or 30%"
        case duration = "a duration such as 1.5s"
    }

    enum Domain: String {
        case kind = "a kind of gift"
        case sender = "a sender"
        case mode = "a mode"
    }

    private static let stageTerms: [String: Term] = [
        "waiting": .quantity(.waiting, .number), "parked": .quantity(.parked, .number),
        "held": .quantity(.held, .number), "mode": .name(.mode, .mode), "progress": .quantity(.progress, .fraction),
        "waited": .quantity(.waitingTime, .duration),
    ]
    private static let giftTermNames = ["value", "count", "duration", "kind", "from"]

    /// All words of the language that stand for a term, for suggestions.
    private static var vocabulary: [String] {
        Outcome.Name.allCases.map(\.rawValue) + ["paused"] + stageTerms.keys.sorted() + giftTermNames
            + ForbiddenExpression.Subject.allCases.filter { $0 != .itself }.flatMap { subject in
                giftTermNames.map { "\(subject.rawValue).\($0)" }
            }
    }

    /// Returns the term of a token. To the right of a name, an unquoted word is a name too.
    func term(_ token: Token, beside left: Term? = nil) throws(SyntaxError) -> Term {
        switch token.kind {
        case .number(let text): return try number(text, token)
        case .quoted(let text):
            guard case .name(_, let domain) = left else { return .name(.constant(text), .sender) }
            return .name(.constant(try name(text, domain, token)), domain)
        case .word(let text):
            if let term = Self.stageTerms[text] ?? Self.giftTerm(text) { return term }
            if case .name(_, let domain) = left { return .name(.constant(try name(text, domain, token)), domain) }
            throw SyntaxError(
                column: token.column, problem: Suggestion.unknown("word", text, among: Self.vocabulary))
        case .symbol, .end:
            throw SyntaxError(
                column: token.column, problem: "expected an outcome or a comparison, found \(token.errorText)")
        }
    }

    private static func giftTerm(_ text: String) -> Term? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last else { return nil }
        guard let subject = ForbiddenExpression.Subject(rawValue: parts.count == 2 ? String(parts[0]) : ""),
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

    private func number(_ text: String, _ token: Token) throws(SyntaxError) -> Term {
        if let number = Int64(text) {
            return .plainNumber(number)
        } else if text.last?.isLetter == true {
            if let duration = Nanoseconds(durationText: text) { return .quantity(.constant(duration), .duration) }
        } else if case .fraction(let fraction)? = try? SettingKey.replaceAt.value(fromInput: text) {
            return .quantity(.constant(fraction.count), .fraction)
        }
        throw SyntaxError(
            column: token.column, problem: "expected a number such as 500, 0.3, 30% or 1.5s, found \"\(text)\"")
    }

    private func name(_ text: String, _ domain: Domain, _ token: Token) throws(SyntaxError) -> String {
        let names: [String]
        switch domain {
        case .sender: return text
        case .kind: names = kinds
        case .mode: names = Settings.Mode.allCases.map(\.rawValue)
        }
        guard names.contains(text) else {
            throw SyntaxError(
                column: token.column,
                problem: Suggestion.unknown(domain == .kind ? "kind" : "mode", text, among: names))
        }
        return text
    }

    // MARK: - Comparisons

    func compare(
        _ left: Term, _ leftToken: Token, _ comparison: ForbiddenExpression.Comparison, _ sign: Token, _ right: Term,
        _ rightToken: Token
    ) throws(SyntaxError) -> Condition {
        switch (left, right) {
        case (.name(let one, let domain), .name(let two, let other)):
            guard domain == other else { throw mismatch(domain.rawValue, leftToken, rightToken) }
            guard comparison == .equal || comparison == .unequal else {
                throw SyntaxError(
                    column: sign.column, problem: "words are compared with = or !=, found \(sign.errorText)")
            }
            return .match(one, isEqual: comparison == .equal, two)
        case (.name(_, let domain), _): throw mismatch(domain.rawValue, leftToken, rightToken)
        case (_, .name):
            throw mismatch(unit(left)?.rawValue ?? Unit.number.rawValue, leftToken, rightToken)
        default:
            let unit = self.unit(left) ?? self.unit(right) ?? .number
            return .compare(
                try quantity(left, in: unit, leftToken, rightToken), comparison,
                try quantity(right, in: unit, rightToken, leftToken))
        }
    }

    private func unit(_ term: Term) -> Unit? {
        if case .quantity(_, let unit) = term { unit } else { nil }
    }

    /// Converts a term to a quantity in `unit`.
    private func quantity(_ term: Term, in unit: Unit, _ token: Token, _ other: Token) throws(SyntaxError) -> Quantity {
        switch term {
        case .quantity(let quantity, let found):
            guard found == unit else { throw mismatch(unit.rawValue, other, token) }
            return quantity
        case .plainNumber(let number):
            switch unit {
            case .number: return .constant(number)
            case .fraction:
                let (scaled, overflow) = number.multipliedReportingOverflow(by: Millionths.one.count)
                guard !overflow else { throw mismatch(unit.rawValue, other, token) }
                return .constant(scaled)
            case .duration: throw mismatch(unit.rawValue, other, token)
            }
        case .name: throw mismatch(unit.rawValue, other, token)
        }
    }

    private func mismatch(_ expected: String, _ left: Token, _ right: Token) -> SyntaxError {
        SyntaxError(
            column: right.column, problem: "\(left.errorText) is compared with \(expected), found \(right.errorText)")
    }
}
