import ExactNumbers
import Playback

/// The exact numbers of figures, by name, from which the same figures can be made again.
///
/// The sums of the parts of two figures are the parts of the merged figures, except the percentiles, which are merged,
/// and `longestDrought`, of which the longer one stays. The unknown kinds and the gifts by kind and sender are not
/// among them.
package struct FigureParts: Sendable {
    /// The numbers, in a fixed order.
    package var numbers: [(name: String, value: Int128)] = []
    /// The percentiles, in a fixed order.
    package var percentiles: [(name: String, value: Percentiles)] = []

    /// Creates parts without numbers.
    package init() {}

    fileprivate func number(_ name: String) -> Int128 { numbers.last { $0.name == name }?.value ?? 0 }
    fileprivate func integer(_ name: String) -> Int { Int(clamping: number(name)) }
    fileprivate func percentiles(_ name: String) -> Percentiles {
        percentiles.last { $0.name == name }?.value ?? Percentiles()
    }
}

extension SessionFigures {
    /// The exact numbers of the figures.
    package var parts: FigureParts {
        var parts = FigureParts()
        func add(_ name: String, _ value: some BinaryInteger) { parts.numbers.append((name, Int128(value))) }
        add("gifts", gifts)
        add("shown", shown)
        for name in Outcome.Name.allCases { add("outcome.\(name.rawValue)", outcomes[name, default: 0]) }
        for reason in Outcome.DropReason.allCases { add("drop.\(reason.rawValue)", drops[reason, default: 0]) }
        add("value", value)
        add("valueNeverShown", unshownValue)
        add("end", end)
        add("stageEmpty", stage.empty)
        add("longestDrought", stage.longestDrought)
        parts.percentiles = [("interrupted", interruptedProgress), ("waited", waitingTimes)]
        viewing.add(to: &parts)
        return parts
    }

    /// Creates the figures with these numbers.
    package init(_ parts: FigureParts) {
        self.init()
        gifts = parts.integer("gifts")
        shown = parts.integer("shown")
        func present(_ name: String) -> Int? { parts.integer(name) > 0 ? parts.integer(name) : nil }
        for name in Outcome.Name.allCases { outcomes[name] = present("outcome.\(name.rawValue)") }
        for reason in Outcome.DropReason.allCases { drops[reason] = present("drop.\(reason.rawValue)") }
        value = Int64(clamping: parts.number("value"))
        unshownValue = Int64(clamping: parts.number("valueNeverShown"))
        end = Int64(clamping: parts.number("end"))
        stage = StageTimes(
            empty: Int64(clamping: parts.number("stageEmpty")),
            longestDrought: Int64(clamping: parts.number("longestDrought")))
        interruptedProgress = parts.percentiles("interrupted")
        waitingTimes = parts.percentiles("waited")
        viewing = ViewingFigures(parts)
    }
}

extension ViewingFigures {
    fileprivate func add(to parts: inout FigureParts) {
        func add(_ name: String, _ value: some BinaryInteger) { parts.numbers.append((name, Int128(value))) }
        add("valueNotSeen", unseenMillionths)
        add("viewers", viewers)
        let (sum, sessions) = fairnessSum
        add("fairness", sum)
        add("fairness.sessions", sessions)
        for cause in DismissalCause.allCases { add("dismissed.\(cause.rawValue)", dismissals[cause, default: 0]) }
        all.add(to: &parts, "seen")
        for tier in PriceTier.allCases {
            byTier[tier, default: SeenTally()].add(to: &parts, "seen.\(tier.label)")
            parts.percentiles.append(("waited.\(tier.label)", waitingByTier[tier, default: Percentiles()]))
        }
    }

    fileprivate init(_ parts: FigureParts) {
        var tiers: [PriceTier: SeenTally] = [:]
        var waits: [PriceTier: Percentiles] = [:]
        for tier in PriceTier.allCases {
            let tally = SeenTally(parts, "seen.\(tier.label)")
            if tally.gifts > 0 { tiers[tier] = tally }
            let times = parts.percentiles("waited.\(tier.label)")
            if times.count > 0 { waits[tier] = times }
        }
        var dismissals: [DismissalCause: Int] = [:]
        for cause in DismissalCause.allCases {
            let count = parts.integer("dismissed.\(cause.rawValue)")
            if count > 0 { dismissals[cause] = count }
        }
        self.init(
            all: SeenTally(parts, "seen"), byTier: tiers, waitingByTier: waits, dismissals: dismissals,
            unseenMillionths: parts.number("valueNotSeen"), viewers: parts.integer("viewers"),
            fairness: (Int64(clamping: parts.number("fairness")), parts.integer("fairness.sessions")))
    }
}

extension SeenTally {
    fileprivate func add(to parts: inout FigureParts, _ name: String) {
        parts.numbers.append(("\(name).gifts", Int128(gifts)))
        parts.numbers.append(("\(name).value", Int128(value)))
        for (level, share) in Self.levels.enumerated() {
            parts.numbers.append(("\(name).giftsBelow.\(share)", Int128(giftsBelow[level])))
            parts.numbers.append(("\(name).valueBelow.\(share)", Int128(valueBelow[level])))
        }
    }

    fileprivate init(_ parts: FigureParts, _ name: String) {
        gifts = parts.integer("\(name).gifts")
        value = Int64(clamping: parts.number("\(name).value"))
        for (level, share) in Self.levels.enumerated() {
            giftsBelow[level] = parts.integer("\(name).giftsBelow.\(share)")
            valueBelow[level] = Int64(clamping: parts.number("\(name).valueBelow.\(share)"))
        }
    }
}
