/// The marks on a picture of cells, each with its time span and the mark below it.
struct SVGLayers {
    /// A pixel or a letter with its time span.
    struct Mark {
        enum Content {
            /// Half of a cell in a color of the palette; `row` counts half cells.
            case pixel(color: Int16, row: Int)
            case letter(SVGCell.Letter, row: Int)
        }

        let content: Content
        let column: Int
        /// The time at which the mark appears, in milliseconds.
        let start: Int
        /// The time at which the mark disappears, in milliseconds; `nil` for the end of the animation.
        var end: Int?
        /// The index of the open mark below it in the same cell, -1 for none.
        let below: Int32

        /// Whether the mark is a letter.
        var isLetter: Bool { if case .letter = content { true } else { false } }
    }

    let columns: Int
    let rows: Int
    private(set) var marks: [Mark] = []
    /// The index of the topmost open mark of each cell, -1 for none.
    private var topmost: [Int32]
    private var openCount = 0
    private var now = 0

    /// The mean number of marks on each half cell above which the picture starts afresh: browsers paint covered marks
    /// too.
    private static let maxLayers = 8

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        topmost = [Int32](repeating: -1, count: max(0, columns * rows))
    }

    /// Whether so many marks are open that the picture should start afresh.
    var hasTooManyMarks: Bool { openCount > Self.maxLayers * 2 * topmost.count }

    /// Sets the time of the following changes, in milliseconds.
    mutating func begin(at time: Int) { now = time }

    /// Ends all marks of a cell.
    mutating func end(at index: Int) {
        var mark = topmost[index]
        while mark >= 0 {
            marks[Int(mark)].end = now
            openCount -= 1
            mark = marks[Int(mark)].below
        }
        topmost[index] = -1
    }

    /// Ends all marks of all cells.
    mutating func endAll() {
        for index in topmost.indices { end(at: index) }
    }

    /// Adds the requested halves of a cell, except empty ones, and its letter above them.
    mutating func paint(_ cell: SVGCell, at index: Int, top: Bool = true, bottom: Bool = true) {
        let row = index / columns
        if top, cell.top >= 0 { add(.pixel(color: cell.top, row: 2 * row), at: index) }
        if bottom, cell.bottom >= 0 { add(.pixel(color: cell.bottom, row: 2 * row + 1), at: index) }
        if top, let letter = cell.letter { add(.letter(letter, row: row), at: index) }
    }

    private mutating func add(_ content: Mark.Content, at index: Int) {
        marks.append(
            Mark(content: content, column: index % columns, start: now, end: nil, below: topmost[index]))
        topmost[index] = Int32(clamping: marks.count - 1)
        openCount += 1
    }
}
