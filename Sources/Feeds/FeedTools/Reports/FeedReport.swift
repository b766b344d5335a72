import ExactNumbers
import TerminalCells
import TerminalText

/// A report of a feed's statistics as text for the terminal.
public struct FeedReport {
    private let figures: FeedFigures
    private let name: String
    private let invalidLines: Int
    private let columns: Int
    private let isASCII: Bool

    private static let maxNames = 8
    private static let maxBursts = 8
    private static let maxBarWidth = 30
    private static let maxNameWidth = 20

    /// Creates a report with lines of at most `columns` columns; at least 40.
    public init(_ figures: FeedFigures, name: String, invalidLines: Int, columns: Int, isASCII: Bool) {
        self.figures = figures
        self.name = name
        self.invalidLines = invalidLines
        self.columns = max(40, columns)
        self.isASCII = isASCII
    }

    /// The lines of the report.
    public var lines: [String] {
        var lines = [name, summary.joined(separator: separator)]
        if invalidLines > 0 {
            let words = invalidLines == 1 ? "1 line is" : "\(invalidLines) lines are"
            lines.append("\(words) invalid; giftty feed validate lists them")
        }
        if figures.lateEvents > 0 {
            let words = figures.lateEvents == 1 ? "1 event is" : "\(figures.lateEvents) events are"
            lines.append("\(words) earlier than the one before")
        }
        guard figures.giftEvents > 0 else { return lines + ["", "no gifts"] }
        lines +=
            [""] + timeSeriesLines + [""] + table("senders", figures.topSenders(Self.maxNames), of: figures.senderCount)
        lines += [""] + table("kinds", figures.topKinds(Self.maxNames), of: nil)
        lines += [""] + values
        if figures.streaks.count > 0 { lines += streaks }
        return lines + bursts
    }

    private var separator: String { isASCII ? ", " : " · " }

    private var summary: [String] {
        let types = figures.events.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let events = figures.totalEvents == 1 ? "1 event" : "\(figures.totalEvents) events"
        return [Self.time(figures.end), events] + types.map { "\($0.value) \($0.key)" }
    }

    private var timeSeriesLines: [String] {
        let slots = figures.timeSeries.merged(into: columns - 9)
        let width =
            (figures.timeSeries.slots.count + slots.count - 1) / max(1, slots.count) * figures.timeSeries.slotSeconds
        let end = Self.time(.seconds(slots.count * width))
        var lines = [
            "gifts    " + Sparkline.text(slots.map(\.gifts), isASCII: isASCII),
            "value    " + Sparkline.text(slots.map(\.value), isASCII: isASCII),
            "         0s" + String(repeating: " ", count: max(1, slots.count - 2 - end.count)) + end,
        ]
        if let peak = figures.timeSeries.peak {
            let slot =
                figures.timeSeries.slotSeconds == 1 ? "a second" : Self.time(.seconds(figures.timeSeries.slotSeconds))
            lines.append("most     \(peak.gifts) in \(slot), at \(Self.time(peak.start))")
        }
        return lines
    }

    private func table(_ title: String, _ tallies: [FeedFigures.Tally], of count: Int?) -> [String] {
        let most = tallies.map(\.value).max() ?? 0
        let names = tallies.map { fitted($0.name) }
        let widest = names.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        let gifts = tallies.map { "\($0.gifts)" }
        let values = tallies.map { "\($0.value)" }
        let giftsWidth = max(5, gifts.map(\.count).max() ?? 0)
        let valueWidth = max(5, values.map(\.count).max() ?? 0)
        let room = min(Self.maxBarWidth, columns - 9 - widest - giftsWidth - valueWidth - 6)
        let head = title + String(repeating: " ", count: max(1, 9 - title.count))
        let more = count.map { $0 > tallies.count ? "\($0) in all" : "" } ?? ""
        return [
            Self.trimmed(
                head + Self.padded(more, widest) + "  " + Self.rightAligned("gifts", giftsWidth) + "  "
                    + Self.rightAligned("value", valueWidth))
        ]
            + tallies.indices.map { index in
                let bar = Sparkline.bar(tallies[index].value, of: most, columns: max(1, room), isASCII: isASCII)
                return Self.trimmed(
                    String(repeating: " ", count: 9) + Self.padded(names[index], widest) + "  "
                        + Self.rightAligned(gifts[index], giftsWidth) + "  "
                        + Self.rightAligned(values[index], valueWidth) + "  "
                        + bar)
            }
    }

    private var values: [String] {
        let shares = [(0.5, "half"), (0.9, "9 of 10"), (0.99, "99 of 100")]
        let prices =
            shares.map { "\($0.1) up to \(figures.price(atShare: $0.0))" } + ["all up to \(figures.price(atShare: 1))"]
        var lines = ["prices   " + prices.joined(separator: separator)]
        let gifts = figures.gifts == 1 ? "1 gift" : "\(figures.gifts) gifts"
        lines.append(
            "in all   \(gifts)\(separator)\(figures.value) coins\(separator)\(perMinute) gifts a minute")
        if figures.duplicates > 0 {
            lines.append("twice    \(figures.duplicates) repeated gifts are not counted")
        }
        return lines
    }

    private var perMinute: String {
        let seconds = max(1, figures.end.components.seconds)
        return Self.tenths(Double(figures.gifts) * 60 / Double(seconds))
    }

    private var streaks: [String] {
        let streaks = figures.streaks
        let mean = Double(streaks.gifts) / Double(streaks.count)
        return [
            "streaks  \(streaks.count)\(separator)\(Self.tenths(mean)) gifts on average\(separator)longest \(streaks.maxGifts), "
                + "\(fitted(streaks.longestGift)) from \(fitted(streaks.longestSender))"
                + (streaks.ended < streaks.count ? "\(separator)\(streaks.count - streaks.ended) without an end" : "")
        ]
    }

    private var bursts: [String] {
        let bursts = figures.timeSeries.bursts
        guard !bursts.isEmpty else { return [] }
        let lines = bursts.prefix(Self.maxBursts).enumerated().map { index, burst in
            (index == 0 ? "bursts   " : "         ")
                + "at \(Self.time(burst.start), width: 7)  \(Self.rightAligned("\(burst.gifts)", 4)) gifts in "
                + "\(Self.time(burst.duration)), worth \(burst.value)"
        }
        let rest = bursts.count - lines.count
        return lines + (rest > 0 ? ["         and \(rest) more"] : [])
    }

    // MARK: - Formatting

    private static func tenths(_ number: Double) -> String {
        ExactDecimal(Int64((number * 10).rounded()), digits: 1).fixedText
    }

    /// Returns `duration` as `12s`, `3m 05s` or `2h 00m`.
    static func time(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if seconds < 60 { return "\(seconds)s" }
        if seconds < 3_600 { return "\(seconds / 60)m \(two(seconds % 60))s" }
        return "\(seconds / 3_600)h \(two(seconds / 60 % 60))m"
    }

    /// Returns a name from the feed, made safe for the terminal and truncated to ``maxNameWidth`` columns.
    private func fitted(_ name: String) -> String {
        DisplayWidth.fitted(name.terminalSafe(), toColumns: Self.maxNameWidth, ellipsis: isASCII ? "~" : "…")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: text)))
    }

    private static func rightAligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}

extension DefaultStringInterpolation {
    fileprivate mutating func appendInterpolation(_ text: String, width: Int) {
        appendLiteral(text + String(repeating: " ", count: max(0, width - text.count)))
    }
}
