import ExactNumbers
import Playback
import RoomSession
import TerminalCells
import VectorGraphics

/// The content of a door in the lobby.
struct LobbyCard {
    /// A gift that plays in the picture of a door, and its progress.
    struct PlayingGift {
        let gift: RoomGift
        let elapsed: Nanoseconds
        let duration: Nanoseconds
    }

    let host: String
    let title: String
    let profile: String
    let viewers: Int
    let likes: Int
    let lastMessage: (name: String, text: String)?
    let playingGift: PlayingGift?
    /// Whether the viewer is in this room.
    let isCurrent: Bool
}

/// A painter of the lobby: a door for each room, with its picture, figures and last message.
struct LobbyPainter {
    private var doorPictures: [DoorPicture] = []
    private var gift = Pixmap(width: 0, height: 0)
    /// The step of the streams that was painted last.
    private var step = -1

    /// The stream of a room in the picture of its door.
    private struct DoorPicture {
        var backdrop: Backdrop
        var picture: Pixmap
        /// The step at which it was drawn.
        var step = -1

        /// Creates the stream of the room at an index, for an area of cells.
        init(ofRoom index: Int, columns: Int, rows: Int) {
            backdrop = Backdrop(width: columns, height: rows * 2, motif: .ofRoom(at: index))
            picture = Pixmap(width: backdrop.width, height: backdrop.height)
        }

        mutating func draw(step: Int) {
            guard self.step != step else { return }
            self.step = step
            backdrop.draw(step: step, into: &picture)
        }
    }

    /// Returns whether the streams at `time` differ from those that were painted last.
    func streamsChange(at time: Nanoseconds) -> Bool { Backdrop.step(at: time) != step }

    /// Paints the doors.
    ///
    /// - Parameters:
    ///   - cards: The contents of the doors.
    ///   - chosen: The index of the chosen door.
    ///   - layout: The layout.
    ///   - grid: The grid to paint into.
    ///   - time: The time of the streams.
    ///   - symbols: The glyphs of the controls.
    ///   - statistics: The statistics that measure the work.
    ///   - drawGift: A closure that draws a gift into a pixmap and returns whether it can be drawn.
    mutating func paint(
        _ cards: [LobbyCard], chosen: Int, _ layout: LobbyLayout, in grid: inout CellGrid, at time: Nanoseconds,
        symbols: SymbolSet, statistics: inout FrameStatistics,
        drawGift: (LobbyCard.PlayingGift, inout Pixmap, inout FrameStatistics) -> Bool
    ) {
        step = Backdrop.step(at: time)
        grid.fill(grid.bounds, with: Cell(foreground: Theme.text, background: Theme.bar))
        var title = StyledText("Lobby", Theme.strongText, isBold: true)
        title.add("  \(cards.count) rooms", Theme.secondaryText)
        Self.write(title, layout.title, in: &grid, symbols)
        for (place, card) in cards.enumerated() {
            guard let door = layout.door(place, showing: chosen) else { continue }
            paint(card, isChosen: place == chosen, door, in: &grid, symbols: symbols)
            let window = LobbyDoorLayout(door).picture
            guard !window.isEmpty else { continue }
            paintStream(place, window, in: &grid, &statistics)
            guard let sight = card.playingGift else { continue }
            if gift.width != window.columns || gift.height != window.rows * 2 {
                gift = Pixmap(width: window.columns, height: window.rows * 2)
            }
            if drawGift(sight, &gift, &statistics) { grid.draw(gift, column: window.column, row: window.row) }
        }
    }

    private mutating func paintStream(
        _ place: Int, _ window: CellRect, in grid: inout CellGrid, _ statistics: inout FrameStatistics
    ) {
        while doorPictures.count <= place {
            doorPictures.append(DoorPicture(ofRoom: doorPictures.count, columns: 0, rows: 0))
        }
        let picture = doorPictures[place].picture
        if picture.width != window.columns || picture.height != window.rows * 2 {
            doorPictures[place] = DoorPicture(ofRoom: place, columns: window.columns, rows: window.rows)
        }
        let step = step
        statistics.measure(.cells) {
            doorPictures[place].draw(step: step)
            grid.draw(doorPictures[place].picture, column: window.column, row: window.row)
        }
    }

    private func paint(
        _ card: LobbyCard, isChosen: Bool, _ door: CellRect, in grid: inout CellGrid, symbols: SymbolSet
    ) {
        if isChosen {
            grid.fillSelection(door)
        } else {
            grid.fill(door, with: Cell(foreground: Theme.text, background: Theme.panel))
        }
        var host = StyledText(isChosen ? "\(symbols.play) " : "  ", Theme.accent, isBold: true)
        host.add(card.host, Theme.strongText, isBold: true)
        let title = StyledText("  \(card.title)", Theme.secondaryText)
        var figures = StyledText("  \(symbols.people) \(card.viewers)  \(symbols.heart) \(card.likes)", Theme.text)
        let area = LobbyDoorLayout(door).text
        let isLow = area.rows < 4
        // On a low door the host shares a line with the title, so the line of figures has room for this text.
        if card.isCurrent, isLow { figures.add("  you are here", Theme.queue) }
        if !card.profile.isEmpty { figures.add("  \(card.profile)", Theme.secondaryText) }
        var words = StyledText("  ", Theme.secondaryText)
        if let said = card.lastMessage {
            words.add("\(said.name) ", Theme.color(ofName: said.name))
            words.add(said.text, Theme.secondaryText)
        }
        if isLow {
            for piece in title.pieces { host.append(piece) }
        } else if card.isCurrent {
            host.add("  you are here", Theme.queue)
        }
        let lines = isLow ? [host, figures, words] : [host, title, figures, words]
        let first = area.row + max(0, (area.rows - lines.count) / 2)
        for (index, line) in lines.enumerated() where first + index < area.endRow {
            grid.write(
                line.fitted(to: area.columns - 1, ellipsis: symbols.ellipsis), column: area.column, row: first + index,
                within: area)
        }
    }

    private static func write(_ text: StyledText, _ line: CellRect, in grid: inout CellGrid, _ signs: SymbolSet) {
        grid.write(text.fitted(to: line.columns - 2, ellipsis: signs.ellipsis), column: 1, row: line.row, within: line)
    }
}
