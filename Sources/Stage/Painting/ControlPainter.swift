import HalfBlocks
import Playback

/// Paints the controls over the picture: what everybody in the room sees beside the stream and the gift.
struct ControlPainter {
    let layout: StageLayout
    let signs: Signs

    /// The room's name and numbers, and quietly what there is to say of its feed and its store.
    func paintTopBar(_ room: RoomState, lines: [String], in grid: inout CellGrid) {
        guard !layout.topBar.isEmpty else { return }
        grid.tint(layout.topBar, with: Theme.panel, amount: Theme.veil(150))
        var left = StyledText("\(signs.dot) LIVE ", Theme.live, isBold: true)
        left.add(" \(room.host)", Theme.white, isBold: true)
        if layout.bounds.columns >= 60 { left.add("  \(room.title)", Theme.soft) }
        for line in lines { left.add("  \(line)", Theme.soft) }
        var right = StyledText("\(signs.heart) \(CountWords.short(room.likes))  ", Theme.heart)
        right.add("\(signs.people) \(CountWords.short(room.viewers))", Theme.text)
        if layout.bounds.columns >= 60 { right.add("   ? help", Theme.soft) }
        let room = layout.bounds.columns - 2
        grid.write(left.fitted(to: max(0, room - right.width - 2), ellipsis: signs.ellipsis), column: 1, row: 0)
        if right.width <= room { grid.write(right, column: layout.bounds.columns - 1 - right.width, row: 0) }
    }

    /// The last lines of the room, each on a veil of its own, so that as much of the picture as can be stays clear.
    func paintChat(_ room: RoomState, in grid: inout CellGrid) {
        guard !layout.chat.isEmpty else { return }
        var row = layout.chat.endRow - 1
        for line in room.lines.reversed() {
            let texts = text(of: line, host: room.host).wrapped(
                to: layout.chat.columns - 2, limit: 2, ellipsis: signs.ellipsis)
            guard row - texts.count + 1 >= layout.chat.row else { return }
            row -= texts.count
            for (index, text) in texts.enumerated() {
                let place = CellRect(
                    column: layout.chat.column, row: row + 1 + index, columns: text.width + 2, rows: 1)
                grid.tint(place, with: Theme.panel, amount: Theme.veil(130))
                grid.write(text, column: place.column + 1, row: place.row)
            }
        }
    }

    private func text(of line: RoomState.Line, host: String) -> StyledText {
        switch line {
        case .chat(let name, let text, let isHost):
            var line = StyledText("\(name)", isHost ? Theme.gold : Theme.color(ofName: name), isBold: true)
            line.add(" ", Theme.text)
            line.add(text, Theme.text)
            return line
        case .joined(let name):
            return StyledText("\(name) came in", Theme.soft)
        case .gift(let name, let gift, let count):
            var line = StyledText("\(signs.star) ", Theme.gold)
            line.add("\(name)", Theme.color(ofName: name), isBold: true)
            line.add(" sent \(gift)\(count > 1 ? " \(signs.times)\(count)" : "")", Theme.gold)
            return line
        }
    }

    /// The button that closes the gift.
    func paintCloseButton(in grid: inout CellGrid) {
        let place = layout.closeButton
        grid.tint(place, with: Theme.danger, amount: 215)
        var text = StyledText("[ ", Theme.onDanger)
        text.add(signs.cross, Theme.onDanger, isBold: true)
        text.add(" ]", Theme.onDanger)
        grid.write(text, column: place.column + 1, row: place.row)
    }

    /// A warning in one line.
    func paintNotice(_ notice: String, in grid: inout CellGrid) {
        let line = StyledText(" ! \(notice) ", Theme.ink, isBold: true)
            .fitted(to: layout.notice.columns, ellipsis: signs.ellipsis)
        let place = CellRect(
            column: (layout.notice.columns - line.width) / 2, row: layout.notice.row, columns: line.width, rows: 1)
        grid.fill(place, with: Cell(background: Theme.warning))
        grid.write(line, column: place.column, row: place.row)
    }

    /// The lines below the picture.
    func paintStatus(_ status: Status, in grid: inout CellGrid) {
        grid.fill(layout.status, with: Cell(foreground: Theme.text, background: Theme.bar))
        let lines = StatusLines(status: status, signs: signs, columns: layout.status.columns)
        // Where there is one line only, it is the one that moves; the mode is in its colours and its first word.
        if layout.status.rows == 1 {
            grid.write(lines.policy, column: 1, row: layout.status.row)
        } else {
            grid.write(lines.policy, column: 1, row: layout.status.row)
            grid.write(lines.playing, column: 1, row: layout.status.row + 1)
        }
    }
}
