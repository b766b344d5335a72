import ExactNumbers
import Playback
import PolicyComparison
import TerminalCells

/// The row of a timeline with a bar for each presentation on the stage.
struct StageRow {
    /// The number of presentations without a column, because longer ones cover more of each column.
    let hiddenCount: Int
    /// The visible signs that the legend must explain.
    private(set) var symbols: Set<Symbol> = []

    /// A sign on a bar.
    enum Symbol: CaseIterable {
        case replacement, threshold, dismissal, unplayed
    }

    private let runs: [Run]
    private let axis: TimeAxis

    /// Adjacent columns of the same presentation.
    private struct Run {
        let presentation: SessionTimeline.Presentation
        let columns: Range<Int>
        /// Whether the presentation replaced the one before.
        let isReplacement: Bool
    }

    init(_ timeline: SessionTimeline, _ axis: TimeAxis) {
        self.axis = axis
        let owners = Self.presentationIndices(timeline.presentations, axis)
        var runs: [Run] = []
        var column = 0
        while column < owners.count {
            guard let owner = owners[column] else {
                column += 1
                continue
            }
            let start = column
            while column < owners.count, owners[column] == owner { column += 1 }
            let presentation = timeline.presentations[owner]
            runs.append(
                Run(
                    presentation: presentation, columns: start..<column,
                    isReplacement: owner > 0 && timeline.presentations[owner - 1].isReplaced(by: presentation)))
        }
        self.runs = runs
        hiddenCount = timeline.presentations.count { $0.overlaps(axis.window) } - Set(owners.compactMap { $0 }).count
        for run in runs { symbols.formUnion(Self.symbols(of: run, axis)) }
    }

    /// Returns for each column the index of the presentation that covers most of it.
    private static func presentationIndices(_ presentations: [SessionTimeline.Presentation], _ axis: TimeAxis) -> [Int?]
    {
        var owners = [Int?](repeating: nil, count: axis.columns)
        var shares = [Double](repeating: -1, count: axis.columns)
        for (index, presentation) in presentations.enumerated() where presentation.overlaps(axis.window) {
            let start = axis.position(presentation.span.lowerBound)
            let end = axis.position(presentation.span.upperBound)
            let first = axis.column(presentation.span.lowerBound)
            // A bar that ends at the start of a column does not include that column.
            let last = max(first, min(axis.columns - 1, Int(end.rounded(.up)) - 1))
            for column in first...last {
                let share = min(end, Double(column + 1)) - max(start, Double(column))
                guard share > shares[column] else { continue }
                (owners[column], shares[column]) = (index, share)
            }
        }
        return owners
    }

    private static func symbols(of run: Run, _ axis: TimeAxis) -> Set<Symbol> {
        var signs: Set<Symbol> = []
        if run.isReplacement { signs.insert(.replacement) }
        if thresholdColumn(run, axis) != nil { signs.insert(.threshold) }
        guard run.columns.count > 1 else { return signs }
        switch run.presentation.outcome {
        case .dismissed: signs.insert(.dismissal)
        case .unplayed: signs.insert(.unplayed)
        default: break
        }
        return signs
    }

    /// Returns the column of the threshold mark, within the bar or at its last column; `nil` if it is not visible.
    private static func thresholdColumn(_ run: Run, _ axis: TimeAxis) -> Int? {
        guard let threshold = run.presentation.threshold, axis.window.contains(threshold) else { return nil }
        let column = min(axis.column(threshold), run.columns.upperBound - 1)
        return column > run.columns.lowerBound ? column : nil
    }

    /// Draws the bars into a line, beginning at column `offset`.
    func draw(into line: inout TextLine, at offset: Int, _ colors: KindColors, _ style: TextStyle) {
        for (index, run) in runs.enumerated() {
            let next = index + 1 < runs.count ? runs[index + 1].columns.lowerBound : nil
            let brush = BarStyle(
                style: style, color: KindColors.palette[colors.index(of: run.presentation.kind)],
                isFollowed: next == run.columns.upperBound)
            draw(run, into: &line, at: offset, brush)
        }
    }

    private func draw(_ run: Run, into line: inout TextLine, at offset: Int, _ brush: BarStyle) {
        let start = offset + run.columns.lowerBound
        let end = offset + run.columns.upperBound
        for column in start..<end { brush.write(brush.bodyGlyph, at: column, into: &line) }
        brush.write(run.isReplacement ? brush.replacementGlyph : brush.startGlyph, at: start, into: &line)
        guard end - start > 1 else { return }
        if let sign = brush.endGlyph(run.presentation.outcome) { brush.write(sign, at: end - 1, into: &line) }
        let threshold = Self.thresholdColumn(run, axis).map { $0 + offset }
        writeLabel(run, from: start + 1, to: end - 1, threshold, into: &line, brush)
        if let threshold { brush.write(brush.thresholdGlyph, at: threshold, into: &line) }
    }
}

extension StageRow {
    /// Writes the number and the kind before the threshold, or after it if there is more room, or only the number.
    private func writeLabel(
        _ run: Run, from start: Int, to end: Int, _ threshold: Int?, into line: inout TextLine, _ brush: BarStyle
    ) {
        let number = String(run.presentation.gift)
        let before = start..<max(start, min(threshold ?? end, end))
        let behind = min(end, (threshold ?? end) + 1)..<end
        for text in ["\(number) \(run.presentation.kind)", number] {
            for room in [before, behind] where DisplayWidth.columns(of: text) <= room.count {
                brush.write(text, at: room.lowerBound, into: &line)
                return
            }
        }
    }
}

/// The appearance of a bar: a colored area with text, or without colors a line with end marks.
private struct BarStyle {
    let style: TextStyle
    let color: UInt32
    /// Whether another bar begins where this one ends.
    let isFollowed: Bool

    var bodyGlyph: String { style.hasColors ? " " : style.glyph("─", "-") }
    var startGlyph: String { style.hasColors ? style.glyph("▏", "|") : style.glyph("├", "[") }
    var replacementGlyph: String { StageRow.Symbol.replacement.glyph(style) }
    var thresholdGlyph: String { StageRow.Symbol.threshold.glyph(style) }

    func endGlyph(_ outcome: Outcome) -> String? {
        switch outcome {
        case .dismissed: StageRow.Symbol.dismissal.glyph(style)
        case .unplayed: StageRow.Symbol.unplayed.glyph(style)
        default: style.hasColors || isFollowed ? nil : style.glyph("┤", "]")
        }
    }

    func write(_ text: String, at column: Int, into line: inout TextLine) {
        if style.hasColors {
            line.write(text, at: column, CellColor(KindColors.textColor), on: CellColor(color))
        } else {
            line.write(text, at: column)
        }
    }
}

extension StageRow.Symbol {
    func glyph(_ style: TextStyle) -> String {
        switch self {
        case .replacement: style.glyph("»", ">")
        case .threshold: style.hasColors ? style.glyph("┊", ":") : style.glyph("┼", "+")
        case .dismissal: style.glyph("✕", "x")
        case .unplayed: style.glyph("…", "~")
        }
    }

    var explanation: String {
        switch self {
        case .replacement: "replaces the one before"
        case .threshold: "may be replaced from here"
        case .dismissal: "is closed"
        case .unplayed: "on stage at the end"
        }
    }
}

extension SessionTimeline.Presentation {
    func overlaps(_ window: Range<Nanoseconds>) -> Bool {
        span.lowerBound < window.upperBound && span.upperBound >= window.lowerBound
    }

    func isReplaced(by next: SessionTimeline.Presentation) -> Bool {
        if case .replaced(let by, _) = outcome { by == next.gift } else { false }
    }
}
