import ExactNumbers
import Playback
import RoomEvents
import TerminalCells

/// The visible chat of the room: its last lines, the scroll offset, and the heads of the viewers who have read it.
struct Chat {
    /// A line of the chat.
    private struct Entry {
        var line: RoomState.Line
        /// The message's id in its feed; empty if it has none.
        let message: String
    }

    private let symbols: SymbolSet
    private var entries: [Entry] = []
    /// The number of the first entry; lines are numbered from the start of the session, from 0.
    private var firstNumber = 0
    /// The numbers of the lines that are messages, by message id.
    private var numbers: [String: Int] = [:]
    private var heads: ChatHeads
    private var reducesMotion: Bool
    private var area = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    /// Whether the last layout reserved room for heads.
    private var reservesHeadSpace = false

    /// The minimum number of lines that are kept; twice as many are stored before old lines are removed.
    private static let minKeptLines = 200
    /// The maximum number of rows of a line; lines get one row more when heads reduce their width.
    private static let maxRows = (wide: 2, narrow: 3)

    /// Creates an empty chat.
    ///
    /// - Parameters:
    ///   - symbols: The glyphs of the controls.
    ///   - ownViewer: The id or name of the local viewer, whose head is not shown.
    ///   - reducesMotion: Whether heads only fade instead of moving.
    init(symbols: SymbolSet, ownViewer: String?, reducesMotion: Bool) {
        self.symbols = symbols
        self.reducesMotion = reducesMotion
        heads = ChatHeads(ownViewer: ownViewer, reducesMotion: reducesMotion)
    }

    /// The sender and text of the last chat message.
    var lastMessage: (name: String, text: String)? {
        for entry in entries.reversed() {
            if case .chat(let name, let text, _) = entry.line { return (name, text) }
        }
        return nil
    }

    /// Whether visible heads move.
    var isMoving: Bool { heads.isMoving && !area.isEmpty }

    /// Appends a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - message: The message's id in the feed; empty if it has none.
    mutating func add(_ line: RoomState.Line, message: String = "") {
        let number = firstNumber + entries.count
        entries.append(Entry(line: line, message: message))
        if !message.isEmpty { numbers[message] = number }
        heads.add(line: number, rows: texts(of: number).count)
        // Old lines are removed in batches, because removing the first element moves all others.
        guard entries.count > 2 * Self.minKeptLines else { return }
        for entry in entries.prefix(Self.minKeptLines)
        where numbers[entry.message] ?? .max < firstNumber + Self.minKeptLines {
            numbers[entry.message] = nil
        }
        entries.removeFirst(Self.minKeptLines)
        firstNumber += Self.minKeptLines
        // The viewer may have scrolled back to rows that no longer exist, so the offset is clamped.
        scroll(by: 0)
    }

    /// Replaces the message with this id by a notice that names its author.
    mutating func retract(_ message: String) {
        guard !message.isEmpty else { return }
        var isShorter = false
        for index in entries.indices where entries[index].message == message {
            guard let name = entries[index].line.name else { continue }
            entries[index].line = .retracted(name: name)
            isShorter = true
        }
        if isShorter { layOut(area) }
    }

    /// Records that a viewer has read up to a message. Unknown and removed messages are ignored.
    mutating func markRead(by id: String, name: String, upTo message: String) {
        guard let number = numbers[message] else { return }
        _ = heads.markRead(by: id, name: name, upTo: number)
    }

    /// Removes the head of a viewer who left the room.
    mutating func leave(_ id: String) { heads.leave(id) }

    /// Scrolls back by a number of rows; negative numbers scroll forward.
    mutating func scroll(by rows: Int) {
        let all = entries.indices.reduce(0) { $0 + texts(of: firstNumber + $1).count }
        heads.scroll(rowsBelow: min(max(0, heads.rowsBelow + rows), max(0, all - area.rows)))
    }

    /// Shows the heads of all viewers except `ownViewer`, and sets whether heads only fade instead of moving.
    mutating func configure(ownViewer: String?, reducesMotion: Bool) {
        heads.hide(ownViewer)
        guard reducesMotion != self.reducesMotion else { return }
        self.reducesMotion = reducesMotion
        layOut(area)
    }

    private mutating func layOut(_ area: CellRect) {
        self.area = area
        reservesHeadSpace = heads.hasReaders
        let first = firstNumber
        let rows = entries.indices.map { texts(of: first + $0).count }
        heads.layOut(area, reducesMotion: reducesMotion) { number in
            rows.indices.contains(number - first) ? rows[number - first] : 1
        }
    }

    /// Paints the lines and the heads over them.
    ///
    /// Each row has a tinted background of its own width, so most of the picture stays clear.
    mutating func paint(in grid: inout CellGrid, area: CellRect, at time: Nanoseconds) {
        if area != self.area || reservesHeadSpace != heads.hasReaders { layOut(area) }
        guard !area.isEmpty else { return }
        var row = area.endRow + heads.rowsBelow
        for number in (firstNumber..<firstNumber + entries.count).reversed() where row > area.row {
            let texts = texts(of: number)
            row -= texts.count
            for (index, text) in texts.enumerated() {
                let place = CellRect(column: area.column, row: row + index, columns: text.width + 2, rows: 1)
                guard place.row >= area.row, place.row < area.endRow else { continue }
                grid.tint(place, with: Theme.panel, amount: Theme.tintStrength(130))
                grid.write(text, column: place.column + 1, row: place.row)
            }
        }
        heads.paint(in: &grid, area: area, at: time)
    }

    /// Returns the rows of a line.
    private func texts(of number: Int) -> [StyledText] {
        guard entries.indices.contains(number - firstNumber) else { return [StyledText()] }
        let room = area.columns - 2 - (reservesHeadSpace ? ChatHeads.headColumns(in: area.columns) : 0)
        let texts = text(of: entries[number - firstNumber].line).wrapped(
            to: max(1, room), maxLines: reservesHeadSpace ? Self.maxRows.narrow : Self.maxRows.wide,
            ellipsis: symbols.ellipsis)
        return texts.isEmpty ? [StyledText()] : texts
    }

    private func text(of line: RoomState.Line) -> StyledText {
        switch line {
        case .chat(let name, let text, let isHost):
            var line = StyledText("\(name)", isHost ? Theme.accent : Theme.color(ofName: name), isBold: true)
            line.add(" ", Theme.text)
            line.add(text, Theme.text)
            return line
        case .joined(let name):
            var line = StyledText(name, Theme.secondaryText)
            line.add(" came in", Theme.secondaryText)
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
