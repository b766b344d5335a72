import CTerminalGuard
public import TerminalCells
import TerminalText

/// A terminal in full-screen mode, which shows grids of cells and receives keys, mouse events, resizes and signals.
///
/// One loop owns the screen. It calls ``poll(timeout:others:)`` for events, draws into a ``CellGrid`` of the screen's
/// size, and passes the grid to ``show(_:)``, which writes only the changes.
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
/// The screen never waits for a slow terminal. It keeps bytes that the terminal does not accept and sends them during
/// ``poll(timeout:others:)``. Until they are sent, ``show(_:)`` drops frames, so that the program always reacts to keys
/// and signals.
///
/// The terminal's state is restored however the program ends: by ``close()``, or by an emergency handler after a crash
/// or an `exit` elsewhere. After Ctrl-Z the shell gets a clean terminal, and `fg` repaints the screen. Only one screen
/// can exist at a time.
public final class Screen {
    /// The result of showing a frame.
    public enum Outcome: Equatable, Sendable {
        /// The frame is being sent; `changedCells` cells differ from the previous frame, and `bytes` bytes describe
        /// them.
        case shown(changedCells: Int, bytes: Int)
        /// The frame was dropped without further work, because the terminal has not accepted the previous one yet.
        case dropped
    }

    /// The longest wait for an unresponsive terminal before the program leaves the screen and drops the rest of a
    /// frame.
    private static let drainTimeout = Duration.milliseconds(500)

    /// The width in cells.
    public var columns: Int { size.columns }
    /// The height in cells.
    public var rows: Int { size.rows }
    /// The color depth in use.
    public let depth: ColorDepth
    /// The glyph repertoire in use.
    public let repertoire: GlyphRepertoire
    /// The terminal's description from terminfo.
    public let description: TerminalDescription

    var size: TerminalSize
    let device: TerminalDevice
    let signals: Int32
    var decoder = InputDecoder()
    /// The time at which the bytes of an unfinished sequence arrived.
    var unfinishedSince: ContinuousClock.Instant?
    var hasReportedHangUp = false
    /// The deadline for the terminal's answers; nil once they have arrived or the wait was given up.
    var answerDeadline: ContinuousClock.Instant?
    /// Whether the terminal supports synchronized output, which shows a frame at once.
    var supportsSynchronizedOutput = false
    /// The window's title, without control characters.
    private let title: String?
    /// Whether the previous title is saved in the terminal.
    private var isTitleSaved = false
    private var painter: CursesPainter?
    private var shown: CellGrid?

    /// Takes over the terminal of standard output.
    ///
    /// - Parameters:
    ///   - environment: The environment variables; `TERM`, `COLORTERM`, `NO_COLOR` and the locale variables are used.
    ///   - colors: The color depth, or nil to detect the terminal's.
    ///   - title: The window's title while the screen is in use, or nil to keep the title.
    /// - Throws: ``ScreenError`` if there is no terminal, or if it cannot position its cursor.
    public init(
        environment: [String: String], colors: ColorDepth? = nil, title: String? = nil
    ) throws(ScreenError) {
        device = try TerminalDevice()
        description = TerminalDescription.current(environment: environment)
        guard description.canPositionCursor else {
            throw .cannotPositionCursor(term: environment["TERM"] ?? "")
        }
        let isWindow = description.isWindow
        self.title = isWindow ? title?.terminalSafe(maxLength: Self.maxTitleLength) : nil
        depth = description.depth(requested: colors, environment: environment)
        repertoire = Locale.select(for: GlyphRepertoire.detected(environment: environment))
        let size = device.size
        self.size = size
        signals = terminal_guard_watch()
        guard signals >= 0 else {
            throw .unusable(term: description.name, reason: "no pipe can be had for signals")
        }
        let hasColors = depth != .none
        do {
            painter = try DerivedTerminfoEntry.withCompiled(base: description.name, size: size, hasColors: hasColors) {
                CursesPainter(entry: DerivedTerminfoEntry.name, size: size, hasColors: hasColors)
            }
        } catch {
            terminal_guard_unwatch()
            throw error
        }
        enter()
        if isWindow {
            device.enqueue { $0 += ControlSequences.queries }
            device.send()
            answerDeadline = .now + Self.answerTimeout
        }
    }

    deinit {
        close()
    }

    /// Whether ``show(_:)`` would send a frame instead of dropping it.
    ///
    /// A loop that checks this before drawing spends no time on frames that a slow terminal cannot accept.
    public var isReady: Bool {
        device.send()
        return painter != nil && !device.hasUnsent
    }

    /// Shows a grid by writing only the cells that differ from those on the screen.
    ///
    /// The grid is clipped to the screen, and missing cells are empty.
    ///
    /// - Returns: Whether the frame is being sent or was dropped.
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
            if supportsSynchronizedOutput { output += ControlSequences.beginFrame }
            let start = output.count
            changed = painter.paint(frame, over: shown, into: &output)
            if supportsSynchronizedOutput {
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

    /// Restores the terminal. The screen cannot be used afterwards.
    public func close() {
        guard painter != nil else { return }
        leave()
        painter = nil
        terminal_guard_unwatch()
    }

    /// Adopts the terminal's size if it has changed.
    ///
    /// A change also causes a full repaint, because a resized terminal may show anything.
    ///
    /// - Returns: The resize event, or nil if the size is unchanged.
    func updateSize() -> InputEvent? {
        let newSize = device.size
        guard newSize != size else { return nil }
        size = newSize
        shown = nil
        painter?.resize(to: newSize)
        return .resize(columns: newSize.columns, rows: newSize.rows)
    }

    /// Leaves the screen, stops the process for the shell's job control, and re-enters the screen when it continues.
    func suspend() {
        leave()
        terminal_guard_stop()
        reenter()
    }

    /// Re-enters the screen after a stop and repaints it.
    func reenter() {
        shown = nil
        painter?.repaint()
        enter()
    }

    /// Enters full-screen mode.
    ///
    /// The emergency handler is armed first, so that a crash at any moment restores the terminal's modes.
    private func enter() {
        var modes = device.originalModes
        let farewell = ControlSequences.emergencyRestore(hasTitle: title != nil)
        terminal_guard_arm(device.descriptor, &modes, farewell, farewell.count)
        device.enterRawModes()
        device.enqueue { output in
            if let title {
                // After a stop without notice the previous title is still saved.
                if !isTitleSaved { output += ControlSequences.pushTitle }
                output += ControlSequences.title(title)
                isTitleSaved = true
            }
            output += ControlSequences.enableInput
            output += ControlSequences.disableReordering
        }
        device.send()
    }

    /// The longest title, in characters; a window shows fewer.
    private static let maxTitleLength = 100

    /// Restores the terminal as far as it still accepts bytes.
    private func leave() {
        let isWhole = device.drain(within: Self.drainTimeout)
        waitForAnswers()
        device.enqueue { output in
            if !isWhole { output.append(ControlSequences.cancel) }
            if supportsSynchronizedOutput { output += ControlSequences.endFrame }
            if isTitleSaved { output += ControlSequences.popTitle }
            isTitleSaved = false
            output += ControlSequences.disableInput
            painter?.leave(into: &output)
            output += ControlSequences.enableReordering
        }
        device.drain(within: Self.drainTimeout)
        device.restoreModes()
        terminal_guard_disarm()
    }
}
