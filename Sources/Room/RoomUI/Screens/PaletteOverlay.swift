import Playback
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    static let palette = ScreenID(rawValue: "palette")
}

/// The palette, which finds commands by a few letters.
struct PaletteOverlay: Overlay {
    enum Action {
        case type(Character)
        case deleteBackward, deleteAll
        case move(ListMove)
        /// Runs the chosen hit, or the one at an index.
        case run(Int?)
        case close
        /// Does nothing; the screen below must not receive the event.
        case nothing
    }

    static let id = ScreenID.palette
    static let opening = CommandDescriptor(
        .toggle(.palette), "Command palette", [KeyStroke(":"), KeyStroke(.modified("p"), .control)],
        "the command palette", hint: KeyHint("commands"))
    static let maxPastedLength: Int? = Palette.maxQueryLength

    private(set) var palette = Palette()

    init(_ context: ScreenContext) {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        ListMove.bindings("choose", symbols: context.symbols, isTyping: true, hint: "choose").map {
            $0.map(Action.move)
        }
            + [
                Binding([KeyStroke(.enter)], "run", .run(nil), hint: KeyHint("run", .high)),
                Binding(
                    [KeyStroke(.escape), KeyStroke(.modified("p"), .control)], "close", .close,
                    hint: KeyHint("close", .high)),
                Binding([KeyStroke(.backspace)], "delete", .deleteBackward),
                Binding(
                    [KeyStroke(.modified("u"), .control)], "delete all", .deleteAll, hint: KeyHint("delete all", .low)),
            ]
    }

    func action(for event: InputEvent, in context: ScreenContext) -> Action? {
        switch event {
        case .character(let character): .type(character)
        case .mouse(let mouse): action(for: mouse, in: context)
        default:
            bindings(in: context).action(for: event) ?? .nothing
        }
    }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? {
        guard mouse.action == .press, let layout = context.layout.map({ PaletteLayout($0) }) else { return .nothing }
        if let move = ListMove(wheel: mouse) { return .move(move) }
        let count = hits(in: context).count
        if mouse.button == .left, let index = layout.list.index(under: mouse, showing: palette.chosen, count: count) {
            return .run(index)
        }
        return layout.area.contains(column: mouse.column, row: mouse.row) ? .nothing : .close
    }

    mutating func handle(_ event: InputEvent, in context: ScreenContext) -> Handling {
        let action = action(for: event, in: context)
        guard case .run(let index)? = action else { return .handled(action.map { perform($0, in: context) } ?? []) }
        let hits = hits(in: context)
        if let index { palette.move(.to(index), count: hits.count, page: 1) }
        palette.move(.to(palette.chosen), count: hits.count, page: 1)
        guard hits.indices.contains(palette.chosen) else { return .handled([.refuse("no matches")]) }
        let hit = hits[palette.chosen]
        // If the entry is not available, the palette stays open.
        if let reason = hit.refusal { return .handled([.refuse(reason)]) }
        return .handled(
            [.recordUse(hit.command), .close(.palette), hit.command.fromPalette],
            key: hit.key?.label(context.symbols) ?? ":")
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        switch action {
        case .type(let character): palette.append(character)
        case .deleteBackward:
            if palette.query.isEmpty { return [.close(.palette)] }
            palette.deleteBackward()
        case .deleteAll: palette.deleteAll()
        case .move(let move):
            let page = context.layout.map { PaletteLayout($0).list.cells.rows } ?? 1
            palette.move(move, count: hits(in: context).count, page: page)
        case .close: return [.close(.palette)]
        case .run, .nothing: break
        }
        return []
    }

    /// Returns the entries that match the query.
    func hits(in context: ScreenContext) -> [Palette.Hit] {
        palette.hits(among: context.paletteEntries, in: context)
    }

    mutating func paint(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus
    ) {
        PalettePainter(palette: palette, hits: hits(in: context), symbols: context.symbols).paint(
            in: &grid, PaletteLayout(layout))
    }
}
