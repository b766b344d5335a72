public import ExactNumbers
public import TerminalCells

/// A writer of animated SVG files of half-blocks and letters, for browsers and for pages that accept pictures only.
///
/// Each change is painted over the existing marks, so a moment stores only its changes. A cell that becomes empty ends
/// all marks below it. Pixels are lines of whole pixels without smoothing; letters are text in a monospaced font. A
/// program without support for animations shows the first frame.
public struct AnimatedSVGWriter: CellSequenceWriter {
    /// The title and the terminal colors of the file.
    public struct Frame: Sendable {
        /// The accessible title of the picture; empty for none.
        public var title: String
        /// The terminal's default background, `0xRRGGBB`; `nil` for none.
        public var background: UInt32?
        /// The terminal's default foreground, `0xRRGGBB`.
        public var foreground: UInt32

        /// Creates a frame with a title and terminal colors.
        public init(title: String = "", background: UInt32? = nil, foreground: UInt32 = 0xD7DCE5) {
            self.title = title
            self.background = background
            self.foreground = foreground
        }
    }

    private let columns: Int
    private let rows: Int
    private let frame: Frame
    private var colors: StablePalette
    private var layers: SVGLayers
    private var pacing = FramePacing<CellGrid>(ticksPerSecond: 1000, minDuration: 1)
    private var now = 0
    /// The visible content of each cell, row by row.
    private var shown: [SVGCell]

    /// Creates a writer of a file without screens, which plays in an endless loop.
    ///
    /// - Parameters:
    ///   - columns: The width of all screens, in cells.
    ///   - rows: The height of all screens, in cells.
    ///   - palette: The palette that replaces all colors.
    ///   - frame: The title and the terminal colors.
    public init(columns: Int, rows: Int, palette: ColorPalette, frame: Frame = Frame()) {
        self.columns = columns
        self.rows = rows
        self.frame = frame
        colors = StablePalette(palette)
        layers = SVGLayers(columns: columns, rows: rows)
        shown = [SVGCell](repeating: SVGCell(), count: max(0, columns * rows))
    }

    /// Shows a screen from `time` until the next screen or the end.
    public mutating func show(_ grid: CellGrid, at time: Nanoseconds) throws(MovingPictureError) {
        guard grid.columns == columns, grid.rows == rows, columns > 0, rows > 0 else {
            throw .unacceptableSize(width: grid.columns, height: grid.rows, expected: "\(columns)×\(rows) cells")
        }
        if let frame = pacing.show(grid, at: time) { append(frame.picture, for: frame.ticks) }
    }

    /// Returns the file; its last screen is visible until `end`.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        guard let last = pacing.finish(at: end) else { throw .nothingToShow }
        append(last.picture, for: last.ticks)
        return SVGDocument(layers: layers, palette: colors.palette, frame: frame, duration: now).bytes
    }

    private mutating func append(_ grid: CellGrid, for ticks: Int) {
        layers.begin(at: now)
        now += ticks
        if layers.hasTooManyMarks {
            layers.endAll()
            for index in shown.indices { shown[index] = SVGCell() }
        }
        var isRightHalfNew = false
        // From right to left: a wide letter is painted again when the background of its right half is.
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
        // Only another mark above it hides a letter.
        let uncovers = old.letter != nil && old.letter != cell.letter && (cell.top < 0 || cell.bottom < 0)
        if loses || uncovers {
            layers.end(at: index)
            return layers.paint(cell, at: index)
        }
        if old.letter != cell.letter { return layers.paint(cell, at: index) }
        // The new background would cover the letter, so the letter is painted again.
        if cell.letter != nil { return layers.paint(cell, at: index) }
        layers.paint(cell, at: index, top: cell.top != old.top, bottom: cell.bottom != old.bottom)
    }
}

/// The visible content of a cell: its two halves as palette indices, -1 for an empty half, and a letter above them.
struct SVGCell: Equatable {
    /// A letter with its color and attributes.
    struct Letter: Equatable {
        var glyph: Glyph
        /// An index of the palette; -1 for the terminal's default foreground.
        var color: Int16
        var attributes: CellAttributes
    }

    var top: Int16 = -1
    var bottom: Int16 = -1
    var letter: Letter?
}

/// A palette that keeps the previous color where the new one looks the same, so that imperceptible changes need no
/// marks.
private struct StablePalette {
    let palette: ColorPalette
    private var cache: [UInt32: Int16] = [:]

    /// The squared distance below which a kept color is not noticeable.
    private static let maxKeptSquaredDistance = 0.5 * OklabColor.minVisibleDistance * OklabColor.minVisibleDistance

    init(_ palette: ColorPalette) {
        self.palette = palette
    }

    /// Returns the visible content of a cell.
    ///
    /// - Parameters:
    ///   - cell: The cell of the new screen.
    ///   - before: The content of the same cell on the screen before.
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
                attributes: cell.attributes.subtracting(CellAttributes.hints.union(.reverse)))
        }
        return result
    }

    private mutating func index(_ color: CellColor, before: Int16) -> Int16 {
        guard let rgb = color.rgb else { return -1 }
        let nearest = nearest(rgb)
        if nearest == before || before < 0 { return nearest }
        let point = OklabColor.point(of: rgb)
        return OklabColor.squaredDistance(palette.points[Int(before)], point) < Self.maxKeptSquaredDistance
            ? before : nearest
    }

    private mutating func nearest(_ rgb: UInt32) -> Int16 {
        if let index = cache[rgb] { return index }
        let index = Int16(palette.nearest(to: OklabColor.point(of: rgb)).index)
        cache[rgb] = index
        return index
    }
}
