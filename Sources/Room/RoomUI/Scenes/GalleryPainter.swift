import ExactNumbers
import Playback
import RoomSession
import TerminalCells
import VectorGraphics

/// A painter of the gallery: all gift kinds, and the picture and facts of the chosen one.
struct GalleryPainter {
    /// The content of the gallery.
    struct Content {
        let gifts: [RoomGift]
        /// The signs of the gift kinds.
        let giftSymbols: [String]
        /// The index of the chosen kind.
        let chosen: Int
        /// The facts about the chosen kind, or `nil` if there are no kinds.
        let facts: GalleryFacts?
        let playhead: Playhead
    }

    /// The glyphs of the picture.
    var glyphs = PictureGlyphs.half
    /// The color behind the picture, or `nil` for that of the theme.
    var ground: CellColor?
    private var picture = Pixmap(width: 0, height: 0)

    /// The number of rows from which a fact may take several rows.
    private static let minRowsForLongFacts = 12
    private static let maxRowsPerFact = 6

    /// Paints the gallery.
    ///
    /// - Parameters:
    ///   - content: The content to paint.
    ///   - layout: The layout.
    ///   - grid: The grid to paint into.
    ///   - time: The session time.
    ///   - symbols: The glyphs of the controls.
    ///   - statistics: The statistics that measure the work.
    ///   - draw: A closure that draws the chosen kind into a pixmap and returns whether it can be drawn.
    mutating func paint(
        _ content: Content, _ layout: GalleryLayout, in grid: inout CellGrid, at time: Nanoseconds, symbols: SymbolSet,
        statistics: inout FrameStatistics, draw: (inout Pixmap, inout FrameStatistics) -> Bool
    ) {
        grid.fill(grid.bounds, with: Cell(foreground: Theme.text, background: Theme.bar))
        grid.fill(layout.picture, with: Cell(foreground: Theme.text, background: ground ?? Theme.panel))
        let scale = glyphs.scale
        let (width, height) = (layout.picture.columns * scale, layout.picture.rows * 2 * scale)
        if picture.width != width || picture.height != height { picture = Pixmap(width: width, height: height) }
        let isDrawn = !layout.picture.isEmpty && draw(&picture, &statistics)
        statistics.measure(.cells) {
            if isDrawn { grid.draw(picture, as: glyphs, column: layout.picture.column, row: layout.picture.row) }
            var title = StyledText("Gallery", Theme.strongText, isBold: true)
            title.add("  \(content.gifts.count) gifts", Theme.secondaryText)
            write(title, layout.title, in: &grid, symbols)
            paintList(content, layout, in: &grid, symbols)
            guard let facts = content.facts else { return }
            // Only the area beside the picture has enough rows for long facts.
            let limit = layout.facts.rows >= Self.minRowsForLongFacts ? Self.maxRowsPerFact : 1
            let lines = facts.lines(symbols).flatMap {
                $0.wrapped(to: layout.facts.columns - 2, maxLines: limit, ellipsis: symbols.ellipsis)
            }
            for (row, line) in lines.prefix(layout.facts.rows).enumerated() {
                let place = CellRect(
                    column: layout.facts.column, row: layout.facts.row + row, columns: layout.facts.columns, rows: 1)
                write(line, place, in: &grid, symbols)
            }
            let elapsed = content.playhead.position(at: time, of: facts.duration, loops: true)
            paintBar(facts, elapsed, layout.progressBar, in: &grid, symbols)
            write(position(facts, content.playhead, elapsed, symbols), layout.position, in: &grid, symbols)
        }
    }

    private func paintList(
        _ content: Content, _ layout: GalleryLayout, in grid: inout CellGrid, _ signs: SymbolSet
    ) {
        for (place, gift) in content.gifts.enumerated() {
            guard let tile = layout.tile(place, showing: content.chosen) else { continue }
            let isChosen = place == content.chosen
            if isChosen { grid.fillSelection(tile) }
            let price = StyledText("\(gift.value)", isChosen ? Theme.accent : Theme.secondaryText)
            var name = StyledText("\(content.giftSymbols[place]) ", Theme.strongText)
            name.add(gift.name, isChosen ? Theme.strongText : Theme.text, isBold: isChosen)
            let room = tile.columns - 2 - price.width - 1
            let hasPrice = room >= 8
            grid.write(
                name.fitted(to: hasPrice ? room : tile.columns - 2, ellipsis: signs.ellipsis), column: tile.column + 1,
                row: tile.row, within: tile)
            if hasPrice {
                grid.write(price, column: tile.endColumn - 1 - price.width, row: tile.row, within: tile)
            }
        }
    }

    /// Paints the progress bar with the markers of the animation.
    private func paintBar(
        _ facts: GalleryFacts, _ elapsed: Nanoseconds, _ bar: CellRect, in grid: inout CellGrid, _ signs: SymbolSet
    ) {
        guard bar.columns > 0 else { return }
        func cell(_ moment: Nanoseconds) -> Int {
            min(bar.columns - 1, Int(Int128(moment) * Int128(bar.columns) / Int128(facts.duration)))
        }
        let done = elapsed >= facts.duration ? bar.columns : cell(elapsed)
        grid.write(
            StyledText(String(repeating: signs.bar.filled, count: done), Theme.queue), column: bar.column, row: bar.row)
        grid.write(
            StyledText(String(repeating: signs.bar.unfilled, count: bar.columns - done), Theme.inactive),
            column: bar.column + done, row: bar.row)
        for marker in facts.markers {
            grid.write(
                StyledText(signs.bar.marker, Theme.accent, isBold: true), column: bar.column + cell(marker.time),
                row: bar.row)
        }
    }

    private func position(
        _ facts: GalleryFacts, _ playhead: Playhead, _ elapsed: Nanoseconds, _ signs: SymbolSet
    ) -> StyledText {
        let isPaused = playhead.isPaused
        var text = StyledText(isPaused ? "\(signs.pause) " : "\(signs.play) ", isPaused ? Theme.warning : Theme.queue)
        text.add("\(hundredths(elapsed)) / \(hundredths(facts.duration)) s", Theme.strongText, isBold: true)
        text.add("  frame \(facts.frames.frame(at: elapsed) + 1) of \(facts.frames.count)", Theme.text)
        if playhead.speed != .one { text.add("  \(signs.times)\(playhead.speed)", Theme.warning, isBold: true) }
        if let marker = facts.markers.last(where: { $0.time <= elapsed }) {
            text.add("  \(signs.bar.marker) \(TextDirection.isolating(marker.name))", Theme.accent)
        }
        return text
    }

    /// Returns seconds with two decimal places, rounded down.
    private func hundredths(_ time: Nanoseconds) -> String {
        let rest = time % .second / 10_000_000
        return "\(time / .second).\(rest < 10 ? "0" : "")\(rest)"
    }

    private func write(_ text: StyledText, _ line: CellRect, in grid: inout CellGrid, _ signs: SymbolSet) {
        guard !line.isEmpty else { return }
        grid.write(
            text.fitted(to: line.columns - 2, ellipsis: signs.ellipsis), column: line.column + 1, row: line.row,
            within: line)
    }
}
