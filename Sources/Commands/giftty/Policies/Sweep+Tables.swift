import ExactNumbers
import JSON
import Playback
import PlayerSettings
import PolicyComparison
import Scenarios
import TerminalText

extension Sweep {
    /// The sweep as a JSON object, with the figures of each session and the total for each value.
    var json: JSONValue {
        .object([
            ("setting", .string(axis.key.name)),
            ("settings", .object(settings.map { ($0.key.name, .string($0.value.description)) })),
            (
                "points",
                .array(
                    points.indices.map { index in
                        .object([
                            ("value", .string(axis.values[index].description)),
                            ("together", points[index].combined.json),
                            (
                                "sessions",
                                .array(
                                    zip(paths, points[index].sessions).map { name, figures in
                                        .object([("scenario", .string(name)), ("figures", figures.json)])
                                    })
                            ),
                        ])
                    })
            ),
        ])
    }

    /// The sweep as CSV with a header: one line per session and value, with times in seconds.
    var csv: [String] {
        let outcomes = Outcome.Name.allCases
        let reasons = Outcome.DropReason.allCases
        let header =
            ["scenario", axis.key.name, "gifts", "shown"] + outcomes.map(\.rawValue)
            + reasons.map { "dropped_\($0.rawValue)" }
            + [
                "cut_short_p50", "cut_short_least", "cut_short_greatest", "waited_p50", "waited_p95", "waited_longest",
                "value", "value_never_shown", "stage_empty", "end",
            ]
        var lines = [header.joined(separator: ",")]
        for (session, name) in paths.enumerated() {
            for (index, point) in points.enumerated() {
                let figures = point.sessions[session]
                var fields = [name, axis.number(at: index), String(figures.gifts), String(figures.shown)]
                fields += outcomes.map { String(figures.outcomes[$0, default: 0]) }
                fields += reasons.map { String(figures.drops[$0, default: 0]) }
                fields += [50, 0, 100].map {
                    figures.interruptedProgress[$0].map { ExactDecimal($0, digits: 6).description } ?? ""
                }
                fields += [50, 95, 100].map {
                    figures.waitingTimes[$0].map { ExactDecimal(seconds: $0).description } ?? ""
                }
                fields += [String(figures.value), String(figures.unshownValue)]
                fields += [figures.emptyTime, figures.end].map { ExactDecimal(seconds: $0).description }
                lines.append(fields.map(\.csvField).joined(separator: ","))
            }
        }
        return lines
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
    fileprivate var csvField: String {
        let field = terminalSafe()
        guard field.utf8.contains(where: { [UInt8(ascii: ","), UInt8(ascii: "\"")].contains($0) }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
