/// What lies on a picture of cells, one thing over the other, and from when to when.
struct SVGLayers {
    /// A pixel or a letter.
    struct Mark {
        enum Content {
            /// The half of a cell in a colour of the palette; `row` counts halves.
            case pixel(color: Int16, row: Int)
            case letter(SVGCell.Letter, row: Int)
        }

        let content: Content
        let column: Int
        /// From when it is seen, in milliseconds.
        let start: Int
        /// Until when; nil for the end.
        var end: Int?
        /// The mark below it in the same cell, which isn't over either.
        let below: Int32

        /// Whether it is a letter.
        var isLetter: Bool { if case .letter = content { true } else { false } }
    }

    let columns: Int
    let rows: Int
    private(set) var marks: [Mark] = []
    /// The highest mark of each cell that isn't over, -1 where there is none.
    private var highest: [Int32]
    private var openCount = 0
    private var now = 0

    /// How many times over a picture may be painted before all begins anew: browsers paint what is covered too.
    private static let mostLayers = 8

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        highest = [Int32](repeating: -1, count: max(0, columns * rows))
    }

    /// Whether it is time to begin anew.
    var areTooMany: Bool { openCount > Self.mostLayers * 2 * highest.count }

    /// From now on everything happens at `time`, in milliseconds.
    mutating func begin(at time: Int) { now = time }

    /// Takes all away that lies on a cell.
    mutating func end(at index: Int) {
        var mark = highest[index]
        while mark >= 0 {
            marks[Int(mark)].end = now
            openCount -= 1
            mark = marks[Int(mark)].below
        }
        highest[index] = -1
    }

    /// Takes everything away.
    mutating func endAll() {
        for index in highest.indices { end(at: index) }
    }

    /// Lays the halves of a cell over it, those that are asked for and are there, and its letter over both.
    mutating func paint(_ cell: SVGCell, at index: Int, top: Bool = true, bottom: Bool = true) {
        let row = index / columns
        if top, cell.top >= 0 { add(.pixel(color: cell.top, row: 2 * row), at: index) }
        if bottom, cell.bottom >= 0 { add(.pixel(color: cell.bottom, row: 2 * row + 1), at: index) }
        if top, let letter = cell.letter { add(.letter(letter, row: row), at: index) }
    }

    private mutating func add(_ content: Mark.Content, at index: Int) {
        marks.append(
            Mark(content: content, column: index % columns, start: now, end: nil, below: highest[index]))
        highest[index] = Int32(clamping: marks.count - 1)
        openCount += 1
    }
}
