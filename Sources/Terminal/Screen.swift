import CTerminalGuard
public import HalfBlocks

/// A terminal in full-screen use: shows grids of cells and hears keys, mouse, resizing and signals.
///
/// One loop owns it: it asks ``poll(timeout:)`` for what happened, draws into a ``CellGrid`` of the screen's size, and
/// gives it to ``show(_:)``, which writes only what changed.
///
/// ```swift
/// let screen = try Screen(environment: environment)
/// defer { screen.close() }
/// while running {
///     for event in screen.poll(timeout: .milliseconds(33)) { … }
///     var grid = CellGrid(columns: screen.columns, rows: screen.rows)
///     …
///     screen.show(grid)
/// }
/// ```
///
/// Nothing here waits for a slow terminal. Bytes that it does not take at once are kept and sent while ``poll(timeout:)``
/// waits; until they are gone ``show(_:)`` drops frames, so that keys and signals are always heard.
///
/// However the program ends, the terminal is left as it was: by ``close()``, and by a handler of last resort on a
/// crash or an `exit` elsewhere. After Ctrl-Z the shell gets a clean terminal, and `fg` repaints. There can be one
/// screen at a time.
public final class Screen {
    /// What became of a frame.
    public enum Outcome: Equatable, Sendable {
        /// It is on its way; so many cells differed from the frame before, and so many bytes say so.
        case shown(changedCells: Int, bytes: Int)
        /// The terminal has not taken the frame before yet, so this one was dropped and nothing was spent on it.
        case dropped
    }

    /// How long leaving waits for a terminal that takes nothing, before it drops the rest of the last frame.
    private static let patience = Duration.milliseconds(500)

    /// Width in cells.
    public var columns: Int { size.columns }
    /// Height in cells.
    public var rows: Int { size.rows }
    /// The colours in use.
    public let depth: ColorDepth
    /// The glyphs in use.
    public let repertoire: GlyphRepertoire
    /// What the terminal's description says.
    public let description: TerminalDescription

    var size: TerminalSize
    let device: TerminalDevice
    let signals: Int32
    var decoder = InputDecoder()
    /// When the bytes of an unfinished key came.
    var unfinishedSince: ContinuousClock.Instant?
    var hasReportedHangUp = false
    /// Until when answers of the terminal are waited for; nil once they have come or were given up.
    var answersUntil: ContinuousClock.Instant?
    /// Whether the terminal shows a frame at once, however many pieces it comes in.
    var synchronizes = false
    /// The window's title, without what would end it.
    private let title: String?
    /// Whether the title from before waits in the terminal to be put back.
    private var isTitlePutBy = false
    private var painter: CursesPainter?
    private var shown: CellGrid?

    /// Takes over the terminal behind standard output.
    /// - Parameters:
    ///   - environment: The environment variables, of which `TERM`, `COLORTERM`, `NO_COLOR` and the locale's count.
    ///   - colors: The colours to use, or nil for what the terminal has.
    ///   - title: The window's title meanwhile; nil leaves it as it is.
    /// - Throws: ``ScreenError`` where there is no terminal, or none that can place its cursor.
    public init(
        environment: [String: String], colors: ColorDepth? = nil, title: String? = nil
    ) throws(ScreenError) {
        device = try TerminalDevice()
        description = TerminalDescription.current(environment: environment)
        guard description.canPlaceCursor else { throw .cannotPlaceCursor(term: description.name) }
        let isWindow = description.isWindow
        self.title = isWindow ? title.map(Self.printable) : nil
        depth = description.depth(asked: colors, environment: environment)
        repertoire = Locale.choose(GlyphRepertoire.detected(environment: environment))
        let size = device.size
        self.size = size
        signals = terminal_guard_watch()
        guard signals >= 0 else {
            throw .unusable(term: description.name, reason: "no pipe can be had for signals")
        }
        let hasColors = depth != .none
        do {
            painter = try DerivedEntry.withCompiled(base: description.name, size: size, hasColors: hasColors) {
                CursesPainter(entry: DerivedEntry.name, size: size, hasColors: hasColors)
            }
        } catch {
            terminal_guard_unwatch()
            throw error
        }
        enter()
        if isWindow {
            device.enqueue { $0 += ControlSequences.questions }
            device.send()
            answersUntil = .now + Self.answerTime
        }
    }

