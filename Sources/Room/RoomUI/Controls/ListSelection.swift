import Terminal
import TerminalCells

/// A move of the choice in a list.
enum ListMove: Hashable {
    case up, down, pageUp, pageDown, first, last
    /// To the entry at an index.
    case to(Int)

    /// Returns the keys of the moves, with their description and their words in the key line.
    ///
    /// - Parameters:
    ///   - summary: The description.
    ///   - symbols: The glyphs of the arrows.
    ///   - isTyping: Whether letters are typed into the list's query; Tab then moves, and otherwise `j` and `k` do.
    ///   - hint: The words in the key line.
    static func bindings(
        _ summary: String, symbols: SymbolSet, isTyping: Bool = false, hint: String
    ) -> [Binding<ListMove>] {
        let hint = KeyHint(hint, .high)
        let arrows = "\(symbols.arrows.up)  \(symbols.arrows.down)"
        let up = isTyping ? KeyStroke(.tab, .shift) : KeyStroke("k")
        let down = isTyping ? KeyStroke(.tab) : KeyStroke("j")
        return [
            Binding([KeyStroke(.up), up], summary, .up, label: isTyping ? arrows : arrows + "  j  k", hint: hint),
            Binding([KeyStroke(.down), down], summary, .down, label: "", hint: hint),
            Binding([KeyStroke(.pageUp)], summary, .pageUp, label: ""),
            Binding([KeyStroke(.pageDown)], summary, .pageDown, label: ""),
            Binding([KeyStroke(.home)], summary, .first, label: ""),
            Binding([KeyStroke(.end)], summary, .last, label: ""),
        ]
    }

    /// Creates the move of the mouse wheel, or returns `nil` for other buttons.
    init?(wheel mouse: MouseEvent) {
        switch mouse.button {
        case .wheelUp: self = .up
        case .wheelDown: self = .down
        default: return nil
        }
    }

    /// Returns the index after the move, which stays within a list of `count` entries, or 0 if it is empty.
    ///
    /// - Parameters:
    ///   - index: The index before the move.
    ///   - count: The number of entries.
    ///   - page: The number of entries on a page.
    func index(from index: Int, count: Int, page: Int) -> Int {
        let page = max(1, page)
        let target =
            switch self {
            case .up: index - 1
            case .down: index + 1
            case .pageUp: index - page
            case .pageDown: index + page
            case .first: 0
            case .last: count - 1
            case .to(let index): index
            }
        return max(0, min(target, count - 1))
    }
}

/// The rows of a list that scrolls by whole pages, so that rows do not move under the mouse.
struct ListRows: Equatable {
    /// The cells of the list, one row for each entry.
    let cells: CellRect

    /// Returns the index of the first entry on the page that contains `chosen`.
    func first(showing chosen: Int) -> Int { cells.rows > 0 ? chosen / cells.rows * cells.rows : 0 }

    /// Returns the index of the entry under the mouse while the page of `chosen` is visible, or `nil` if there is none.
    func index(under mouse: MouseEvent, showing chosen: Int, count: Int) -> Int? {
        guard cells.contains(column: mouse.column, row: mouse.row) else { return nil }
        let index = first(showing: chosen) + mouse.row - cells.row
        return index < count ? index : nil
    }
}
