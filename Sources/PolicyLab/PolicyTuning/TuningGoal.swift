import ExactNumbers
import Playback
import PlayerSettings
import PolicyEvaluation

/// A figure that should be as great, or as small, as possible.
public struct TuningObjective: Hashable, Sendable {
    /// The figure.
    public let figure: TuningFigure
    /// Whether greater is better.
    public let isMaximised: Bool

    /// Creates an objective.
    public init(_ figure: TuningFigure, isMaximised: Bool) {
        self.figure = figure
        self.isMaximised = isMaximised
    }

    /// The objective in words, such as `maximise valueSeen`.
    public var words: String { "\(isMaximised ? "maximise" : "minimise") \(figure)" }

    /// Returns whether the left amount is better; no amount is worse than any.
    func isBetter(_ left: FigureAmount?, than right: FigureAmount?) -> Bool {
        guard let left else { return false }
        guard let right else { return true }
        return isMaximised ? left > right : left < right
    }
}

/// A limit that a figure must keep: `p95(waiting) < 20s`.
public struct TuningConstraint: Hashable, Sendable, CustomStringConvertible {
    /// How the figure is compared with the limit.
    public enum Comparison: String, CaseIterable, Sendable {
        case atMost = "<=", atLeast = ">=", below = "<", above = ">"
    }

    /// The figure.
    public let figure: TuningFigure
    /// How it is compared.
    public let comparison: Comparison
    /// The limit.
    public let limit: FigureAmount
    /// The text, with one space around the sign.
    public let description: String

    /// Reads a constraint.
    ///
    /// - Throws: ``TuningSyntaxError`` if `text` is none, or if every figure keeps it, or none.
    public init(_ text: String) throws(TuningSyntaxError) {
        guard let start = text.firstIndex(where: { "<>=".contains($0) }) else {
            throw TuningSyntaxError("expected a limit such as p95(waiting) < 20s, found \"\(text)\"")
        }
        guard let sign = Comparison.allCases.first(where: { text[start...].hasPrefix($0.rawValue) }) else {
            throw TuningSyntaxError("expected <, <=, > or >=, found \"\(text[start...])\"")
        }
        figure = try TuningFigure(String(text[..<start]))
        comparison = sign
        let number = text[start...].dropFirst(sign.rawValue.count).trimmed
        limit = try Self.limit(number, of: figure)
        description = "\(figure) \(sign.rawValue) \(number)"
        try checkIsNotConstant()
    }

    /// Refuses a limit that every figure keeps, or none: it would say nothing of the settings.
    private func checkIsNotConstant() throws(TuningSyntaxError) {
        let least = FigureAmount(0)
        let greatest: FigureAmount? = figure.unit == .share ? FigureAmount(1_000_000) : nil
        let isKeptByLeast = isKept(least)
        let isKeptByGreatest = greatest.map { isKept($0) } ?? prefersMore
        guard isKeptByLeast == isKeptByGreatest else { return }
        let range = greatest == nil ? "never below 0" : "from 0 to 1"
        throw TuningSyntaxError("\(self): it is \(isKeptByLeast ? "always" : "never") kept, as \(figure) is \(range)")
    }

    /// Returns whether an amount can keep this limit and another one of the same figure.
    func isCompatible(with other: TuningConstraint) -> Bool {
        guard other.figure == figure, prefersMore != other.prefersMore else { return true }
        let (low, high) = prefersMore ? (self, other) : (other, self)
        guard low.limit == high.limit else { return low.limit < high.limit }
        return low.comparison == .atLeast && high.comparison == .atMost
    }

    private static func limit(_ text: String, of figure: TuningFigure) throws(TuningSyntaxError) -> FigureAmount {
        switch figure.unit {
        case .time:
            if let time = Nanoseconds(durationText: text) { return FigureAmount(time) }
            throw TuningSyntaxError("\(figure): expected \(Quantity.durationForms), found \"\(text)\"")
        case .share:
            if let share = try? Quantity.fraction(text) { return FigureAmount(share.count) }
            throw TuningSyntaxError("\(figure): expected \(Quantity.fractionForms), found \"\(text)\"")
        case .gifts, .value:
            if let number = ExactDecimal(text), let millionths = try? number.product(places: 6),
                let amount = FigureAmount(Int128(millionths), over: figure.unit == .value ? 1 : 1_000_000)
            {
                return amount
            }
            throw TuningSyntaxError("\(figure): expected a number such as 12 or 0.5, found \"\(text)\"")
        }
    }