    deinit {
        close()
    }

    /// Whether a frame shown now would be on its way, rather than be dropped.
    ///
    /// A loop that asks before it draws spends nothing on frames that a slow terminal cannot take.
    public var isReady: Bool {
        device.send()
        return painter != nil && !device.hasUnsent
    }

    /// Shows a grid: writes the cells that differ from those on the screen, and nothing else.
    ///
    /// What lies outside the screen is cut off, what the grid lacks is empty.
    /// - Returns: Whether the frame is on its way or was dropped.
    @discardableResult
    public func show(_ grid: CellGrid) -> Outcome {
        guard isReady, let painter else { return .dropped }
        var frame = grid
        if grid.columns != columns || grid.rows != rows {
            frame = CellGrid(columns: columns, rows: rows)
            frame.place(grid, column: 0, row: 0)
        }
        frame = frame.adapted(to: depth, repertoire: repertoire)
        var changed = 0
        var bytes = 0
        device.enqueue { output in
            if synchronizes { output += ControlSequences.beginFrame }
            let start = output.count
            changed = painter.paint(frame, over: shown, into: &output)
            if synchronizes {
                if output.count > start {
                    output += ControlSequences.endFrame
                } else {
                    output.removeLast(ControlSequences.beginFrame.count)
                }
            }
            bytes = output.count
        }
        shown = frame
        device.send()
        return .shown(changedCells: changed, bytes: bytes)
    }

    /// Gives the terminal back as it was. The screen shows and hears nothing afterwards.
    public func close() {
        guard painter != nil else { return }
        leave()
        painter = nil
        terminal_guard_unwatch()
    }

    /// Takes on the terminal's size if it changed, and repaints either way, since a resized terminal may show anything.
    func adoptSize() -> InputEvent? {
        let newSize = device.size
        guard newSize != size else { return nil }
        size = newSize
        shown = nil
        painter?.resize(to: newSize)
        return .resize(columns: newSize.columns, rows: newSize.rows)
    }

    /// Leaves, stops as the shell's job control asks, and comes back.
    func suspend() {
        leave()
        terminal_guard_stop()
        reenter()
    }

    /// Takes the terminal over again after a stop.
    func reenter() {
        shown = nil
        painter?.repaint()
        enter()
    }

    /// Arms the last resort first, so that there is no moment in which a crash leaves raw modes behind.
    private func enter() {
        var modes = device.originalModes
        let farewell = ControlSequences.farewell(hasTitle: title != nil)
        terminal_guard_arm(device.descriptor, &modes, farewell, farewell.count)
        device.enterRawModes()
        device.enqueue { output in
            if let title {
                // After a stop that left no time to leave, it is put by still.
                if !isTitlePutBy { output += ControlSequences.pushTitle }
                output += ControlSequences.title(title)
                isTitlePutBy = true
            }
            output += ControlSequences.enableInput
            output += ControlSequences.keepOrder
        }
        device.send()
    }

    /// A title without characters of control, and no longer than a window shows.
    private static func printable(_ title: String) -> String {
        let scalars = title.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        return String(String(String.UnicodeScalarView(scalars)).prefix(100))
    }

    /// Leaves the terminal as it was found, as far as it still takes anything.
    private func leave() {
        let isWhole = device.drain(within: Self.patience)
        awaitAnswers()
        device.enqueue { output in
            if !isWhole { output.append(ControlSequences.cancel) }
            if synchronizes { output += ControlSequences.endFrame }
            if isTitlePutBy { output += ControlSequences.popTitle }
            isTitlePutBy = false
            output += ControlSequences.disableInput
            painter?.leave(into: &output)
            output += ControlSequences.giveOrderBack
        }
        device.drain(within: Self.patience)
        device.restoreModes()
        terminal_guard_disarm()
    }
}
