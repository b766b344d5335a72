import ExactNumbers
import Terminal
import TerminalCells

// Typing and choosing in the palette change only the view; the chosen action is performed as if its key had been
// pressed.
extension RoomShow {
    /// The entries that match the query of the palette.
    var paletteHits: [Palette.Hit] {
        overlays.palette?.hits(in: actions) { isAvailable($0) } ?? []
    }

    private var paletteLayout: PaletteLayout? {
        StageLayout(columns: size.columns, rows: size.rows).map { PaletteLayout($0) }
    }

    /// Returns the index of the palette entry under the mouse, or `nil` if there is none.
    private func entry(under mouse: MouseEvent, of count: Int) -> Int? {
        guard let layout = paletteLayout, let palette = overlays.palette,
            layout.list.contains(column: mouse.column, row: mouse.row)
        else { return nil }
        let entry = layout.first(showing: palette.chosen) + mouse.row - layout.list.row
        return entry < count ? entry : nil
    }

    /// Returns whether an event performs an entry of the palette.
    func isPaletteConfirmation(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter, _): true
        case .mouse(let mouse):
            mouse.button == .left && mouse.action == .press && entry(under: mouse, of: paletteHits.count) != nil
        default: false
        }
    }

    /// Performs the chosen entry, or the entry under the mouse, and closes the palette. If the entry is not available,
    /// the palette stays open.
    mutating func performChosenEntry(_ event: InputEvent, at time: Nanoseconds) {
        guard let hit = consumeChosenEntry(event) else { return }
        switch hit.effect {
        case .action(let action): perform(action, key: hit.key?.label(symbols) ?? ":", at: time)
        case .assign(let key, let value): assign(key, value, key: ":", at: time)
        }
    }

    /// Closes the palette and returns the chosen entry. If the entry is not available, returns `nil` and leaves the
    /// palette open.
    mutating func consumeChosenEntry(_ event: InputEvent) -> Palette.Hit? {
        let hits = paletteHits
        var chosen = overlays.palette?.chosen ?? 0
        if case .mouse(let mouse) = event { chosen = entry(under: mouse, of: hits.count) ?? chosen }
        hasChanged = true
        overlays.palette?.choose(chosen, of: hits.count)
        guard hits.indices.contains(chosen), hits[chosen].isAvailable else { return nil }
        overlays.palette = nil
        return hits[chosen]
    }

    /// Handles an event that changes the query or the chosen entry, or closes the palette.
    mutating func handlePaletteInput(_ event: InputEvent) {
        guard let palette = overlays.palette else { return }
        let count = paletteHits.count
        let page = max(1, paletteLayout?.list.rows ?? 1)
        switch event {
        case .character(let character): overlays.palette?.type(character)
        case .key(.backspace, _):
            if palette.query.isEmpty { overlays.palette = nil } else { overlays.palette?.deleteBackward() }
        case .key(.modified("u"), .control): overlays.palette?.deleteAll()
        case .key(.escape, _), .key(.modified("p"), .control): overlays.palette = nil
        case .key(.up, _), .key(.tab, .shift): overlays.palette?.choose(palette.chosen - 1, of: count)
        case .key(.down, _), .key(.tab, _): overlays.palette?.choose(palette.chosen + 1, of: count)
        case .key(.pageUp, _): overlays.palette?.choose(palette.chosen - page, of: count)
        case .key(.pageDown, _): overlays.palette?.choose(palette.chosen + page, of: count)
        case .key(.home, _): overlays.palette?.choose(0, of: count)
        case .key(.end, _): overlays.palette?.choose(count - 1, of: count)
        case .mouse(let mouse) where mouse.action == .press:
            switch mouse.button {
            case .wheelUp: overlays.palette?.choose(palette.chosen - 1, of: count)
            case .wheelDown: overlays.palette?.choose(palette.chosen + 1, of: count)
            default:
                let isInside = paletteLayout?.area.contains(column: mouse.column, row: mouse.row) == true
                if !isInside { overlays.palette = nil }
            }
        default: break
        }
    }
}
