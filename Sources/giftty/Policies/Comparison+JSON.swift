import Playback
import PolicyComparison
import ReportText
import Scenarios

extension Comparison {
    /// The comparison as a JSON object.
    var json: JSONValue {
        .object([
            ("name", .text(name)),
            ("from", .seconds(window.lowerBound)), ("to", .seconds(window.upperBound)),
            ("firstDifference", firstDifference.map { .seconds($0) } ?? .null),
            ("policies", .list(zip(sessions, differences).map { $0.json(differing: $1) })),
        ])
    }
}

extension PolicySession {
    fileprivate func json(differing difference: FirstDifference?) -> JSONValue {
        .object([
            ("name", .text(policy.name)),
            ("settings", .object(settings.all.filter { $0.name != .arm }.map { ($0.name.rawValue, .text($0.value)) })),
            ("figures", figures.json),
            ("differs", difference?.json ?? .null),
            ("timeline", timeline.json),
        ])
    }
}

extension FirstDifference {
    /// The decisions of this policy and those of the first policy, as trace lines.
    fileprivate var json: JSONValue {
        .object([
            ("at", .seconds(at)), ("gift", arrival.map { .integer($0) } ?? .null),
            ("here", .list(right.map { .text($0.json) })), ("first", .list(left.map { .text($0.json) })),
        ])
    }
}

extension Timeline {
    fileprivate var json: JSONValue {
        .object([
            ("presentations", .list(presentations.map(\.json))), ("absences", .list(absences.map(\.json))),
            (
                "waiting",
                .list(backlog.map { .object([("since", .seconds($0.since)), ("count", .integer($0.count))]) })
            ),
            ("cutAt", cutAt.map { .seconds($0) } ?? .null),
        ])
    }
}

extension Timeline.Presentation {
    fileprivate var json: JSONValue {
        .object(
            [
                ("gift", .integer(gift)), ("name", .text(kind)), ("started", .seconds(span.lowerBound)),
                ("ended", .seconds(span.upperBound)), ("threshold", threshold.map { .seconds($0) } ?? .null),
            ] + outcome.members)
    }
}

extension Timeline.Absence {
    fileprivate var json: JSONValue {
        .object([("gift", .integer(gift)), ("name", .text(kind)), ("ended", .seconds(at))] + outcome.members)
    }
}

extension Outcome {
    /// The outcome in the form of the trace.
    fileprivate var members: [(key: String, value: JSONValue)] {
        var members: [(key: String, value: JSONValue)] = [("outcome", .text(name.rawValue))]
        if let reason { members.append(("reason", .text(reason))) }
        if let progress { members.append(("progress", .number(Double(progress.count) / 1e6))) }
        switch self {
        case .replaced(let by, _): members.append(("by", .integer(by)))
        case .merged(let into): members.append(("into", .integer(into)))
        default: break
        }
        return members
    }
}
