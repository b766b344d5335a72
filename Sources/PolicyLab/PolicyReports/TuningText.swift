import PolicyEvaluation
import PolicyExploration
public import PolicyTuning
import TerminalText

/// The settings of a point in the forms in which they are put into force.
public struct TunedDocuments: Sendable {
    /// The text of a configuration file.
    public let configuration: String
    /// The body of the store's `PUT /settings`, in one line.
    public let store: String

    /// Creates documents.
    public init(configuration: String, store: String) {
        self.configuration = configuration
        self.store = store
    }
}

/// A tuning as text: the figures of each point on the sessions that were held out, its promises, and its settings.
public struct TuningText {
    private let tuning: Tuning
    private let documents: [TunedDocuments]

    /// Creates the text of a tuning; `documents` has the settings of each point.
    public init(_ tuning: Tuning, documents: [TunedDocuments]) {
        self.tuning = tuning
        self.documents = documents
    }

    /// The lines of the text.
    public var lines: [String] {
        let summary = TuningSummary(tuning)
        var details: [String] = []
        for (index, point) in tuning.points.enumerated() {
            details += [""] + self.lines(point, number: index + 1, documents[index])
        }
        if let plan = tuning.points.first?.certificate.plan {
            details += [
                "",
                "explored: up to \(CountedWords.counted(plan.maxGifts, "gift")) and "
                    + "\(CountedWords.counted(plan.maxActions, "action")); not covered:",
            ]
            details += plan.uncovered.map { "  \($0)" }
        }
        // Rows of the table stay whole.
        return Self.wrapped(summary.facts + ["", summary.answer, ""])
            + Self.aligned(summary.table).map { $0.terminalSafe() } + Self.wrapped(details)
    }

    private static func wrapped(_ lines: [String]) -> [String] {
        lines.map { $0.terminalSafe() }.flatMap(WrappedText.lines)
    }

    private func lines(_ point: Tuning.Point, number: Int, _ documents: TunedDocuments) -> [String] {
        let summary = TuningSummary(tuning)
        var lines = ["\(number)  \(TuningSummary.settings(point.policy))"]
        lines += summary.differences(point).map { "   \($0)" }
        lines += summary.limits(point).map { "   \($0)" }
        lines += point.certificate.answers.flatMap { answer in
            let words = TuningSummary.words(answer)
            return ["   \(words[0])"] + words.dropFirst().map { "     \($0)" }
        }
        lines.append("   config file:")
        lines += documents.configuration.split(separator: "\n").map { "     \($0)" }
        lines.append("   PUT /settings: \(documents.store)")
        lines += point.policy.rules.map { "   \(TuningSummary.giftFileLine($0))" }
        return lines
    }

    /// Returns the rows of a table with columns of equal width, the first one at the left, the others at the right.
    private static func aligned(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { index, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + space : space + cell.0
            }.joined(separator: "   ")
        }
    }
}
