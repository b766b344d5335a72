import GiftFeed
import HalfBlocks
import Playback

/// The room's chat as it is seen: its last lines, how far back somebody has scrolled, and who has read what.
struct Chat {
    /// A line with its number since the beginning.
    private struct Entry {
        var line: RoomState.Line
        /// The message's id in its feed; empty where it has none.
        let message: String
    }

    private let signs: Signs
    private var entries: [Entry] = []
    /// The number of the first entry.
    private var first = 0
    /// The numbers of the lines that are messages, by the messages' ids.
    private var numbers: [String: Int] = [:]
    private var heads: ChatHeads
    private var reducesMotion: Bool
    private var area = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    /// Whether room for heads was kept when lines were laid out last.
    private var keepsRoom = false

    /// Lines that are kept: more than people scroll back.
    private static let mostLines = 200
    /// Rows of a line, at most: one more where heads take of their width.
    private static let mostRows = (wide: 2, narrow: 3)

    /// - Parameter own: the id or the name of the one who looks on, whose head isn't shown.
    init(signs: Signs, own: String?, reducesMotion: Bool) {
        self.signs = signs
        self.reducesMotion = reducesMotion
        heads = ChatHeads(own: own, reducesMotion: reducesMotion)
    }

    /// What was said last, and by whom.
    var lastWords: (name: String, text: String)? {
        for entry in entries.reversed() {
            if case .chat(let name, let text, _) = entry.line { return (name, text) }
        }
        return nil
    }

    /// Whether heads are on their way where they are seen.
    var isMoving: Bool { heads.isMoving && !area.isEmpty }

    /// Takes note of a line; `message` is its id in the feed.
    mutating func add(_ line: RoomState.Line, message: String = "") {
        let number = first + entries.count
        entries.append(Entry(line: line, message: message))
        if !message.isEmpty { numbers[message] = number }
        heads.add(line: number, rows: texts(of: number).count)
        // In one go now and then, as taking the first away moves all others.
        guard entries.count > 2 * Self.mostLines else { return }
        for entry in entries.prefix(Self.mostLines) where numbers[entry.message] ?? .max < first + Self.mostLines {
            numbers[entry.message] = nil
        }
        entries.removeFirst(Self.mostLines)
        first += Self.mostLines
        // Whoever has scrolled back as far as there is nothing any more comes to what is left.
        scroll(by: 0)
    }

    /// What has this id is shown no more, but for who said or sent it.
    mutating func takeBack(_ message: String) {
        guard !message.isEmpty else { return }
        var isShorter = false
        for index in entries.indices where entries[index].message == message {
            guard let name = entries[index].line.name else { continue }
            entries[index].line = .takenBack(name: name)
            isShorter = true
        }
        if isShorter { layOut(area) }
    }

    /// Somebody has read up to a message. One that is not known, or too old to be seen, can't be read.
    mutating func read(_ id: String, name: String, upTo message: String) {
        guard let number = numbers[message] else { return }
        _ = heads.read(id, name: name, upTo: number)
    }

    /// Somebody has left.
    mutating func leave(_ id: String) { heads.leave(id) }

    /// Goes so many rows back, or on for a number below 0.
    mutating func scroll(by rows: Int) {
        let all = entries.indices.reduce(0) { $0 + texts(of: first + $1).count }
        heads.scroll(rowsBelow: min(max(0, heads.rowsBelow + rows), max(0, all - area.rows)))
    }

    /// Shows all heads but that of the one who looks on, and moves them or only fades them.
    mutating func follow(own: String?, reducesMotion: Bool) {
        heads.hide(own)
        guard reducesMotion != self.reducesMotion else { return }
        self.reducesMotion = reducesMotion
        layOut(area)
    }

    private mutating func layOut(_ area: CellRect) {
        self.area = area
        keepsRoom = heads.hasReaders
        let first = first
        let rows = entries.indices.map { texts(of: first + $0).count }
        heads.lay(out: area, reducesMotion: reducesMotion) { number in
            rows.indices.contains(number - first) ? rows[number - first] : 1
        }
    }

    /// Paints the lines, each on a veil of its own, so that as much of the picture as can be stays clear, and over them
    /// the heads.
    mutating func paint(in grid: inout CellGrid, area: CellRect, at time: Nanoseconds) {
        if area != self.area || keepsRoom != heads.hasReaders { layOut(area) }
        guard !area.isEmpty else { return }
        var row = area.endRow + heads.rowsBelow
        for number in (first..<first + entries.count).reversed() where row > area.row {
            let texts = texts(of: number)
            row -= texts.count
            for (index, text) in texts.enumerated() {
                let place = CellRect(column: area.column, row: row + index, columns: text.width + 2, rows: 1)
                guard place.row >= area.row, place.row < area.endRow else { continue }
                grid.tint(place, with: Theme.panel, amount: Theme.veil(130))
                grid.write(text, column: place.column + 1, row: place.row)
            }
        }
        heads.paint(in: &grid, area: area, at: time)
    }

    /// A line broken into rows.
    private func texts(of number: Int) -> [StyledText] {
        guard entries.indices.contains(number - first) else { return [StyledText()] }
        let room = area.columns - 2 - (keepsRoom ? ChatHeads.room(in: area.columns) : 0)
        let texts = text(of: entries[number - first].line).wrapped(
            to: max(1, room), limit: keepsRoom ? Self.mostRows.narrow : Self.mostRows.wide, ellipsis: signs.ellipsis)
        return texts.isEmpty ? [StyledText()] : texts
    }

    private func text(of line: RoomState.Line) -> StyledText {
        switch line {
        case .chat(let name, let text, let isHost):
            var line = StyledText("\(name)", isHost ? Theme.gold : Theme.color(ofName: name), isBold: true)
            line.add(" ", Theme.text)
            line.add(text, Theme.text)
            return line
        case .joined(let name):
            var line = StyledText(name, Theme.soft)
            line.add(" came in", Theme.soft)
            return line
        case .gift(let name, let gift, let count):
            var line = StyledText("\(signs.star) ", Theme.gold)
            line.add("\(name)", Theme.color(ofName: name), isBold: true)
            line.add(" sent \(TextDirection.isolating(gift))\(count > 1 ? " \(signs.times)\(count)" : "")", Theme.gold)
            return line
        case .run(let name, let gift, let count):
            var line = StyledText("\(signs.star) ", Theme.gold)
            line.add("\(name)", Theme.color(ofName: name), isBold: true)
            line.add(" sent \(TextDirection.isolating(gift)) \(signs.times)\(count) in all", Theme.gold)
            return line
        case .takenBack(let name):
            var line = StyledText(name, Theme.soft)
            line.add(" \(signs.separator) taken back", Theme.soft)
            return line
        }
    }
}