    /// Whether greater is better.
    public var prefersMore: Bool { comparison == .above || comparison == .atLeast }

    /// Returns whether an amount keeps the limit; no amount does not.
    public func isKept(_ amount: FigureAmount?) -> Bool {
        guard let amount else { return false }
        return switch comparison {
        case .below: amount < limit
        case .atMost: amount <= limit
        case .above: amount > limit
        case .atLeast: amount >= limit
        }
    }

    /// Returns by how much an amount breaks the limit, as a share of it; 0 if it keeps it.
    func excess(_ amount: FigureAmount?) -> Double {
        guard !isKept(amount) else { return 0 }
        guard let amount else { return .infinity }
        // An amount at a limit that it must not reach breaks it, too.
        return max(abs(amount.value - limit.value) / max(abs(limit.value), 1), .leastNormalMagnitude)
    }
}

/// What settings are searched for.
public struct TuningGoal: Hashable, Sendable {
    /// What should be as great or as small as possible, the most important first; at least one.
    public let objectives: [TuningObjective]
    /// The limits.
    public let constraints: [TuningConstraint]
    /// The figures that tell which settings are better: the objectives, and the figures with a limit on one side.
    public let criteria: [TuningObjective]
    /// The figures of objectives and constraints, each once.
    public let figures: [TuningFigure]

    /// Creates a goal.
    ///
    /// - Throws: ``TuningSyntaxError`` without an objective, if a figure is an objective twice, or if no figure can keep
    ///   two of the limits.
    public init(
        objectives: [TuningObjective], constraints: [TuningConstraint]
    ) throws(TuningSyntaxError) {
        guard !objectives.isEmpty else { throw TuningSyntaxError("expected --maximise or --minimise, found none") }
        var figures: [TuningFigure] = []
        for figure in objectives.map(\.figure) {
            guard !figures.contains(figure) else { throw TuningSyntaxError("\(figure): expected once, found twice") }
            figures.append(figure)
        }
        for (index, one) in constraints.enumerated() {
            if let other = constraints[..<index].first(where: { !$0.isCompatible(with: one) }) {
                throw TuningSyntaxError("\(other) and \(one): nothing keeps both limits")
            }
        }
        var criteria = objectives
        for constraint in constraints where !figures.contains(constraint.figure) {
            figures.append(constraint.figure)
            let sides = Set(constraints.filter { $0.figure == constraint.figure }.map(\.prefersMore))
            // Between two limits, no value is better than another one.
            if sides.count == 1 {
                criteria.append(TuningObjective(constraint.figure, isMaximised: constraint.prefersMore))
            }
        }
        self.objectives = objectives
        self.constraints = constraints
        self.criteria = criteria
        self.figures = figures
    }

    /// The goal in words, such as `maximise valueSeen, p95(waiting) < 20s`.
    public var words: String {
        (objectives.map(\.words) + constraints.map(\.description)).joined(separator: ", ")
    }
}

/// The figures of settings that were tried, in the order of the goal's figures.
struct Judgement: Sendable {
    /// The figures; `nil` where no session has one.
    let amounts: [FigureAmount?]
    /// The figures of the goal's criteria.
    let criteria: [FigureAmount?]
    /// By how much the limits are broken, each as a share of it; 0 if all are kept.
    let violation: Double

    init(_ amounts: [FigureAmount?], _ goal: TuningGoal) {
        func amount(_ figure: TuningFigure) -> FigureAmount? {
            goal.figures.firstIndex(of: figure).flatMap { amounts[$0] }
        }
        self.amounts = amounts
        criteria = goal.criteria.map { amount($0.figure) }
        violation = goal.constraints.reduce(0) { $0 + $1.excess(amount($1.figure)) }
    }
}
