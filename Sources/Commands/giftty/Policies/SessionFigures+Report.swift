import CommandLineSupport
import ExactNumbers
import JSON
import Playback
import Scenarios

extension SessionFigures {
    /// The figures as text, one per line.
    var lines: [String] {
        var table = TextTable([.left, .right, .left])
        table.add(["gifts", String(gifts)])
        table.add(["shown", String(shown), share(shown)])
        for name in Outcome.Name.allCases {
            guard let count = outcomes[name] else { continue }
            table.add([name.rawValue, String(count), share(count)])
            guard name == .dropped else { continue }
            for reason in Outcome.DropReason.allCases {
                guard let count = drops[reason] else { continue }
                table.add(["  \(reason.rawValue)", String(count), share(count)])
            }
        }
        if let median = interruptedProgress[50], let maximum = interruptedProgress[100] {
            table.add([
                "cut short at", Millionths(median).percent, "half of them, at most \(Millionths(maximum).percent)",
            ])
        }
        for percent in [50, 95, 100] {
            guard let wait = waitingTimes[percent] else { continue }
            let words = percent == 100 ? "the longest" : "\(percent) % of those shown, or less"
            table.add(["waited", wait.durationText, words])
        }
        table.add(["worth", String(value)])
        table.add(["never shown", String(unshownValue)])
        table.add(["stage empty", emptyTime.durationText])
        var lines = table.lines
        if !unknownKinds.isEmpty {
            let more = hasMoreUnknownKinds ? ", …" : ""
            lines += ["", "no animation is known for \(unknownKinds.joined(separator: ", "))\(more)"]
        }
        return lines
    }

    private func share(_ count: Int) -> String {
        gifts > 0 ? Millionths(Int64(count) * 1_000_000 / Int64(gifts)).percent : ""
    }

    /// The figures as a JSON object.
    var json: JSONValue {
        .object([
            ("gifts", .integer(gifts)), ("shown", .integer(shown)),
            ("outcomes", .object(Outcome.Name.allCases.map { ($0.rawValue, .integer(outcomes[$0, default: 0])) })),
            ("drops", .object(Outcome.DropReason.allCases.map { ($0.rawValue, .integer(drops[$0, default: 0])) })),
            ("cutShortAt", interruptedProgress.json { .number(Double($0) / 1e6) }),
            ("waited", waitingTimes.json(JSONValue.seconds)),
            ("value", .integer(Int(value))), ("valueNeverShown", .integer(Int(unshownValue))),
            ("stageEmpty", .seconds(emptyTime)), ("end", .seconds(end)),
            ("unknownKinds", .array(unknownKinds.map(JSONValue.string))),
        ])
    }
}

extension Percentiles {
    fileprivate func json(_ value: (Nanoseconds) -> JSONValue) -> JSONValue {
        .object([
            ("p50", self[50].map(value) ?? .null), ("p95", self[95].map(value) ?? .null),
            ("max", self[100].map(value) ?? .null),
        ])
    }
}
