import PlayerSettings
public import PolicyEvaluation
public import Scenarios

/// An error in the text of a goal or of a search space.
public struct TuningSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found and what was expected, in one line.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A figure of many sessions by which settings are judged: `valueSeen`, `p95(waiting)`, `p50(waiting, 1000+)`.
public struct TuningFigure: Hashable, Sendable, CustomStringConvertible {
    /// What the figure is.
    public enum Measure: Hashable, Sendable {
        /// The mean of a figure of the sessions that have it.
        case mean(EvaluatedFigure)
        /// A percentile of the waiting times of all gifts that were shown, or of those of one price tier.
        case waiting(percent: Int, PriceTier?)
    }

    /// What the figure is.
    public let measure: Measure

    /// Creates a figure.
    public init(_ measure: Measure) { self.measure = measure }

    /// The names of the figures of a session.
    public static let names = EvaluatedFigure.allCases.map(\.rawValue)

    /// Reads a figure.
    ///
    /// - Throws: ``TuningSyntaxError`` if there is no such figure.
    public init(_ text: String) throws(TuningSyntaxError) {
        let text = text.trimmed
        if let figure = EvaluatedFigure(rawValue: text) {
            measure = .mean(figure)
        } else if let open = text.firstIndex(of: "("), text.hasSuffix(")") {
            let inner = text[text.index(after: open)...].dropLast().split(separator: ",", maxSplits: 1)
            measure = try Self.percentile(String(text[..<open]), inner.map { String($0).trimmed }, of: text)
        } else {
            let names = Self.names + ["p95(waiting)"]
            throw TuningSyntaxError(Suggestion.unknown("figure", text, among: names, maxListed: names.count))
        }
    }

    private static func percentile(
        _ name: String, _ parts: [String], of text: String
    ) throws(TuningSyntaxError) -> Measure {
        guard name.hasPrefix("p"), let percent = Int(name.dropFirst()), 0...100 ~= percent, name.count <= 4 else {
            throw TuningSyntaxError("expected a percentile from p0 to p100, such as p95(waiting), found \"\(text)\"")
        }
        guard parts.first == "waiting" else {
            throw TuningSyntaxError("expected p\(percent)(waiting), found \"\(text)\"")
        }
        guard parts.count == 2 else { return .waiting(percent: percent, nil) }
        guard let tier = PriceTier.allCases.first(where: { $0.label == parts[1] }) else {
            throw TuningSyntaxError(
                Suggestion.unknown("price tier", parts[1], among: PriceTier.allCases.map(\.label)))
        }
        return .waiting(percent: percent, tier)
    }

    /// The text from which the figure is read.
    public var description: String {
        switch measure {
        case .mean(let figure): figure.rawValue
        case .waiting(let percent, nil): "p\(percent)(waiting)"
        case .waiting(let percent, let tier?): "p\(percent)(waiting, \(tier.label))"
        }
    }

    /// The unit of the amounts.
    public var unit: EvaluatedFigure.Unit {
        switch measure {
        case .mean(let figure): figure.unit
        case .waiting: .time
        }
    }
}

/// The sum of a figure over sessions, whose parts can be added in any order.
enum FigureSum: Sendable {
    case mean(EvaluatedFigure, sum: Int128, sessions: Int128)
    case waiting(percent: Int, PriceTier?, Percentiles)

    /// Creates the sum over no session.
    init(_ figure: TuningFigure) {
        switch figure.measure {
        case .mean(let figure): self = .mean(figure, sum: 0, sessions: 0)
        case .waiting(let percent, let tier): self = .waiting(percent: percent, tier, Percentiles())
        }
    }

    /// Adds a session.
    mutating func add(_ session: SessionFigures) {
        switch self {
        case .mean(let figure, let sum, let sessions):
            guard let amount = figure.amount(of: session) else { return }
            self = .mean(figure, sum: sum + amount, sessions: sessions + 1)
        case .waiting(let percent, let tier, var times):
            // Taken out first, so that the times are not copied.
            self = .waiting(percent: percent, tier, Percentiles())
            if let more = Self.waits(session, tier) { times.merge(more) }
            self = .waiting(percent: percent, tier, times)
        }
    }

    /// The figure; `nil` if no session has it.
    var amount: FigureAmount? {
        switch self {
        case .mean(_, let sum, let sessions): FigureAmount(sum, over: sessions)
        case .waiting(let percent, _, let times): times[percent].map { FigureAmount($0) }
        }
    }

    /// Returns the waiting times of a session; `nil` if no gift of the tier was shown.
    static func waits(_ session: SessionFigures, _ tier: PriceTier?) -> Percentiles? {
        guard let tier else { return session.waitingTimes }
        return session.viewing.waitingByTier[tier]
    }
}

extension StringProtocol {
    /// The text without spaces at its ends.
    var trimmed: String {
        let kept = drop { $0 == " " || $0 == "\t" }
        guard let last = kept.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(kept[...last])
    }
}
