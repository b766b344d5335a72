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
        table.add(["shown", String(shown), share(shown) ?? ""])
        for name in Outcome.Name.allCases {
            guard let count = outcomes[name] else { continue }
            table.add([name.rawValue, String(count), share(count) ?? ""])
            if name == .dismissed {
                for cause in DismissalCause.allCases {
                    guard let count = viewing.dismissals[cause] else { continue }
                    table.add(["  by \(cause.label)", String(count), share(count) ?? ""])
                }
            }
            guard name == .dropped else { continue }
            for reason in Outcome.DropReason.allCases {
                guard let count = drops[reason] else { continue }
                table.add(["  \(reason.rawValue)", String(count), share(count) ?? ""])
            }
        }
        if let median = interruptedProgress[50], let maximum = interruptedProgress[100] {
            table.add([
                "cut short at", Millionths(median).belowOne.percentRoundedDown(places: 1),
                "half of them, at most \(Millionths(maximum).belowOne.percentRoundedDown(places: 1))",
            ])
        }
        for percent in [50, 95, 100] {
            guard let wait = waitingTimes[percent] else { continue }
            let words = percent == 100 ? "the longest" : "\(percent) % of those shown, or less"
            table.add(["waited", wait.durationText, words])
        }
        for tier in PriceTier.allCases where viewing.waitingByTier.count > 1 {
            guard let wait = viewing.waitingByTier[tier]?[95] else { continue }
            table.add(["  at \(tier.label)", wait.durationText, "95 % of those of this price"])
        }
        table.add(["worth", String(value)])
        table.add(["never shown", String(unshownValue)])
        table.add(["not seen", unseenValueText, "value times the share not seen"])
        let less = viewing.all.belowHalf
        table.add(["seen less", String(less.gifts), "than half, worth \(less.value)"])
        for tier in PriceTier.allCases where viewing.byTier.count > 1 {
            guard let tally = viewing.byTier[tier] else { continue }
            Self.add("at \(tier.label)", tally, to: &table)
        }
        for (groups, word) in [(viewing.byKind, "of"), (viewing.bySender, "from")] where groups.count > 1 {
            for (name, tally) in ViewingFigures.leastSeen(groups, Self.maxListed) {
                Self.add("\(word) \(name)", tally, to: &table)
            }
        }
        if let perGift = interruptionsPerGift {
            table.add(["interrupted", perGift, "of the shown; \(interruptionsPerViewer ?? "0.00") per viewer"])
        }
        table.add(["stage busy", busyTime.durationText])
        table.add(["stage empty", emptyTime.durationText, "at most \(longestDrought.durationText) at a time"])
        if let fairness = viewing.fairness { table.add(["fairness", fairness.description, "between senders"]) }
        var lines = table.lines
        if !unknownKinds.isEmpty {
            let more = hasMoreUnknownKinds ? ", …" : ""
            lines += ["", "no animation is known for \(unknownKinds.joined(separator: ", "))\(more)"]
        }
        return lines
    }

    /// The number of kinds and of senders in a text.
    private static let maxListed = 3

    private static func add(_ label: String, _ tally: SeenTally, to table: inout TextTable) {
        let less = tally.belowHalf
        table.add(["  \(label)", String(less.gifts), "of \(tally.gifts), worth \(less.value) of \(tally.value)"])
    }

    /// Returns the figures as a JSON object.
    ///
    /// - Parameter hasDetails: Whether the gifts of each kind and of each sender are in it.
    func json(hasDetails: Bool = true) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("gifts", .integer(gifts)), ("shown", .integer(shown)), ("runningAtEnd", .integer(runningAtEnd)),
            ("outcomes", .object(Outcome.Name.allCases.map { ($0.rawValue, .integer(outcomes[$0, default: 0])) })),
            ("drops", .object(Outcome.DropReason.allCases.map { ($0.rawValue, .integer(drops[$0, default: 0])) })),
            (
                "dismissedBy",
                .object(DismissalCause.allCases.map { ($0.rawValue, .integer(viewing.dismissals[$0, default: 0])) })
            ),
            ("cutShortAt", interruptedProgress.json { .number(Double($0) / 1e6) }),
            ("interruptionsPerGift", shown > 0 ? .number(Double(interruptions) / Double(shown)) : .null),
            (
                "interruptionsPerViewer",
                viewing.viewers > 0 ? .number(Double(interruptions) / Double(viewing.viewers)) : .null
            ),
            ("viewers", .integer(viewing.viewers)),
            ("waited", waitingTimes.json(JSONValue.seconds)),
            ("value", .integer(Int(value))), ("valueNeverShown", .integer(Int(unshownValue))),
            ("valueNotSeen", .integer(Int(unseenValue))), ("seenLess", viewing.all.json),
            (
                "byPrice",
                .object(
                    viewing.tiers.map { tier in
                        let tally = viewing.byTier[tier] ?? SeenTally()
                        return (tier.label, tally.json(waited: viewing.waitingByTier[tier] ?? Percentiles()))
                    })
            ),
            ("fairness", viewing.fairness.map { .number(Double($0.count) / 1e6) } ?? .null),
            ("stageBusy", .seconds(busyTime)), ("stageEmpty", .seconds(emptyTime)),
            ("longestDrought", .seconds(longestDrought)), ("end", .seconds(end)),
            ("unknownKinds", .array(unknownKinds.map(JSONValue.string))),
        ]
        if hasDetails {
            members.append(("byKind", Self.json(viewing.byKind)))
            members.append(("bySender", Self.json(viewing.bySender)))
        }
        return .object(members)
    }

    private static func json(_ tallies: [String: SeenTally]) -> JSONValue {
        let sorted = tallies.sorted { ($1.value.value, $0.key) < ($0.value.value, $1.key) }
        return .object(sorted.map { ($0.key, $0.value.json(waited: nil)) })
    }
}

extension SeenTally {
    /// The gifts and the value seen less than each level.
    fileprivate var json: JSONValue {
        .object(
            Self.levels.enumerated().map { level, share in
                (
                    share.description,
                    .object([
                        ("gifts", .integer(giftsBelow[level])), ("value", .integer(Int(valueBelow[level]))),
                    ])
                )
            })
    }

    /// Returns the tally of a group of gifts.
    fileprivate func json(waited: Percentiles?) -> JSONValue {
        let members: [(key: String, value: JSONValue)] = [
            ("gifts", .integer(gifts)), ("value", .integer(Int(value))), ("seenLess", json),
        ]
        return .object(members + (waited.map { [("waited", $0.json(JSONValue.seconds))] } ?? []))
    }
}

extension Percentiles {
    fileprivate func json(_ value: (Nanoseconds) -> JSONValue) -> JSONValue {
        .object([
            ("min", self[0].map(value) ?? .null), ("p50", self[50].map(value) ?? .null),
            ("p95", self[95].map(value) ?? .null), ("max", self[100].map(value) ?? .null),
        ])
    }
}
