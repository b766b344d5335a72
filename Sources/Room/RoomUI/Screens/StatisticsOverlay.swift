import ExactNumbers
import Playback
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    static let statistics = ScreenID(rawValue: "statistics")
}

/// The panel with the frame statistics, which are collected while it is open.
struct StatisticsOverlay: Overlay {
    enum Action {
        case close
    }

    static let id = ScreenID.statistics
    static let opening = CommandDescriptor(
        .toggle(.statistics), "Statistics", [KeyStroke("s")], "frame cost",
        hint: KeyHint("statistics", .low))
    static let isInReplays = true
    // A recording does not contain the cost of frames.
    static let isInRecordings = false

    private(set) var rates = FrameRates()
    /// The session time of the last painting.
    private var paintedAt: Nanoseconds = 0

    init(_ context: ScreenContext) {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        [Binding([KeyStroke(.escape)], "close", .close)]
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] { [.close(.statistics)] }

    func changes(at time: Nanoseconds) -> Bool { abs(time - paintedAt) >= FrameRates.interval }

    mutating func addSample(of statistics: FrameStatistics, at time: Nanoseconds) {
        rates.addSample(of: statistics)
        paintedAt = time
    }

    mutating func paint(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus
    ) {
        StatisticsPanel(rates: rates, feed: sources.feed, symbols: context.symbols).paint(in: &grid, layout)
    }
}
