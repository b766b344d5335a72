public import HalfBlocks
public import Playback
import Terminal

/// Runs a show on a surface at up to 30 frames a second.
///
/// A moment that could not be painted in time is left out rather than painted late, and nothing is painted while
/// nothing changes or while the terminal is behind.
///
/// Ctrl-S keeps a picture of the screen in whatever show there is; no show hears of it.
public struct StageLoop {
    /// Time from one frame to the next.
    public static let frameLength: Nanoseconds = .second / 30

    /// Why a show came to its end.
    public enum Ending: Equatable, Sendable {
        /// The show was over.
        case over
        /// The system asked the program to end, by this signal.
        case signal(Int32)
    }

    private let surface: any StageSurface
    private let clock: () -> Nanoseconds
    private let keepPicture: ((CellGrid) -> String)?
    /// What was painted last, without what the loop itself says over it.
    private var painted: CellGrid?
    /// What the loop says, and until when.
    private var note: (text: String, end: Nanoseconds)?
    /// Whether the next frame is to be kept.
    private var keepsNextFrame = false

    /// The key that keeps a picture of the screen.
    static let pictureKey = KeyStroke(.modified("s"), .control)
    /// How long it is said what became of a picture.
    private static let noteLength: Nanoseconds = 3 * .second

    /// What the frames cost.
    public private(set) var statistics: FrameStatistics

    /// A loop on `surface`.
    /// - Parameters:
    ///   - clock: nanoseconds since the show began.
    ///   - processorTime: nanoseconds of processor time that the thread has used.
    ///   - keepPicture: keeps a picture of the screen, and answers in a few words what became of it; nil where it can't be kept.
    public init(
        on surface: any StageSurface, clock: @escaping () -> Nanoseconds, processorTime: @escaping () -> Nanoseconds,
        keepPicture: ((CellGrid) -> String)? = nil
    ) {
        self.surface = surface
        self.clock = clock
        self.keepPicture = keepPicture
        statistics = FrameStatistics(processorTime: processorTime)
    }

    /// Runs `show` to its end.
    public mutating func run(_ show: inout some Show) -> Ending {
        var nextFrame: Nanoseconds = 0
        var mustPaint = true
        while true {
            let now = clock()
            show.advance(to: now)
            if show.isOver { return .over }
            if now >= nextFrame, mustPaint || note.map({ now >= $0.end }) == true || show.needsPainting(at: now),
                surface.isReady
            {
                paint(&show, at: now)
                mustPaint = false
                nextFrame = (now / Self.frameLength + 1) * Self.frameLength
            }
            let timeout = Duration.nanoseconds(wait(for: show, nextFrame: nextFrame))
            for event in surface.poll(timeout: timeout, wakeUp: show.wakeUpDescriptor) {
                if case .terminate(let signal) = event {
                    show.end(at: clock())
                    return .signal(signal)
                }
                // A new size, or a terminal that others have written to, needs all of the picture at once.
                if event == .resumed { mustPaint = true }
                if case .resize = event { (mustPaint, nextFrame) = (true, 0) }
                if keepPicture != nil, event == Self.pictureKey.event {
                    keep(painted)
                    mustPaint = true
                    continue
                }
                show.handle(event, at: clock())
            }
            // Whoever has chosen it from a list wants the screen without that list.
            if show.takesPictureWish(), keepPicture != nil { (keepsNextFrame, mustPaint) = (true, true) }
        }
    }

    private mutating func keep(_ picture: CellGrid?) {
        guard let picture, let words = keepPicture?(picture) else { return }
        note = (words, clock() + Self.noteLength)
    }

    private mutating func paint(_ show: inout some Show, at time: Nanoseconds) {
        var grid = CellGrid(columns: surface.columns, rows: surface.rows)
        statistics.beginFrame(at: time)
        show.paint(&grid, at: time, statistics: &statistics)
        painted = grid
        if keepsNextFrame {
            keepsNextFrame = false
            keep(grid)
        }
        paintNote(over: &grid, at: time)
        let outcome = statistics.measure(.terminal) { surface.show(grid) }
        statistics.endFrame(outcome)
    }

    private mutating func paintNote(over grid: inout CellGrid, at time: Nanoseconds) {
        guard let note else { return }
        guard time < note.end else { return self.note = nil }
        let line = StyledText(" \(note.text) ", Theme.ink, isBold: true).fitted(to: grid.columns, ellipsis: "")
        let place = CellRect(column: (grid.columns - line.width) / 2, row: 0, columns: line.width, rows: 1)
        grid.fill(place, with: Cell(background: Theme.gold))
        grid.write(line, column: place.column, row: place.row)
    }

    /// How long nothing has to be done unless something is heard.
    private func wait(for show: some Show, nextFrame: Nanoseconds) -> Nanoseconds {
        let now = clock()
        // Even a still picture is looked after several times a second: its backdrop, its file, its clock.
        var wake = max(nextFrame, now + 6 * Self.frameLength)
        if show.isMoving || show.needsPainting(at: max(now, nextFrame)) { wake = nextFrame }
        if let due = show.nextDue { wake = min(wake, due) }
        if keepsNextFrame { wake = nextFrame }
        // Nobody says when a terminal takes something again; what is due is for then.
        if !surface.isReady { wake = max(wake, now + Self.frameLength) }
        return max(0, min(wake - now, .second / 4))
    }
}
