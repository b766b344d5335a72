import ExactNumbers
import Playback
import Scenarios

extension SessionFigures {
    /// The figures as lines of the statistics panel.
    var panelLines: [StatisticsPanel.Line] {
        var lines: [StatisticsPanel.Line] = [
            ("gifts", String(gifts)), ("  shown", part(shown)),
            ("value not seen", "\(unseenValue) of \(value)"),
            ("seen less than half", String(viewing.all.belowHalf.gifts)),
            ("  of value", String(viewing.all.belowHalf.value)),
        ]
        for tier in PriceTier.allCases where viewing.byTier.count > 1 {
            guard let tally = viewing.byTier[tier], tally.belowHalf.gifts > 0 else { continue }
            lines.append(("  at \(tier.label)", "\(tally.belowHalf.gifts) of \(tally.gifts)"))
        }
        for (groups, word) in [(viewing.byKind, "of"), (viewing.bySender, "from")] where groups.count > 1 {
            for (name, tally) in ViewingFigures.leastSeen(groups, 1) {
                lines.append(("  \(word) \(name)", "\(tally.belowHalf.gifts) of \(tally.gifts)"))
            }
        }
        if let perGift = interruptionsPerGift {
            lines += [("interruptions per gift", perGift), ("  per viewer", interruptionsPerViewer ?? "0.00")]
        }
        let dismissed = outcomes[.dismissed, default: 0]
        if dismissed > 0 {
            lines.append(("dismissed", part(dismissed)))
            for cause in DismissalCause.allCases {
                if let count = viewing.dismissals[cause] { lines.append(("  by \(cause.label)", String(count))) }
            }
        }
        if let wait = waitingTimes[95] {
            lines.append(("95 % waited at most", Self.seconds(wait)))
            for tier in PriceTier.allCases where viewing.waitingByTier.count > 1 {
                if let wait = viewing.waitingByTier[tier]?[95] {
                    lines.append(("  at \(tier.label)", Self.seconds(wait)))
                }
            }
        }
        lines += [
            ("stage busy", Self.seconds(busyTime)), ("stage empty", Self.seconds(emptyTime)),
            ("  longest drought", Self.seconds(longestDrought)),
        ]
        if let fairness = viewing.fairness {
            lines.append(("fairness", ExactDecimal(fairness.count / 10_000, digits: 2).fixedText))
        }
        return lines
    }

    private func part(_ count: Int) -> String {
        share(count).map { "\(count), \($0)" } ?? String(count)
    }

    /// Returns seconds with one decimal place, rounded down.
    private static func seconds(_ time: Nanoseconds) -> String {
        "\(ExactDecimal(time / (.second / 10), digits: 1).fixedText) s"
    }
}
