import Playback
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    static let help = ScreenID(rawValue: "help")
}

/// The panel with the keys of the screen below it.
struct HelpOverlay: Overlay {
    enum Action {
        case scroll(ListMove)
        case close
        /// Does nothing; the screen below must not receive the event.
        case nothing
    }

    static let id = ScreenID.help
    static let opening = CommandDescriptor(
        .toggle(.help), "Help", [KeyStroke("?")], "this help", hint: KeyHint("help", .essential))
    static let isInReplays = true
    static let acceptsCounts = true

    /// The scroll offset, in rows.
    private(set) var offset = 0

    init(_ context: ScreenContext) {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        ListMove.bindings("scroll", symbols: context.symbols, hint: "scroll").map { $0.map(Action.scroll) } + [
            Binding([KeyStroke(.escape)], "close", .close, hint: KeyHint("close", .high))
        ]
    }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? {
        if let move = ListMove(wheel: mouse) { return .scroll(move) }
        // A press on the panel must not reach what is below it.
        let area = context.layout.map { context.help.area(in: $0.panelArea) }
        let isInside = area?.contains(column: mouse.column, row: mouse.row) == true
        return mouse.action == .press && isInside ? .nothing : nil
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        switch action {
        case .scroll(let move):
            guard let layout = context.layout else { return [] }
            let maxOffset = context.help.maxOffset(area: layout.panelArea)
            offset = move.index(from: offset, count: maxOffset + 1, page: layout.picture.rows - 4)
        case .close: return [.close(.help)]
        case .nothing: break
        }
        return []
    }

    mutating func paint(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus
    ) {
        context.help.paint(in: &grid, area: layout.panelArea, offset: offset)
    }
}
