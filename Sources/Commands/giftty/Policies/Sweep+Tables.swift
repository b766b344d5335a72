import ExactNumbers
import JSON
import Playback
import PlayerSettings
import PolicyComparison
import PolicyEvaluation
import Scenarios
import TerminalText

extension Sweep {
    /// Returns the sweep as a JSON object, with the figures of each session, the total for each value, and the differences
    /// from the first value.
    func json(_ differences: SweepDifferences) -> JSONValue {
        .object([
            ("differences", .array(differences.tests.map { $0.json(axis) })),
            ("setting", .string(axis.key.name)),
            ("settings", .object(settings.map { ($0.key.name, .string($0.value.description)) })),
            (
                "points",
                .array(
                    points.indices.map { index in
                        .object([
                            ("value", .string(axis.values[index].description)),
                            ("together", points[index].combined.json(hasDetails: paths.count == 1)),
                            (
                                "sessions",
                                .array(
                                    zip(paths, points[index].sessions).map { name, figures in
                                        .object([
                                            ("scenario", .string(name)),
                                            ("figures", figures.json(hasDetails: paths.count == 1)),
                                        ])
                                    })
                            ),
                        ])
                    })
            ),
        ])
    }

}

/// A sweep as CSV with a header: one line per session and value, with times in seconds.
///
/// The lines of a session are written when it is over, so that none is kept.
struct SweepTable: ~Copyable {
    private let axis: SweepAxis
    private var output: Output

    /// Begins the table in a file or on standard output, with its header.
    init(_ axis: SweepAxis, in output: consuming Output) throws(CommandFailure) {
        self.axis = axis
        self.output = output
        try write(["scenario", axis.key.name] + SessionFigures.csvHeader)
    }

    /// Adds a session.
    ///
    /// - Parameters:
    ///   - name: The name of the session.
    ///   - figures: Its figures for each value.
    mutating func add(_ name: String, _ figures: [SessionFigures]) throws(CommandFailure) {
        for (index, figures) in figures.enumerated() {
            try write([name.csvField, axis.number(at: index)] + figures.csvFields)
        }
    }

    /// Ends the table.
    mutating func finish() throws(CommandFailure) { try output.flush() }

    private mutating func write(_ fields: [String]) throws(CommandFailure) {
        try output.writeLine(encoded: fields.joined(separator: ","))
    }
}

extension SweepDifferences.Test {
    fileprivate func json(_ axis: SweepAxis) -> JSONValue {
        .object([
            ("figure", .string(figure.rawValue)), ("value", .string(axis.values[value].description)),
            ("mean", .number(mean / figure.unit.scale)), ("probability", .number(probability)),
            ("corrected", .number(corrected)), ("effect", effect.map { .number($0) } ?? .null),
            ("verdict", .string(isFound ? (mean > 0 ? "more" : "less") : "undecided")),
        ])
    }
}

extension SweepAxis {
    /// Returns the value as a plain number; a duration is in seconds.
    fileprivate func number(at index: Int) -> String {
        if case .duration(let time) = values[index] { return ExactDecimal(seconds: time).description }
        return values[index].description
    }
}

extension String {
    /// The text as a CSV field. CSV has no escapes for control characters, so that they are replaced.
    ///
    /// - SeeAlso: RFC 4180, section 2.
    var csvField: String {
        let field = terminalSafe()
        guard field.utf8.contains(where: { [UInt8(ascii: ","), UInt8(ascii: "\"")].contains($0) }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
