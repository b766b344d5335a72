import CNcurses
import CPlatform
import TerminalCells

/// A painter that uses ncurses with a file in memory to compute the bytes that change the terminal.
///
/// ncurses writes synchronously until the terminal has accepted all bytes, however long that takes. A file in memory
/// never blocks, and the program sends the bytes when the terminal is ready.
final class CursesPainter {
    // This object owns both. The screen writes to the file, so it is deleted first.
    private let screen: OpaquePointer
    private let file: UnsafeMutablePointer<FILE>
    private let hasColors: Bool
    private var composer: FrameComposer
    private var expansion = ColorExpansion()
    /// The number from which on pairs are not yet declared to ncurses.
    private var declaredPairs: Int32 = 1
    private var bytes: [UInt8] = []

    /// Starts ncurses with an entry that it finds through `TERMINFO`, or returns nil if ncurses fails.
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
        self.hasColors = hasColors
        composer = FrameComposer(size: size, hasColors: hasColors)
        if hasColors {
            start_color()
            use_default_colors()
        }
        // ncurses must not stop in the middle of a frame, position the invisible cursor, or scroll.
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

    /// Adopts a new size and discards the known screen contents.
    func resize(to size: TerminalSize) {
        resize_term(Int32(size.rows), Int32(size.columns))
        werase(giftty_standard_window())
        composer = FrameComposer(size: size, hasColors: hasColors)
        repaint()
    }

    /// Makes the next frame clear the screen and write every cell.
    func repaint() {
        clearok(giftty_current_window(), true)
    }

    /// Ends ncurses' screen mode until the next frame and appends its bytes.
    func leave(into output: inout [UInt8]) {
        output += ControlSequences.eraseAlternateScreen()
        endwin()
        moveOutput(into: &output)
    }

    /// Appends the bytes that change the screen from one grid to another of the same size.
    ///
    /// - Returns: The number of cells that differ.
    func paint(_ grid: CellGrid, over shown: CellGrid?, into output: inout [UInt8]) -> Int {
        guard let window = giftty_standard_window() else { return 0 }
        let changed = composer.put(grid, changedFrom: shown, into: window)
        declarePairs()
        wnoutrefresh(window)
        doupdate()
        moveOutput(into: &output)
        composer.finishFrame()
        return changed
    }

    /// Declares new pair numbers to ncurses, each with unique colors.
    ///
    /// ncurses treats cells of equal colors as equal, whatever their pairs are.
    private func declarePairs() {
        while hasColors, declaredPairs < composer.pairs.firstUnassigned {
            init_extended_pair(declaredPairs, declaredPairs & 0xFFFF, declaredPairs >> 16)
            declaredPairs += 1
        }
    }

    /// Moves ncurses' output to `output`, with the colors expanded.
    private func moveOutput(into output: inout [UInt8]) {
        let descriptor = fileno(file)
        let length = Int(lseek(descriptor, 0, SEEK_CUR))
        guard length > 0 else { return }
        if bytes.count < length { bytes = [UInt8](repeating: 0, count: length * 2) }
        let count = pread(descriptor, &bytes, length, 0)
        ftruncate(descriptor, 0)
        lseek(descriptor, 0, SEEK_SET)
        bytes.withUnsafeBufferPointer { written in
            expansion.expand(
                UnsafeBufferPointer(rebasing: written[..<max(0, count)]), pairs: composer.pairs, into: &output)
        }
    }
}
