import CNcurses
import TerminalCells

/// A composer that passes the changed cells of a frame, each with its color pair, to ncurses.
struct FrameComposer {
    let size: TerminalSize
    /// The table of color pairs and their numbers.
    private(set) var pairs: PairTable

    private let hasColors: Bool
    /// The pair of each cell on the screen; 0 also for the right halves of wide glyphs.
    private var shownPairs: [Int32]
    private var released: [Int32] = []
    private var run: [cchar_t] = []
    /// A cache of the C library's column counts of scalars outside ASCII.
    private var widths: [UInt32: Int32] = [:]

    /// Creates a composer for an empty screen.
    init(size: TerminalSize, hasColors: Bool) {
        self.size = size
        self.hasColors = hasColors
        pairs = PairTable(cells: size.columns * size.rows)
        shownPairs = [Int32](repeating: 0, count: size.columns * size.rows)
    }

    /// Writes the runs of changed cells to ncurses' window, row by row, and returns the number of changed cells.
    ///
    /// Both grids have the screen's size. Without an old grid every cell counts as changed.
    mutating func put(_ new: CellGrid, changedFrom old: CellGrid?, into window: UnsafeMutablePointer<WINDOW>) -> Int {
        precondition(
            new.cells.count == size.columns * size.rows && old.map { $0.cells.count == new.cells.count } ?? true)
        pairs.reclaim(forCells: size.columns * size.rows)
        return new.cells.withUnsafeBufferPointer { new in
            guard let old else { return putRuns(of: new, changedFrom: nil, into: window) }
            return old.cells.withUnsafeBufferPointer { putRuns(of: new, changedFrom: $0, into: window) }
        }
    }

    /// Releases the pairs of replaced cells. It must be called after ncurses has written the frame.
    mutating func finishFrame() {
        for number in released { pairs.release(number) }
        released.removeAll(keepingCapacity: true)
    }

    /// Writes the runs of changed cells and returns the number of changed cells.
    private mutating func putRuns(
        of new: UnsafeBufferPointer<Cell>, changedFrom old: UnsafeBufferPointer<Cell>?,
        into window: UnsafeMutablePointer<WINDOW>
    ) -> Int {
        var changed = 0
        for row in 0..<size.rows {
            let line = row * size.columns
            var column = 0
            while column < size.columns {
                if let old, new[line + column] == old[line + column] {
                    column += 1
                    continue
                }
                let start = column
                while column < size.columns {
                    if let old, new[line + column] == old[line + column] { break }
                    append(new[line + column], at: line + column)
                    column += 1
                }
                changed += column - start
                let first = new[line + start].glyph == .continuation ? start + 1 : start
                mvwadd_wchnstr(window, Int32(row), Int32(first), run, Int32(run.count))
                run.removeAll(keepingCapacity: true)
            }
        }
        return changed
    }

    /// Appends a cell to the run; ncurses fills the right half of a wide glyph itself.
    private mutating func append(_ cell: Cell, at index: Int) {
        if shownPairs[index] != 0 { released.append(shownPairs[index]) }
        shownPairs[index] = 0
        guard cell.glyph != .continuation else { return }
        if hasColors {
            let hidesForeground = cell.glyph == .space && cell.attributes.isDisjoint(with: [.underline, .reverse])
            shownPairs[index] = pairs.acquire(
                foreground: hidesForeground ? cell.background : cell.foreground, background: cell.background)
        }
        let attributes = cell.attributes.curses
        let scalars = cell.glyph.scalarValues
        if hasTrustedWidth(cell.glyph) {
            appendToRun(scalars, attributes, pair: shownPairs[index])
        } else {
            appendToRun((0x3F, 0, 0), attributes, pair: shownPairs[index])
            if cell.glyph.columns == 2 { appendToRun((0x20, 0, 0), attributes, pair: shownPairs[index]) }
        }
    }

    private mutating func appendToRun(
        _ scalars: (base: UInt32, firstMark: UInt32, secondMark: UInt32), _ attributes: UInt32, pair: Int32
    ) {
        var cell = cchar_t()
        giftty_set_cell(&cell, scalars.base, scalars.firstMark, scalars.secondMark, attributes, pair)
        run.append(cell)
    }

    /// Returns whether the C library, which ncurses uses to count columns, gives a glyph the same width.
    ///
    /// Its Unicode version may be older than Swift's. A glyph with a different width would shift or truncate the rest
    /// of its row, so a question mark replaces it.
    private mutating func hasTrustedWidth(_ glyph: Glyph) -> Bool {
        let scalars = glyph.scalarValues
        if scalars.firstMark == 0, scalars.base < 0x7F || glyph == .upperHalf || glyph == .lowerHalf { return true }
        return columns(of: scalars.base) == glyph.columns
            && (scalars.firstMark == 0 || columns(of: scalars.firstMark) == 0)
            && (scalars.secondMark == 0 || columns(of: scalars.secondMark) == 0)
    }

    /// Returns the C library's column count of a scalar.
    private mutating func columns(of scalar: UInt32) -> Int {
        let width = widths[scalar] ?? giftty_columns(scalar)
        widths[scalar] = width
        return Int(width)
    }
}

extension CellAttributes {
    /// The attributes as ncurses' bits.
    fileprivate var curses: UInt32 {
        if isSubset(of: .hints) { return 0 }
        var bits: UInt32 = 0
        if contains(.bold) { bits |= giftty_bold() }
        if contains(.dim) { bits |= giftty_dim() }
        if contains(.italic) { bits |= giftty_italic() }
        if contains(.underline) { bits |= giftty_underline() }
        if contains(.reverse) { bits |= giftty_reverse() }
        return bits
    }
}
