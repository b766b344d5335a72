import ExactNumbers
import JSON
import PolicyEvaluation
import Scenarios

extension Evaluation {
    /// The evaluation as a JSON object.
    var json: JSONValue {
        var differences: [JSONValue] = []
        for comparison in comparisons {
            for (figure, sums) in zip(EvaluatedFigure.allCases, comparison.figures) {
                func number(_ value: Double?) -> JSONValue { value.map { .number($0 / figure.unit.scale) } ?? .null }
                differences.append(
                    .object([
                        ("figure", .string(figure.rawValue)), ("of", .string(policies[comparison.policy].name)),
                        ("to", .string(policies[comparison.other].name)), ("mean", number(sums.mean)),
                        ("low", number(sums.interval?.low)), ("high", number(sums.interval?.high)),
                        ("effect", sums.effect.map { .number($0) } ?? .null), ("sessions", .integer(sums.count)),
                        ("verdict", .string(sums.verdict.rawValue)),
                    ]))
            }
        }
        return .object([
            ("sessions", .integer(sessions)), ("broken", .integer(broken.count)),
            ("groups", .object(zip(groupings, groupCounts).map { ($0.description, .integer($1)) })),
            (
                "policies",
                .array(
                    zip(policies, figures).map {
                        .object([("name", .string($0.name)), ("figures", $1.summed.json(hasDetails: false))])
                    })
            ),
            ("differences", .array(differences)),
        ])
    }

    /// The figures of each policy as CSV with a header: one line per policy, with times in seconds.
    var csv: [String] {
        let header = ["policy", "sessions", "broken"] + SessionFigures.csvHeader
        let lines = zip(policies, figures).map { policy, figures in
            [policy.name.csvField, String(sessions), String(broken.count)] + figures.summed.csvFields
        }
        return ([header] + lines).map { $0.joined(separator: ",") }
    }
}
