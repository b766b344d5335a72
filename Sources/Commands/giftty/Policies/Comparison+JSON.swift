import JSON
import Playback
import PolicyComparison
import Scenarios

extension Comparison {
    /// The comparison as a JSON object.
    var json: JSONValue {
        .object([
            ("name", .string(name)),
            ("from", .seconds(window.lowerBound)), ("to", .seconds(window.upperBound)),
            ("firstDifference", firstDifference.map { .seconds($0) } ?? .null),
            ("policies", .array(zip(sessions, differences).map { $0.json(differing: $1) })),
        ])
    }
}

extension Comparison {
    /// The figures under each policy as CSV with a header: one line for all gifts, and one for each price, kind and
    /// sender.
    var csv: [String] {
        let lines = sessions.flatMap { session in
            session.figures.groupFields.map { [session.policy.name.csvField] + $0 }
        }
        return ([["policy"] + SessionFigures.groupHeader] + lines).map { $0.joined(separator: ",") }
    }
}

extension PolicySession {
    fileprivate func json(differing difference: FirstDifference?) -> JSONValue {
        .object([
            ("name", .string(policy.name)),
            (
                "settings",
                .object(settings.all.filter { $0.key != .arm }.map { ($0.key.name, .string($0.value.description)) })
            ),
            ("figures", figures.json()),
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
            ("here", .array(right.map { .string($0.json) })), ("first", .array(left.map { .string($0.json) })),
        ])
    }
}

extension SessionTimeline {
    fileprivate var json: JSONValue {
        .object([
            ("presentations", .array(presentations.map(\.json))), ("absences", .array(unshownGifts.map(\.json))),
            (
                "waiting",
                .array(backlog.map { .object([("since", .seconds($0.since)), ("count", .integer($0.count))]) })
            ),
            ("cutAt", truncatedAt.map { .seconds($0) } ?? .null),
        ])
    }
}

extension SessionTimeline.Presentation {
    fileprivate var json: JSONValue {
        .object(
            [
                ("gift", .integer(gift)), ("name", .string(kind)), ("started", .seconds(span.lowerBound)),
                ("ended", .seconds(span.upperBound)), ("threshold", threshold.map { .seconds($0) } ?? .null),
            ] + outcome.members)
    }
}

extension SessionTimeline.UnshownGift {
    fileprivate var json: JSONValue {
        .object([("gift", .integer(gift)), ("name", .string(kind)), ("ended", .seconds(at))] + outcome.members)
    }
}

extension Outcome {
    /// The outcome in the form of the trace.
    fileprivate var members: [(key: String, value: JSONValue)] {
        var members: [(key: String, value: JSONValue)] = [("outcome", .string(name.rawValue))]
        if let reason { members.append(("reason", .string(reason))) }
        if let progress { members.append(("progress", .number(Double(progress.count) / 1e6))) }
        switch self {
        case .replaced(let by, _): members.append(("by", .integer(by)))
        case .merged(let into): members.append(("into", .integer(into)))
        default: break
        }
        return members
    }
}
