public import ExactNumbers
import Playback
import RoomSession
import Terminal
public import TerminalCells

/// A loop that runs a show on a surface with up to 30 frames per second.
///
/// A frame that is late is skipped. Nothing is painted while nothing changes or while the terminal has not accepted the
/// previous frame.
///
/// Ctrl-S saves a picture of the screen during any show; the loop handles this key itself.
public struct StageLoop {
    /// The time between two frames, in nanoseconds.
    public static let frameDuration: Nanoseconds = FrameTimes.stageFrame

    /// The reason why a show ended.
    public enum Ending: Equatable, Sendable {
        /// The show ended by itself.
        case showEnded
        /// A signal with this number asked the program to terminate.
        case signal(Int32)
    }

    private let surface: any StageSurface
    private let clock: () -> Nanoseconds
    private let savePicture: ((CellGrid) -> String)?
    private let broadcast: ((CellGrid) -> Void)?
    /// The picture that was painted last, without the loop's own note.
    private var lastPicture: CellGrid?
    /// The note of the loop, and the time until which it is shown.
    private var message: (lines: [String], end: Nanoseconds)?
    /// Whether the next frame is saved as a picture.
    private var savesNextFrame = false

    /// The key that saves a picture of the screen.
    static let pictureKey = KeyStroke(.modified("s"), .control)
    /// The time for which the result of saving a picture is shown.
    private static let messageDisplayTime: Nanoseconds = 3 * .second
    /// The time for which a note is shown: long enough to copy an address.
    private static let noteDisplayTime: Nanoseconds = 10 * .second

    /// The statistics of the frames.
    public private(set) var statistics: FrameStatistics

    /// Creates a loop on `surface`.
    ///
    /// - Parameters:
    ///   - surface: The surface that shows the frames and provides the input.
    ///   - clock: A closure that returns the nanoseconds since the show began.
    ///   - processorTime: A closure that returns the processor time of the thread, in nanoseconds.
    ///   - savePicture: A closure that saves a picture of the screen and returns a short message about the result, or
    ///     `nil` if pictures cannot be saved.
    ///   - broadcast: A closure that gets each picture as it is shown, and returns at once; `nil` if nobody else watches.
    public init(
        on surface: any StageSurface, clock: @escaping () -> Nanoseconds, processorTime: @escaping () -> Nanoseconds,
        savePicture: ((CellGrid) -> String)? = nil, broadcast: ((CellGrid) -> Void)? = nil
    ) {
        self.surface = surface
        self.clock = clock
        self.savePicture = savePicture
        self.broadcast = broadcast
        statistics = FrameStatistics(processorTime: processorTime)
    }

    /// Shows lines, one below the other, over the pictures of the next ten seconds.
    public mutating func note(_ lines: [String]) { message = (lines, clock() + Self.noteDisplayTime) }

    /// Runs `show` until it ends, and returns the reason for the end.
    public mutating func run(_ show: inout some Show) -> Ending {
        var nextFrame: Nanoseconds = 0
        var mustPaint = true
        while true {
            let now = clock()
            show.advance(to: now)
            if show.isOver { return .showEnded }
            if now >= nextFrame, mustPaint || message.map({ now >= $0.end }) == true || show.needsPainting(at: now),
                surface.isReady
            {
                paint(&show, at: now)
                mustPaint = false
                nextFrame = (now / Self.frameDuration + 1) * Self.frameDuration
            }
            for event in pollEvents(of: &show, nextFrame: nextFrame) {
                if case .terminate(let signal) = event {
                    show.end(at: clock())
                    return .signal(signal)
                }
                // After a change of size, or if another program has written to the terminal, the whole picture is
                // painted at once.
                if event == .resumed { mustPaint = true }
                if case .resize = event { (mustPaint, nextFrame) = (true, 0) }
                if savePicture != nil, event == Self.pictureKey.event {
                    save(lastPicture)
                    mustPaint = true
                    continue
                }
                show.handle(event, at: clock())
            }
            // A picture that was requested in the palette must not show the palette, so the next frame is saved.
            if show.consumePictureRequest(), savePicture != nil { (savesNextFrame, mustPaint) = (true, true) }
        }
    }

    private mutating func save(_ picture: CellGrid?) {
        guard let picture, let words = savePicture?(picture) else { return }
        message = ([words], clock() + Self.messageDisplayTime)
    }

    private mutating func paint(_ show: inout some Show, at time: Nanoseconds) {
        var grid = CellGrid(columns: surface.columns, rows: surface.rows)
        statistics.beginFrame(at: time)
        show.paint(&grid, at: time, statistics: &statistics)
        lastPicture = grid
        if savesNextFrame {
            savesNextFrame = false
            save(grid)
        }
        paintMessage(over: &grid, at: time)
        broadcast?(grid)
        let outcome = statistics.measure(.terminal) { surface.show(grid) }
        statistics.endFrame(outcome)
    }

    private mutating func paintMessage(over grid: inout CellGrid, at time: Nanoseconds) {
        guard let message else { return }
        guard time < message.end else { return self.message = nil }
        for (row, text) in message.lines.prefix(grid.rows).enumerated() {
            let line = StyledText(" \(text) ", Theme.textOnColor, isBold: true).fitted(to: grid.columns, ellipsis: "")
            let place = CellRect(column: (grid.columns - line.width) / 2, row: row, columns: line.width, rows: 1)
            grid.fill(place, with: Cell(background: Theme.accent))
            grid.write(line, column: place.column, row: place.row)
        }
    }

    /// Waits for input until the show must advance, and returns it.
    ///
    /// What other programs ask meanwhile is answered here: most of the cost of a request would be to look at everything
    /// else.
    private func pollEvents(of show: inout some Show, nextFrame: Nanoseconds) -> [InputEvent] {
        var wake = wakeTime(for: show, nextFrame: nextFrame)
        var awaited = show.awaited
        while true {
            let events = surface.poll(timeout: .nanoseconds(max(0, wake - clock())), others: &awaited)
            guard events.isEmpty else { return events }
            let now = clock()
            guard now < wake else { return [] }
            switch show.answerRequests(&awaited, at: now) {
            case .mustAdvance: return []
            // Before a frame that is due anyway, only an earlier event counts.
            case .changed where wake <= nextFrame: wake = min(wake, show.nextDueAfterRequests ?? wake)
            case .changed: wake = min(wake, wakeTime(for: show, nextFrame: nextFrame))
            case .unchanged: break
            }
        }
    }

    /// Returns the time at which the loop must run again if there is no input.
    private func wakeTime(for show: some Show, nextFrame: Nanoseconds) -> Nanoseconds {
        let now = clock()
        // Even a still picture is checked several times per second, for its backdrop, the configuration file and the
        // clock.
        var wake = max(nextFrame, now + 6 * Self.frameDuration)
        if show.isMoving || show.needsPainting(at: max(now, nextFrame)) { wake = nextFrame }
        if let due = show.nextDue { wake = min(wake, due) }
        if savesNextFrame { wake = nextFrame }
        // No event signals that the terminal accepts data again, so the surface is polled once per frame.
        if !surface.isReady { wake = max(wake, now + Self.frameDuration) }
        return min(wake, now + .second / 4)
    }
}
