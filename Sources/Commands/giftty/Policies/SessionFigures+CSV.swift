import ExactNumbers
import Playback
import Scenarios

// The figures as fields of CSV.
extension SessionFigures {
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
        + ["interruptions_per_gift", "interruptions_per_viewer"]
        + PriceTier.allCases.flatMap { tier in
            ["value", "gifts_seen_less_0.5", "value_seen_less_0.5"].map { "\($0)_price_\(tier.label)" }
        }

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
        fields.append(viewing.fairness?.description ?? "")
        fields += [Self.ratio(interruptions, shown), Self.ratio(interruptions, viewing.viewers)]
        for tier in PriceTier.allCases {
            let tally = viewing.byTier[tier] ?? SeenTally()
            fields += [String(tally.value), String(tally.belowHalf.gifts), String(tally.belowHalf.value)]
        }
        return fields
    }

    /// Returns a quotient with six decimal places, rounded half up; nothing if it does not exist.
    private static func ratio(_ part: Int, _ whole: Int) -> String {
        whole > 0 ? ExactDecimal(Int64((2_000_000 * part + whole) / (2 * whole)), digits: 6).description : ""
    }

    // MARK: - Groups

    /// The names of the columns of ``groupFields``.
    static let groupHeader = ["by", "name"] + csvHeader

    /// The figures of all gifts, and of those of each price, kind and sender, as fields of CSV in the order of
    /// ``groupHeader``. Of a group, only what is known of its gifts is there; the other fields are empty.
    var groupFields: [[String]] {
        func fields(_ group: String, _ name: String, _ tally: SeenTally, waited: Percentiles? = nil) -> [String] {
            var known = ["gifts": String(tally.gifts), "value": String(tally.value)]
            for (level, share) in SeenTally.levels.enumerated() {
                known["gifts_seen_less_\(share)"] = String(tally.giftsBelow[level])
                known["value_seen_less_\(share)"] = String(tally.valueBelow[level])
            }
            for (name, percent) in [("waited_p50", 50), ("waited_p95", 95), ("waited_longest", 100)] {
                known[name] = waited?[percent].map { ExactDecimal(seconds: $0).description }
            }
            return [group, name.csvField] + Self.csvHeader.map { known[$0] ?? "" }
        }
        var rows = [["all", ""] + csvFields]
        for tier in viewing.tiers {
            let tally = viewing.byTier[tier] ?? SeenTally()
            rows.append(fields("price", tier.label, tally, waited: viewing.waitingByTier[tier]))
        }
        for (group, tallies) in [("kind", viewing.byKind), ("sender", viewing.bySender)] {
            let sorted = tallies.sorted { ($1.value.value, $0.key) < ($0.value.value, $1.key) }
            rows += sorted.map { fields(group, $0.key, $0.value) }
        }
        return rows
    }
}
