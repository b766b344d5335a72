import CNcurses
import HalfBlocks

/// Gives ncurses the cells of a frame that differ from the frame before, each with its pair of colours.
struct FrameComposer {
    let size: TerminalSize
    /// What the pair numbers stand for.
    private(set) var pairs: PairTable

    private let hasColors: Bool
    /// The pair each cell on the screen uses; 0 also for right halves of wide glyphs.
    private var shownPairs: [Int32]
    private var released: [Int32] = []
    private var run: [cchar_t] = []
    /// Columns by the C library, of what is not ASCII.
    private var widths: [UInt32: Int32] = [:]

    /// A composer for a screen that shows nothing yet.
    init(size: TerminalSize, hasColors: Bool) {
        self.size = size
        self.hasColors = hasColors
        pairs = PairTable(cells: size.columns * size.rows)
        shownPairs = [Int32](repeating: 0, count: size.columns * size.rows)
    }

    /// Hands ncurses' window the runs of cells that differ, row by row, and returns how many cells that were.
    ///
    /// Both grids have the screen's size; without an old one every cell counts as different.
    mutating func put(_ new: CellGrid, changedFrom old: CellGrid?, into window: UnsafeMutablePointer<WINDOW>) -> Int {
        pairs.reclaim(forCells: size.columns * size.rows)
        return new.cells.withUnsafeBufferPointer { new in
            guard let old else { return putRuns(of: new, changedFrom: nil, into: window) }
            return old.cells.withUnsafeBufferPointer { putRuns(of: new, changedFrom: $0, into: window) }
        }
    }

    /// Tells the table that the cells replaced are off the screen. To be called once ncurses has written the frame.
    mutating func finishFrame() {
        for number in released { pairs.release(number) }
        released.removeAll(keepingCapacity: true)
    }

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

    /// Adds a cell to the run; ncurses itself fills the right half of a wide glyph.
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
        if isTrusted(cell.glyph) {
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

    /// Whether the C library, by which ncurses counts columns, gives a glyph the same; else a question mark stands in.
    ///
    /// It may be of an older Unicode than Swift's. A glyph that it does not know would shift or cut the rest of its row.
    private mutating func isTrusted(_ glyph: Glyph) -> Bool {
        let scalars = glyph.scalarValues
        if scalars.firstMark == 0, scalars.base < 0x7F || glyph == .upperHalf || glyph == .lowerHalf { return true }
        return columns(of: scalars.base) == glyph.columns
            && (scalars.firstMark == 0 || columns(of: scalars.firstMark) == 0)
            && (scalars.secondMark == 0 || columns(of: scalars.secondMark) == 0)
    }

    private mutating func columns(of scalar: UInt32) -> Int {
        let width = widths[scalar] ?? giftty_columns(scalar)
        widths[scalar] = width
        return Int(width)
    }
}

extension CellAttributes {
    /// The same in ncurses' bits.
    fileprivate var curses: UInt32 {
        if isSubset(of: .even) { return 0 }
        var bits: UInt32 = 0
        if contains(.bold) { bits |= giftty_bold() }
        if contains(.dim) { bits |= giftty_dim() }
        if contains(.italic) { bits |= giftty_italic() }
        if contains(.underline) { bits |= giftty_underline() }
        if contains(.reverse) { bits |= giftty_reverse() }
        return bits
    }
}
