public import HalfBlocks
public import Playback

/// Makes an SVG whose half-blocks and letters move, for browsers and for pages that show pictures only.
///
/// What changes is laid over what is there, so a moment holds no more than its changes; what becomes empty takes all
/// below it away. Pixels are lines of whole pixels without smoothing, letters are text in a monospaced font. A program
/// that knows no animations shows the first frame.
public struct AnimatedSVGWriter: CellSequenceWriter {
    /// What stands around the cells.
    public struct Frame: Sendable {
        /// What it shows, for those who don't see it; empty for nothing.
        public var title: String
        /// The terminal's own background, `0xRRGGBB`; nil for none.
        public var background: UInt32?
        /// The terminal's own colour of letters, `0xRRGGBB`.
        public var foreground: UInt32

        /// What stands around the cells.
        public init(title: String = "", background: UInt32? = nil, foreground: UInt32 = 0xD7DCE5) {
            self.title = title
            self.background = background
            self.foreground = foreground
        }
    }

    private let columns: Int
    private let rows: Int
    private let frame: Frame
    private var colors: SteadyPalette
    private var layers: SVGLayers
    private var pacing = FramePacing<CellGrid>(perSecond: 1000, shortest: 1)
    private var now = 0
    /// What is seen of each cell.
    private var shown: [SVGCell]

    /// A picture of nothing yet, played over and over.
    /// - Parameter palette: what all colours are made of.
    public init(columns: Int, rows: Int, palette: ColorPalette, frame: Frame = Frame()) {
        self.columns = columns
        self.rows = rows
        self.frame = frame
        colors = SteadyPalette(palette)
        layers = SVGLayers(columns: columns, rows: rows)
        shown = [SVGCell](repeating: SVGCell(), count: max(0, columns * rows))
    }

    /// Shows a screen from `time` on, until the next one or the end.
    public mutating func show(_ grid: CellGrid, at time: Nanoseconds) throws(MovingPictureError) {
        guard grid.columns == columns, grid.rows == rows, columns > 0, rows > 0 else {
            throw .unacceptableSize(width: grid.columns, height: grid.rows, expected: "\(columns)×\(rows) cells")
        }
        if let frame = pacing.show(grid, at: time) { append(frame.picture, for: frame.ticks) }
    }

    /// The file, whose last screen is shown until `end`.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        guard let last = pacing.finish(at: end) else { throw .nothingToShow }
        append(last.picture, for: last.ticks)
        return SVGDocument(layers: layers, palette: colors.palette, frame: frame, length: now).bytes
    }

    private mutating func append(_ grid: CellGrid, for ticks: Int) {
        layers.begin(at: now)
        now += ticks
        if layers.areTooMany {
            layers.endAll()
            for index in shown.indices { shown[index] = SVGCell() }
        }
        var isRightHalfNew = false
        // From the right, as a wide letter comes again when the colour behind its right half does.
        for index in grid.cells.indices.reversed() {
            let cell = colors.cell(grid.cells[index], before: shown[index])
            let isWide = grid.cells[index].glyph.columns == 2
            defer { shown[index] = cell }
            if cell != shown[index] || isWide && isRightHalfNew {
                change(index, to: cell)
                isRightHalfNew = grid.cells[index].glyph == .continuation
            } else {
                isRightHalfNew = false
            }
        }
    }

    private mutating func change(_ index: Int, to cell: SVGCell) {
        let old = shown[index]
        let loses = old.top >= 0 && cell.top < 0 || old.bottom >= 0 && cell.bottom < 0
        // A letter goes when something is laid over it.
        let uncovers = old.letter != nil && old.letter != cell.letter && (cell.top < 0 || cell.bottom < 0)
        if loses || uncovers {
            layers.end(at: index)
            return layers.paint(cell, at: index)
        }
        if old.letter != cell.letter { return layers.paint(cell, at: index) }
        // The colour behind a letter lies over it, so it comes again.
        if cell.letter != nil { return layers.paint(cell, at: index) }
        layers.paint(cell, at: index, top: cell.top != old.top, bottom: cell.bottom != old.bottom)
    }
}

/// What is seen of a cell: its halves as indices of the palette, -1 where there is nothing, and a letter over them.
struct SVGCell: Equatable {
    /// A letter with its looks.
    struct Letter: Equatable {
        var glyph: Glyph
        /// An index of the palette; -1 for the terminal's own.
        var color: Int16
        var attributes: CellAttributes
    }

    var top: Int16 = -1
    var bottom: Int16 = -1
    var letter: Letter?
}

/// A palette that keeps a colour where another one looks the same, so that what hardly changes doesn't change at all.
private struct SteadyPalette {
    let palette: ColorPalette
    private var known: [UInt32: Int16] = [:]

    /// Squared distance below which nobody sees that a colour has stayed.
    private static let unseen = 0.5 * OklabColor.justVisible * OklabColor.justVisible

    init(_ palette: ColorPalette) {
        self.palette = palette
    }

    /// What is to be seen of a cell.
    mutating func cell(_ cell: Cell, before: SVGCell) -> SVGCell {
        if let (top, bottom) = cell.pixels {
            return SVGCell(top: index(top, before: before.top), bottom: index(bottom, before: before.bottom))
        }
        var (ink, paper) = (cell.foreground, cell.background)
        if cell.attributes.contains(.reverse) { (ink, paper) = (paper, ink) }
        let behind = index(paper, before: before.top)
        var result = SVGCell(top: behind, bottom: behind)
        if cell.glyph != .continuation, cell.glyph != .space || cell.attributes.contains(.underline) {
            result.letter = SVGCell.Letter(
                glyph: cell.glyph, color: index(ink, before: before.letter?.color ?? -1),
                attributes: cell.attributes.subtracting([.even, .reverse]))
        }
        return result
    }

    private mutating func index(_ color: CellColor, before: Int16) -> Int16 {
        guard let rgb = color.rgb else { return -1 }
        let nearest = nearest(rgb)
        if nearest == before || before < 0 { return nearest }
        let point = OklabColor.point(of: rgb)
        return OklabColor.squaredDistance(palette.points[Int(before)], point) < Self.unseen ? before : nearest
    }

    private mutating func nearest(_ rgb: UInt32) -> Int16 {
        if let index = known[rgb] { return index }
        let index = Int16(palette.nearest(to: OklabColor.point(of: rgb)).index)
        known[rgb] = index
        return index
    }
}
