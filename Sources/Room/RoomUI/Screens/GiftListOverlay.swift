import Playback
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    static let giftList = ScreenID(rawValue: "gifts")
}

/// The list of the last gifts with their outcomes.
struct GiftListOverlay: Overlay {
    enum Action {
        case move(ListMove)
        case close
        /// Does nothing; the screen below must not receive the event.
        case nothing
    }

    static let id = ScreenID.giftList
    static let opening = CommandDescriptor(
        .toggle(.giftList), "Last gifts", [KeyStroke("h")], "the last gifts; r sends one again",
        hint: KeyHint("last gifts"))
    static let summaryInReplays = "the last gifts; the arrows choose one"
    static let isInReplays = true
    static let isOverEveryScreen = false
    static let acceptsCounts = true

    private(set) var selection = GiftSelection()
    /// Why the last key had no effect.
    private var refusal: String?

    init(_ context: ScreenContext) {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        ListMove.bindings("choose", symbols: context.symbols, hint: "choose").map { $0.map(Action.move) } + [
            Binding([KeyStroke(.escape)], "close", .close, hint: KeyHint("close", .high))
        ]
    }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? {
        let wheel = ListMove(wheel: mouse)
        guard let layout = context.layout.map({ GiftPanelLayout($0) }),
            layout.area.contains(column: mouse.column, row: mouse.row)
        else { return wheel == nil ? nil : .nothing }
        guard mouse.action == .press else { return .nothing }
        if let wheel { return .move(wheel) }
        guard mouse.button == .left else { return .nothing }
        if layout.closeButton.contains(column: mouse.column, row: mouse.row) { return .close }
        let log = context.session.giftLog
        return layout.list.index(under: mouse, showing: selection.position(in: log), count: log.entries.count)
            .map { .move(.to($0)) } ?? .nothing
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        refusal = nil
        switch action {
        case .move(let move):
            let log = context.session.giftLog
            let page = context.layout.map { GiftPanelLayout($0).list.cells.rows } ?? 1
            selection.choose(
                move.index(from: selection.position(in: log), count: log.entries.count, page: page), in: log)
        case .close: return [.close(.giftList)]
        case .nothing: break
        }
        return []
    }

    /// Chooses the gift with a number.
    mutating func choose(_ number: Int) { selection = GiftSelection(number: number) }

    mutating func show(_ message: ScreenMessage) { refusal = message.text }

    mutating func paint(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus
    ) {
        let controller = context.session.controller
        GiftPanel(
            log: context.session.giftLog, selection: selection, running: controller.running, message: refusal,
            symbols: context.symbols
        ).paint(in: &grid, GiftPanelLayout(layout))
    }
}
