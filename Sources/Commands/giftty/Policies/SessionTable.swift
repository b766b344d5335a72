import CommandLineSupport
import ExactNumbers
import Playback
import PlayerSettings
import TerminalCells
import TerminalText

/// A session record as a text table: a row per gift with its outcome and a bar on the time line.
struct SessionTable {
    private let record: SessionRecord
    private let columns: Int
    private let isASCII: Bool

    private static let minBarWidth = 12
    private static let maxBarWidth = 60
    private static let maxNameWidth = 40

    init(_ record: SessionRecord, columns: Int, isASCII: Bool) {
        self.record = record
        self.columns = columns
        self.isASCII = isASCII
    }

    /// The lines of the table.
    var lines: [String] {
        var lines = title(gifts: record.gifts.count) + [""] + rows
        if !record.changes.isEmpty {
            lines.append("")
            lines += record.changes.map { "at \($0.at.durationText): \($0.words)" }
        }
        let totals = Outcome.Name.allCases.compactMap { name in
            record.totals[name].map { "\($0) \(name.rawValue)" }
        }
        if !totals.isEmpty { lines += ["", totals.joined(separator: separator)] }
        return lines
    }

    private var separator: String { isASCII ? ", " : " · " }

    /// Returns the name of the session, and a line with its settings, the number of gifts and its end.
    func title(gifts: Int) -> [String] {
        let settings = record.settings.map(\.description).joined(separator: separator)
        return [
            record.name,
            [settings, gifts == 1 ? "1 gift" : "\(gifts) gifts", record.end.durationText].joined(separator: separator),
        ]
    }

    /// The rows of the table, one per gift. The bars fill the remaining width.
    private var rows: [String] {
        guard !record.gifts.isEmpty else { return ["no gifts arrived"] }
        var table = TextTable([.right, .left, .left, .right, .right, .left])
        table.add(["", "gift", "from", isASCII ? "x" : "×", "at", "outcome"])
        for entry in record.gifts {
            table.add([
                String(entry.number), fitted(entry.kind), fitted(entry.sender), String(entry.count),
                entry.arrivedAt.durationText,
                entry.summary,
            ])
        }
        let texts = table.lines
        let widest = texts.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        let room = min(Self.maxBarWidth, max(Self.minBarWidth, columns - widest - 3))
        return zip(texts, [scale(room)] + record.gifts.map { bar($0, room) }).map { text, bar in
            let gap = String(repeating: " ", count: widest - DisplayWidth.columns(of: text) + 2)
            return bar.isEmpty ? text : text + gap + bar
        }
    }

    /// Returns a name that is truncated to leave space for the other columns.
    private func fitted(_ name: String) -> String {
        DisplayWidth.fitted(name.terminalSafe(), toColumns: Self.maxNameWidth, ellipsis: isASCII ? "~" : "…")
    }

    /// Returns the labels of both ends of the time line.
    private func scale(_ room: Int) -> String {
        let end = record.end.durationText
        return "0s" + String(repeating: " ", count: max(1, room - 2 - end.count)) + end
    }

    /// Returns the bar of a gift: dots while it waits, blocks while it plays, a cross if it was not shown.
    private func bar(_ entry: SessionRecord.Entry, _ room: Int) -> String {
        var cells = [Character](repeating: " ", count: room)
        let arrival = cell(entry.arrivedAt, room)
        let end = cell(entry.endedAt ?? record.end, room)
        let start = entry.startedAt.map { cell($0, room) }
        for index in arrival..<max(arrival, start ?? end) { cells[index] = isASCII ? "." : "·" }
        if let start {
            for index in start...max(start, end - 1) { cells[index] = isASCII ? "#" : "█" }
        } else {
            cells[end] = isASCII ? "x" : "×"
        }
        while cells.last == " " { cells.removeLast() }
        return String(cells)
    }

    private func cell(_ time: Nanoseconds, _ room: Int) -> Int {
        guard record.end > 0 else { return 0 }
        return min(room - 1, max(0, Int(Double(time) / Double(record.end) * Double(room))))
    }
}
