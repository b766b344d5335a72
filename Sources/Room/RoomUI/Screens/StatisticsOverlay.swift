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
        case turnPage
    }

    static let id = ScreenID.statistics
    static let opening = CommandDescriptor(
        .toggle(.statistics), "Statistics", [KeyStroke("s")], "frame cost, and what became of the gifts",
        hint: KeyHint("statistics", .low))
    static let isInReplays = true
    // A recording does not contain the cost of frames.
    static let isInRecordings = false

    private(set) var rates = FrameRates()
    private var page = StatisticsPanel.Page.frames
    /// The session time of the last painting.
    private var paintedAt: Nanoseconds = 0

    init(_ context: ScreenContext) {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        [
            Binding([KeyStroke(.tab)], "frames, or gifts, where there is no room for both", .turnPage),
            Binding([KeyStroke(.escape)], "close", .close),
        ]
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        switch action {
        case .close: return [.close(.statistics)]
        case .turnPage:
            page = page == .frames ? .gifts : .frames
            return []
        }
    }

    func changes(at time: Nanoseconds) -> Bool { abs(time - paintedAt) >= FrameRates.interval }

    mutating func addSample(of statistics: FrameStatistics, at time: Nanoseconds) {
        rates.addSample(of: statistics)
        paintedAt = time
    }

    mutating func paint(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus
    ) {
        StatisticsPanel(
            rates: rates, figures: context.session.figures, page: page, feed: sources.feed, symbols: context.symbols
        ).paint(in: &grid, layout)
    }
}
