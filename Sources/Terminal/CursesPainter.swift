import CNcurses
import HalfBlocks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// ncurses at work on a file in memory: given changed cells, it composes the bytes that change the terminal.
///
/// ncurses itself writes until the terminal has taken everything, however long that takes. In memory it never waits,
/// and the bytes are sent when the terminal is ready for them.
final class CursesPainter {
    private let screen: OpaquePointer
    private let file: UnsafeMutablePointer<FILE>
    private let hasColors: Bool
    private var size: TerminalSize
    private var pairs: PairTable
    private var expansion = ColorExpansion()
    /// Pair numbers below this are known to ncurses.
    private var declaredPairs: Int32 = 1
    /// The pair each cell on the screen uses; 0 also for right halves of wide glyphs.
    private var shownPairs: [Int32]
    private var released: [Int32] = []
    private var run: [cchar_t] = []
    private var bytes: [UInt8] = []
    private var widths: [UInt32: Int32] = [:]

    /// Starts ncurses on an entry that `TERMINFO` leads to; nil where ncurses refuses.
    init?(entry: String, size: TerminalSize, hasColors: Bool) {
        let descriptor = giftty_memory_file()
        guard descriptor >= 0 else { return nil }
        guard let file = fdopen(descriptor, "w+") else {
            close(descriptor)
            return nil
        }
        use_env(false)
        guard let screen = newterm(entry, file, file) else {
            fclose(file)
            return nil
        }
        self.screen = screen
        self.file = file
        self.size = size
        self.hasColors = hasColors
        pairs = PairTable(cells: size.columns * size.rows)
        shownPairs = [Int32](repeating: 0, count: size.columns * size.rows)
        if hasColors {
            start_color()
            use_default_colors()
        }
        // Nothing may make ncurses stop in the middle of a frame, place a cursor that nobody sees, or scroll.
        typeahead(-1)
        curs_set(0)
        leaveok(giftty_standard_window(), true)
        scrollok(giftty_standard_window(), false)
        resize_term(Int32(size.rows), Int32(size.columns))
    }

    deinit {
        endwin()
        delscreen(screen)
        fclose(file)
    }

    /// Takes on a new size and forgets what is on the screen.
    func resize(to newSize: TerminalSize) {
        size = newSize
        resize_term(Int32(size.rows), Int32(size.columns))
        werase(giftty_standard_window())
        pairs = PairTable(cells: size.columns * size.rows)
        shownPairs = [Int32](repeating: 0, count: size.columns * size.rows)
        repaint()
    }

    /// Makes the next frame clear the screen and write every cell.
    func repaint() {
        clearok(giftty_current_window(), true)
    }

    /// Gives the terminal back until the next frame.
    func leave(into output: inout [UInt8]) {
        endwin()
        collect(into: &output)
    }

    /// Composes what turns one grid, which is on the screen, into another of the same size.
    /// - Returns: How many cells differ.
    func paint(_ grid: CellGrid, over shown: CellGrid?, into output: inout [UInt8]) -> Int {
        pairs.reclaim(forCells: size.columns * size.rows)
        var changed = 0
        grid.cells.withUnsafeBufferPointer { new in
            if let shown {
                shown.cells.withUnsafeBufferPointer { old in changed = put(new, changedFrom: old) }
            } else {
                changed = put(new, changedFrom: nil)
            }
        }
        while hasColors, declaredPairs < pairs.highWater {
            // ncurses never asks what the colours are, only that they are not the terminal's own.
            init_extended_pair(declaredPairs, 1, 1)
            declaredPairs += 1
        }
        wnoutrefresh(giftty_standard_window())
        doupdate()
        collect(into: &output)
        for number in released { pairs.release(number) }
        released.removeAll(keepingCapacity: true)
        return changed
    }

    /// Hands ncurses the runs of cells that differ, row by row.
    private func put(_ new: UnsafeBufferPointer<Cell>, changedFrom old: UnsafeBufferPointer<Cell>?) -> Int {
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
                while column < size.columns, old.map({ new[line + column] != $0[line + column] }) ?? true {
                    append(new[line + column], at: line + column)
                    column += 1
                }
                changed += column - start
                flushRun(row: row, column: new[line + start].glyph == .continuation ? start + 1 : start)
            }
        }
        return changed
    }

    /// Adds a cell to the run; ncurses itself fills the right half of a wide glyph.
    private func append(_ cell: Cell, at index: Int) {
        released.append(shownPairs[index])
        shownPairs[index] = 0
        guard cell.glyph != .continuation else { return }
        if hasColors {
            let hidesForeground = cell.glyph == .space && cell.attributes.isDisjoint(with: [.underline, .reverse])
            shownPairs[index] = pairs.acquire(
                foreground: hidesForeground ? cell.background : cell.foreground, background: cell.background)
        }
        let scalars = trusted(cell.glyph).scalarValues
        var result = cchar_t()
        giftty_set_cell(
            &result, scalars.base, scalars.firstMark, scalars.secondMark, cell.attributes.curses, shownPairs[index])
        run.append(result)
    }

    /// The glyph, or a question mark where the C library, which ncurses counts columns by, takes another width for it.
    private func trusted(_ glyph: Glyph) -> Glyph {
        let base = glyph.scalarValues.base
        if base < 0x7F || glyph == .upperHalf || glyph == .lowerHalf { return glyph }
        let width = widths[base] ?? giftty_columns(base)
        widths[base] = width
        return Int(width) == glyph.columns ? glyph : Glyph("?")
    }

    private func flushRun(row: Int, column: Int) {
        mvwadd_wchnstr(giftty_standard_window(), Int32(row), Int32(column), run, Int32(run.count))
        run.removeAll(keepingCapacity: true)
    }

    /// Moves what ncurses wrote to the output.
    private func collect(into output: inout [UInt8]) {
        let descriptor = fileno(file)
        let length = Int(lseek(descriptor, 0, SEEK_CUR))
        guard length > 0 else { return }
        if bytes.count < length { bytes = [UInt8](repeating: 0, count: length * 2) }
        let count = pread(descriptor, &bytes, length, 0)
        ftruncate(descriptor, 0)
        lseek(descriptor, 0, SEEK_SET)
        bytes.withUnsafeBufferPointer { written in
            expansion.expand(
                UnsafeBufferPointer(rebasing: written[..<max(0, count)]), pairs: pairs, into: &output)
        }
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
