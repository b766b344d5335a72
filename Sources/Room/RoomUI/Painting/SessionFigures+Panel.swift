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
        lines += [("stage empty", Self.seconds(emptyTime)), ("  longest drought", Self.seconds(longestDrought))]
        if let fairness = viewing.fairness {
            lines.append(("fairness", ExactDecimal(fairness.count / 10_000, digits: 2).fixedText))
        }
        return lines
    }

    private func part(_ count: Int) -> String {
        gifts > 0 ? "\(count), \(100 * count / gifts) %" : String(count)
    }

    /// Returns seconds with one decimal place, rounded down.
    private static func seconds(_ time: Nanoseconds) -> String {
        "\(ExactDecimal(time / (.second / 10), digits: 1).fixedText) s"
    }
}
