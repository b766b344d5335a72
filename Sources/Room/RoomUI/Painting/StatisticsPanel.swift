import ExactNumbers
import Playback
import RoomSession
import Scenarios
import Terminal
import TerminalCells

/// The rates of the frame statistics during the last seconds, collected while the panel is open.
struct FrameRates: Equatable {
    /// The totals at a frame.
    private struct Sample: Equatable {
        let time: Nanoseconds
        let shown: Int
        let dropped: Int
        let changedCells: Int
        let bytes: Int
        let totals: [Nanoseconds]
    }

    /// The time window of the rates: long enough to be readable, short enough to react to changes.
    private static let window: Nanoseconds = 2 * .second
    /// The time between two updates of the rates.
    static let interval: Nanoseconds = .second / 4

    private var samples: [Sample] = []
    /// The time of the last sample, on the clock of the frames.
    private var lastSampleTime: Nanoseconds = .min

    /// Adds a sample of the statistics if the last one is at least one interval old.
    mutating func addSample(of statistics: FrameStatistics) {
        let now = statistics.frameTime
        // If the clock went back, the older samples are meaningless.
        if let last = samples.last, now < last.time { samples = [] }
        guard samples.isEmpty || now - lastSampleTime >= Self.interval else { return }
        lastSampleTime = now
        samples.append(
            Sample(
                time: now, shown: statistics.shown, dropped: statistics.dropped, changedCells: statistics.changedCells,
                bytes: statistics.bytes, totals: FrameStatistics.Part.allCases.map(statistics.total)))
        let old = samples.prefix { $0.time < now - Self.window }.count
        samples.removeFirst(min(old, samples.count - 1))
    }

    private var firstAndLast: (first: Sample, last: Sample)? {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return nil }
        return (first, last)
    }

    private func perSecond(_ count: (Sample) -> Int) -> Double {
        firstAndLast.map { Double(count($0.last) - count($0.first)) / (Double($0.last.time - $0.first.time) / 1e9) }
            ?? 0
    }

    private func perFrame(_ count: (Sample) -> Int) -> Double {
        guard let (first, last) = firstAndLast else { return 0 }
        let frames = last.shown + last.dropped - first.shown - first.dropped
        return frames > 0 ? Double(count(last) - count(first)) / Double(frames) : 0
    }

    /// The frames per second that reached the terminal.
    var framesPerSecond: Double { perSecond(\.shown) }
    /// The frames per second that were dropped because the terminal was busy.
    var droppedPerSecond: Double { perSecond(\.dropped) }
    /// The bytes per second that were sent to the terminal.
    var bytesPerSecond: Double { perSecond(\.bytes) }
    /// The mean number of changed cells per frame.
    var cellsPerFrame: Double { perFrame(\.changedCells) }
    /// Returns the mean processor time of a part per frame, in milliseconds.
    func milliseconds(_ part: FrameStatistics.Part) -> Double { perFrame { Int($0.totals[part.rawValue]) } / 1e6 }
    /// The mean processor time per frame, in milliseconds.
    var millisecondsPerFrame: Double { FrameStatistics.Part.allCases.reduce(0) { $0 + milliseconds($1) } }
    /// The share of one processor core, in per cent.
    var processorShare: Double { perSecond { Int($0.totals.reduce(0, +)) } / 1e7 }
}

/// The panel with the frame statistics, the event counts of an external feed, and the figures of the gifts.
struct StatisticsPanel {
    /// The part that is shown where there is no room for both.
    enum Page {
        case frames, gifts
    }

    let rates: FrameRates
    /// The figures of the session up to now.
    let figures: SessionFigures
    var page = Page.frames
    /// The feed of the room, or `nil` to show no event counts.
    var feed: FeedLink?
    let symbols: SymbolSet

    private static let width = 35

    /// A label and a figure.
    typealias Line = (what: String, figure: String)

    /// The lines of the frames and of the feed.
    var lines: [Line] {
        let parts = FrameStatistics.Part.allCases.map { part in
            ("  \(part)", "\(decimal(rates.milliseconds(part), 2)) ms")
        }
        return [
            ("frames a second", decimal(rates.framesPerSecond, 1)),
            ("  dropped", decimal(rates.droppedPerSecond, 1)),
            ("CPU a frame", "\(decimal(rates.millisecondsPerFrame, 2)) ms"),
        ] + parts + [
            ("of one core", "\(decimal(rates.processorShare, 1)) %"),
            ("bytes a second", size(rates.bytesPerSecond)),
            ("cells a frame", decimal(rates.cellsPerFrame, 0)),
        ] + feedLines
    }

    private var feedLines: [(what: String, figure: String)] {
        guard let feed, let standing = feed.status else { return [] }
        let losses = feed.losses
        var lines = [
            ("events", String(standing.arrivedCount)), ("dropped", String(losses.reduce(0) { $0 + $1.count })),
        ]
        lines += losses.map { ("  \($0.reason)", String($0.count)) }
        if standing.invalidLineCount > 0 { lines.append(("wrong lines", String(standing.invalidLineCount))) }
        return lines + standing.disturbances.map { ("  \($0.reason)", String($0.count)) }
    }

    /// Returns the position of the panel: at the right, below the top bar, and below the decision line if there is room.
    static func area(_ layout: StageLayout, lines: Int) -> CellRect {
        let width = min(Self.width, layout.picture.columns)
        let room = layout.picture.rows - layout.topBar.rows - 1
        let shift = max(0, min(layout.decisionLine.rows, room - lines))
        return CellRect(
            column: layout.picture.endColumn - width, row: layout.picture.row + layout.topBar.rows + shift,
            columns: width, rows: max(0, min(lines, room)))
    }

    /// Returns the lines of all parts if there is room for them, else those of the page and the key for the other.
    func visibleLines(_ layout: StageLayout) -> [Line] {
        let all = lines + [("", "")] + figures.panelLines
        if all.count <= layout.picture.rows - layout.topBar.rows - 1 { return all }
        return switch page {
        case .frames: lines + [("Tab: what became of the gifts", "")]
        case .gifts: figures.panelLines + [("Tab: frames and feed", "")]
        }
    }

    /// Paints the panel.
    func paint(in grid: inout CellGrid, _ layout: StageLayout) {
        let lines = visibleLines(layout)
        let place = Self.area(layout, lines: lines.count)
        grid.fill(place, with: Cell(foreground: Theme.text, background: Theme.panel))
        for (index, line) in lines.prefix(place.rows).enumerated() {
            let row = place.row + index
            let isPart = line.what.hasPrefix(" ")
            grid.write(
                StyledText(line.what, isPart ? Theme.secondaryText : Theme.text), column: place.column + 2, row: row,
                within: place)
            grid.write(
                StyledText(line.figure, isPart ? Theme.text : Theme.strongText, isBold: !isPart),
                column: place.endColumn - 1 - DisplayWidth.columns(of: line.figure), row: row, within: place)
        }
    }

    private func size(_ bytes: Double) -> String {
        bytes < 1_000
            ? "\(decimal(bytes, 0)) B"
            : bytes < 1_000_000 ? "\(decimal(bytes / 1e3, 1)) kB" : "\(decimal(bytes / 1e6, 2)) MB"
    }

    /// Returns a non-negative number with a number of decimal places, or a dash if it is not a finite number in range.
    private func decimal(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite, value >= 0, value < 1e12 else { return symbols.bar.unfilled }
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let rounded = Int((value * Double(scale)).rounded())
        guard digits > 0 else { return String(rounded) }
        let fraction = String(rounded % scale)
        return "\(rounded / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
