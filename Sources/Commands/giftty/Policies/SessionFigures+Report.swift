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
                "cut short at", Millionths(median).percent, "half of them, at most \(Millionths(maximum).percent)",
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
        table.add(["not seen", String(unseenValue), "value times the share not seen"])
        let less = viewing.all.belowHalf
        table.add(["seen less", String(less.gifts), "than half, worth \(less.value)"])
        if let perGift = interruptionsPerGift {
            table.add(["interrupted", perGift, "of the shown; \(interruptionsPerViewer ?? "0.00") per viewer"])
        }
        table.add(["stage empty", emptyTime.durationText, "at most \(longestDrought.durationText) at a time"])
        if let fairness = viewing.fairness { table.add(["fairness", fairness.description, "between senders"]) }
        var lines = table.lines
        if !unknownKinds.isEmpty {
            let more = hasMoreUnknownKinds ? ", …" : ""
            lines += ["", "no animation is known for \(unknownKinds.joined(separator: ", "))\(more)"]
        }
        return lines
    }

    /// Returns the figures as a JSON object.
    ///
    /// - Parameter hasDetails: Whether the gifts of each kind and of each sender are in it, those of the most value.
    func json(hasDetails: Bool = true) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("gifts", .integer(gifts)), ("shown", .integer(shown)),
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
                    PriceTier.allCases.compactMap { tier in
                        viewing.byTier[tier].map { (tier.label, $0.json(waited: viewing.waitingByTier[tier])) }
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

    /// The maximum number of kinds and of senders in JSON each.
    private static let maxNames = 50

    private static func json(_ tallies: [String: SeenTally]) -> JSONValue {
        let sorted = tallies.sorted { ($1.value.value, $0.key) < ($0.value.value, $1.key) }
        return .object(sorted.prefix(maxNames).map { ($0.key, $0.value.json(waited: nil)) })
    }

    // MARK: - CSV

    /// The names of the figures in CSV.
    static let csvHeader =
        ["gifts", "shown"] + Outcome.Name.allCases.map(\.rawValue)
        + Outcome.DropReason.allCases.map { "dropped_\($0.rawValue)" }
        + [
            "cut_short_p50", "cut_short_least", "cut_short_greatest", "waited_p50", "waited_p95", "waited_longest",
            "value", "value_never_shown", "stage_empty", "end", "value_not_seen",
        ] + DismissalCause.allCases.map { "dismissed_\($0.rawValue)" }
        + SeenTally.levels.flatMap { ["gifts_seen_less_\($0)", "value_seen_less_\($0)"] }
        + PriceTier.allCases.flatMap { ["gifts_price_\($0.label)", "waited_p95_price_\($0.label)"] }
        + ["interruptions", "viewers", "stage_busy", "longest_drought", "fairness"]

    /// The figures as fields of CSV, in the order of ``csvHeader``, with times in seconds.
    var csvFields: [String] {
        func seconds(_ time: Nanoseconds?) -> String { time.map { ExactDecimal(seconds: $0).description } ?? "" }
        var fields = [String(gifts), String(shown)]
        fields += Outcome.Name.allCases.map { String(outcomes[$0, default: 0]) }
        fields += Outcome.DropReason.allCases.map { String(drops[$0, default: 0]) }
        fields += [50, 0, 100].map { interruptedProgress[$0].map { ExactDecimal($0, digits: 6).description } ?? "" }
        fields += [50, 95, 100].map { seconds(waitingTimes[$0]) }
        fields += [String(value), String(unshownValue), seconds(emptyTime), seconds(end), String(unseenValue)]
        fields += DismissalCause.allCases.map { String(viewing.dismissals[$0, default: 0]) }
        for level in SeenTally.levels.indices {
            fields += [String(viewing.all.giftsBelow[level]), String(viewing.all.valueBelow[level])]
        }
        for tier in PriceTier.allCases {
            fields += [String(viewing.byTier[tier]?.gifts ?? 0), seconds(viewing.waitingByTier[tier]?[95])]
        }
        fields += [String(interruptions), String(viewing.viewers), seconds(busyTime), seconds(longestDrought)]
        return fields + [viewing.fairness?.description ?? ""]
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
            ("p50", self[50].map(value) ?? .null), ("p95", self[95].map(value) ?? .null),
            ("max", self[100].map(value) ?? .null),
        ])
    }
}
