import CNcurses
import HalfBlocks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// ncurses at work on a file in memory: given a grid, it composes the bytes that change the terminal.
///
/// ncurses itself writes until the terminal has taken everything, however long that takes. In memory it never waits,
/// and the bytes are sent when the terminal is ready for them.
final class CursesPainter {
    private let screen: OpaquePointer
    private let file: UnsafeMutablePointer<FILE>
    private let hasColors: Bool
    private var composer: FrameComposer
    private var expansion = ColorExpansion()
    /// Pair numbers below this are known to ncurses.
    private var declaredPairs: Int32 = 1
    private var bytes: [UInt8] = []

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
        self.hasColors = hasColors
        composer = FrameComposer(size: size, hasColors: hasColors)
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

    /// Gives the terminal back until the next frame.
    func leave(into output: inout [UInt8]) {
        endwin()
        collect(into: &output)
    }

    /// Composes what turns one grid, which is on the screen, into another of the same size.
    /// - Returns: How many cells differ.
    func paint(_ grid: CellGrid, over shown: CellGrid?, into output: inout [UInt8]) -> Int {
        guard let window = giftty_standard_window() else { return 0 }
        let changed = composer.put(grid, changedFrom: shown, into: window)
        declarePairs()
        wnoutrefresh(window)
        doupdate()
        collect(into: &output)
        composer.finishFrame()
        return changed
    }

    /// Makes the pair numbers in use known to ncurses, each with colours of its own: to ncurses cells of equal colours
    /// are equal, whatever their pairs.
    private func declarePairs() {
        while hasColors, declaredPairs < composer.pairs.highWater {
            init_extended_pair(declaredPairs, declaredPairs & 0xFFFF, declaredPairs >> 16)
            declaredPairs += 1
        }
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
                UnsafeBufferPointer(rebasing: written[..<max(0, count)]), pairs: composer.pairs, into: &output)
        }
    }
}
