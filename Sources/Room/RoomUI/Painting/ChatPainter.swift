import Playback
import Presence
import RoomSession
import TerminalCells

/// A painter of the chat: its last lines, and the heads of the viewers over them.
struct ChatPainter {
    private var heads = PresencePainter()

    /// Paints the lines and the heads.
    ///
    /// Each row has a tinted background of its own width, so most of the picture stays clear.
    mutating func paint(_ chat: Chat, in grid: inout CellGrid, area: CellRect, symbols: SymbolSet) {
        guard !area.isEmpty else { return }
        let text = ChatText(columns: area.columns, hasHeads: chat.reservesHeadSpace, symbols: symbols)
        var row = area.endRow + chat.heads.rowsBelow
        for entry in chat.entries.reversed() where row > area.row {
            let lines = text.rows(of: entry.line)
            row -= lines.count
            for (index, line) in lines.enumerated() {
                let place = CellRect(column: area.column, row: row + index, columns: line.width + 2, rows: 1)
                guard place.row >= area.row, place.row < area.endRow else { continue }
                grid.tint(place, with: Theme.panel, amount: Theme.tintStrength(130))
                grid.write(line, column: place.column + 1, row: place.row)
            }
        }
        if chat.heads.hasReaders { heads.paint(chat.heads.frame, into: &grid, area: area) }
    }
}

/// The texts of chat lines at a width.
struct ChatText {
    /// The width of the chat, in cells.
    let columns: Int
    /// Whether the chat reserves columns for heads.
    let hasHeads: Bool
    let symbols: SymbolSet

    /// The maximum number of rows of a line; lines get one row more when heads reduce their width.
    private static let maxRows = (wide: 2, narrow: 3)

    /// Returns the rows of a line, at least one.
    func rows(of line: ChatLine) -> [StyledText] {
        let room = columns - 2 - (hasHeads ? ChatHeads.headColumns(in: columns) : 0)
        let rows = text(of: line).wrapped(
            to: max(1, room), maxLines: hasHeads ? Self.maxRows.narrow : Self.maxRows.wide, ellipsis: symbols.ellipsis)
        return rows.isEmpty ? [StyledText()] : rows
    }

    private func text(of line: ChatLine) -> StyledText {
        switch line {
        case .chat(let name, let text, let isHost):
            var line = StyledText("\(name)", isHost ? Theme.accent : Theme.color(ofName: name), isBold: true)
            line.add(" ", Theme.text)
            line.add(text, Theme.text)
            return line
        case .joined(let name):
            var line = StyledText(name, Theme.secondaryText)
            line.add(" joined", Theme.secondaryText)
            return line
        case .gift(let name, let gift, let count):
            var line = StyledText("\(symbols.star) ", Theme.accent)
            line.add("\(name)", Theme.color(ofName: name), isBold: true)
            line.add(
                " sent \(TextDirection.isolating(gift))\(count > 1 ? " \(symbols.times)\(count)" : "")", Theme.accent)
            return line
        case .streak(let name, let gift, let count):
            var line = StyledText("\(symbols.star) ", Theme.accent)
            line.add("\(name)", Theme.color(ofName: name), isBold: true)
            line.add(" sent \(TextDirection.isolating(gift)) \(symbols.times)\(count) in all", Theme.accent)
            return line
        case .retracted(let name):
            var line = StyledText(name, Theme.secondaryText)
            line.add(" \(symbols.separator) taken back", Theme.secondaryText)
            return line
        }
    }
}
