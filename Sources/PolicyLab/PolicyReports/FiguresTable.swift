import ExactNumbers
import Playback
package import Scenarios
import TerminalText

/// The figures of several sessions as text, with a row per figure and a column per session.
package struct FiguresTable {
    /// One figure of all sessions.
    package struct Row {
        /// The name of the figure.
        package let label: String
        /// Whether the figure is a part of the one above.
        package let isPart: Bool
        /// The value for each session.
        package let values: [String]
    }

    /// The rows. Outcomes and reasons that do not occur in any session are omitted.
    package let rows: [Row]

    /// Creates the rows of several sessions.
    ///
    /// - Parameters:
    ///   - figures: The figures of each session.
    ///   - namesLeastSeen: Whether the kinds and senders of which the least was seen have rows. Figures that were read
    ///     from files of parts do not have them.
    package init(_ figures: [SessionFigures], namesLeastSeen: Bool = true) {
        var rows: [Row] = []
        func add(_ label: String, isPart: Bool = false, _ value: (SessionFigures) -> String) {
            rows.append(Row(label: label, isPart: isPart, values: figures.map(value)))
        }
        func addCount(_ label: String, isPart: Bool = false, always: Bool = false, _ count: (SessionFigures) -> Int) {
            guard always || figures.contains(where: { count($0) > 0 }) else { return }
            add(label, isPart: isPart) { String(count($0)) }
        }
        addCount("gifts", always: true) { $0.gifts }
        addCount("shown", always: true) { $0.shown }
        addCount("completed", isPart: true, always: true) { $0.outcomes[.completed, default: 0] }
        addCount("replaced", isPart: true) { $0.outcomes[.replaced, default: 0] }
        addCount("closed", isPart: true) { $0.outcomes[.dismissed, default: 0] - $0.dismissedOtherwise }
        addCount("cleared", isPart: true) { $0.viewing.dismissals[.clear, default: 0] }
        addCount("withdrawn", isPart: true) { $0.viewing.dismissals[.withdrawn, default: 0] }
        addCount("running at the end", isPart: true) { $0.runningAtEnd }
        if figures.contains(where: { $0.interruptedProgress.count > 0 }) {
            add("cut short at, p50") { Self.progress($0.interruptedProgress[50]) }
            add("earliest", isPart: true) { Self.progress($0.interruptedProgress[0]) }
            add("latest", isPart: true) { Self.progress($0.interruptedProgress[100]) }
            add("cuts per gift") { $0.interruptionsPerGift ?? "–" }
            add("per viewer", isPart: true) { $0.interruptionsPerViewer ?? "–" }
        }
        addCount("dropped", always: true) { $0.outcomes[.dropped, default: 0] }
        for reason in Outcome.DropReason.allCases {
            addCount(reason.reportText, isPart: true) { $0.drops[reason, default: 0] }
        }
        addCount("merged") { $0.outcomes[.merged, default: 0] }
        addCount("waiting at the end") { $0.outcomes[.unplayed, default: 0] - $0.runningAtEnd }
        add("waiting time, p50") { Self.wait($0.waitingTimes[50]) }
        add("p95", isPart: true) { Self.wait($0.waitingTimes[95]) }
        add("longest", isPart: true) { Self.wait($0.waitingTimes[100]) }
        let tiers = PriceTier.allCases.filter { tier in
            figures.contains { $0.viewing.waitingByTier[tier] != nil }
        }
        for tier in tiers where tiers.count > 1 {
            add("p95 at \(tier.label)", isPart: true) { Self.wait($0.viewing.waitingByTier[tier]?[95]) }
        }
        rows += Self.valueRows(figures, namesLeastSeen: namesLeastSeen)
        add("stage busy") { Self.share($0.busyTime, of: $0.end) }
        add("stage empty") { Self.share($0.emptyTime, of: $0.end) }
        add("longest drought", isPart: true) { TimeFormat.seconds($0.longestDrought) }
        add("session ends at") { TimeFormat.seconds($0.end) }
        self.rows = rows
    }

    /// Returns what was seen of the value; nothing for gifts without a value.
    private static func valueRows(_ figures: [SessionFigures], namesLeastSeen: Bool) -> [Row] {
        guard figures.contains(where: { $0.value > 0 }) else { return [] }
        func row(_ label: String, isPart: Bool = false, _ value: (SessionFigures) -> String) -> Row {
            Row(label: label, isPart: isPart, values: figures.map(value))
        }
        var rows = [
            row("value never shown") { "\($0.unshownValue) of \($0.value)" },
            row("value not seen") { $0.unseenValueText },
            row("seen under half") { String($0.viewing.all.belowHalf.gifts) },
            row("their value", isPart: true) { String($0.viewing.all.belowHalf.value) },
        ]
        let tiers = PriceTier.allCases.filter { tier in figures.contains { $0.viewing.byTier[tier] != nil } }
        for tier in tiers where tiers.count > 1 {
            rows.append(row("at \(tier.label)", isPart: true) { seenUnderHalf($0.viewing.byTier[tier]) })
        }
        if namesLeastSeen {
            for name in leastSeen(figures.map(\.viewing.byKind)) {
                let label = "of \(name.terminalSafe(maxLength: 10))"
                rows.append(row(label, isPart: true) { seenUnderHalf($0.viewing.byKind[name]) })
            }
            for name in leastSeen(figures.map(\.viewing.bySender)) {
                let label = "from \(name.terminalSafe(maxLength: 10))"
                rows.append(row(label, isPart: true) { seenUnderHalf($0.viewing.bySender[name]) })
            }
        }
        rows.append(row("fairness") { $0.viewing.fairness?.percent ?? "–" })
        return rows
    }

    /// Returns the ranges of columns that fit next to each other in `room`, after labels with the width `margin`.
    static func columnBlocks(_ widths: [Double], margin: Double, gap: Double, width room: Double) -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        var start = 0
        var width = margin
        for (index, column) in widths.enumerated() {
            if index > start, width + gap + column > room {
                blocks.append(start..<index)
                start = index
                width = margin
            }
            width += gap + column
        }
        return start < widths.count ? blocks + [start..<widths.count] : blocks
    }

    /// Returns a progress with one decimal place, which a threshold may have, rounded down, so that no progress reads as a
    /// threshold that it is below, and never as 100 %.
    private static func progress(_ millionths: Int64?) -> String {
        millionths.map { Millionths($0).belowOne.percentRoundedDown(places: 1) } ?? "–"
    }

    /// Returns the number of gifts of which less than half was seen, of all.
    private static func seenUnderHalf(_ tally: SeenTally?) -> String {
        tally.map { "\($0.belowHalf.gifts) of \($0.gifts)" } ?? "–"
    }

    /// Returns the kinds or senders of the most value of which less than half was seen in any of the sessions; none if
    /// there is only one.
    private static func leastSeen(_ groups: [[String: SeenTally]]) -> [String] {
        var values: [String: Int64] = [:]
        for group in groups {
            for (name, tally) in group { values[name] = max(values[name] ?? 0, tally.belowHalf.value) }
        }
        guard values.count > 1 else { return [] }
        return values.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(2).map(\.key)
    }

    private static func wait(_ time: Nanoseconds?) -> String {
        time.map { TimeFormat.seconds($0) } ?? "–"
    }

    private static func share(_ part: Nanoseconds, of whole: Nanoseconds) -> String {
        guard part > 0, whole > 0 else { return "0s" }
        // Rounded down: rounding half up twice could go up from below a half. What is not nothing does not become nothing.
        let share = max(Millionths(1), Millionths(Int128(part) * 1_000_000, of: whole, rounded: .down))
        return "\(TimeFormat.seconds(part)) (\(share.percent))"
    }
}

extension Outcome.DropReason {
    /// The reason for a report.
    var reportText: String {
        switch self {
        case .early: "too early"
        case .superseded: "superseded"
        case .missing: "animation missing"
        case .modeSwitch: "mode switched"
        case .overflow: "queue full"
        case .expired: "expired"
        case .cleared: "cleared"
        case .duplicate: "duplicate"
        }
    }
}

extension SessionFigures {
    /// The number of presentations that ended without the close key: the stage was cleared, or the animation withdrawn.
    var dismissedOtherwise: Int {
        viewing.dismissals[.clear, default: 0] + viewing.dismissals[.withdrawn, default: 0]
    }
}
