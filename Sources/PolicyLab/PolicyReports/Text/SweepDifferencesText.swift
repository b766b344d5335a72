public import PolicyComparison
public import PolicyEvaluation

/// The differences that a sweep of several sessions finds, in words.
public struct SweepDifferencesText {
    private let differences: SweepDifferences
    private let axis: SweepAxis

    /// Creates the text.
    public init(_ differences: SweepDifferences, over axis: SweepAxis) {
        self.differences = differences
        self.axis = axis
    }

    /// The lines, with one for each figure; none for fewer than two sessions or values.
    public var lines: [String] {
        let tests = differences.tests
        guard !tests.isEmpty, let first = axis.values.first else { return [] }
        var lines = ["against \(axis.key.name) \(first), in the mean of a session:"]
        var open: [String] = []
        for figure in EvaluatedFigure.allCases {
            let found = tests.filter { $0.figure == figure && $0.isFound }
            let words = [("more", found.filter { $0.mean > 0 }), ("less", found.filter { $0.mean < 0 })]
                .filter { !$0.1.isEmpty }.map { "\($0) at \(ranges($1.map(\.value)))" }
            if !words.isEmpty {
                lines.append("  \(figure.label): \(words.joined(separator: ", "))")
            } else if tests.contains(where: { $0.figure == figure }) {
                open.append(figure.label)
            }
        }
        if !open.isEmpty { lines.append("  no difference can be told in \(open.joined(separator: ", "))") }
        let groups = differences.groupCounts.map { "\($0)" }.joined(separator: " and ")
        let sessions = "\(differences.sessions) sessions" + (groups.isEmpty ? "" : " in \(groups) groups")
        lines.append("  paired t-tests of \(sessions), corrected by Holm for \(tests.count) tests at 5 %")
        return lines.flatMap(WrappedText.lines)
    }

    /// Returns values, those that follow each other as a range: `0.1, 0.3 to 0.8`.
    private func ranges(_ values: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for value in values {
            if let last = ranges.last, last.upperBound + 1 == value {
                ranges[ranges.count - 1] = last.lowerBound...value
            } else {
                ranges.append(value...value)
            }
        }
        return ranges.map { range in
            let ends = [range.lowerBound, range.upperBound].map { axis.values[$0].description }
            return range.count == 1 ? ends[0] : "\(ends[0]) to \(ends[1])"
        }.joined(separator: ", ")
    }
}
