public import HalfBlocks
public import Playback
public import Terminal

/// What runs on the stage: it hears input, lets time pass, and paints itself.
///
/// It has no clock of its own; all times are nanoseconds since it began, and never go back.
public protocol Show {
    /// Whether there is nothing more to show.
    var isOver: Bool { get }
    /// Whether every moment looks different from the one before.
    var isMoving: Bool { get }
    /// When something falls due next, if nothing is heard before.
    var nextDue: Nanoseconds? { get }
    /// A descriptor that can be read when there is something to advance for before ``nextDue``; nil where there is none.
    var wakeUpDescriptor: Int32? { get }
    /// Whether the picture would differ from the last one painted, if it were painted at `time`.
    func needsPainting(at time: Nanoseconds) -> Bool
    /// Lets everything happen that falls due at or before `time`.
    mutating func advance(to time: Nanoseconds)
    /// Takes what was heard at `time`.
    mutating func handle(_ event: InputEvent, at time: Nanoseconds)
    /// Ends everything, because the program must.
    mutating func end(at time: Nanoseconds)
    /// Paints the moment `time` over all of `grid`.
    mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics)
}

extension Show {
    /// Nothing comes from outside.
    public var wakeUpDescriptor: Int32? { nil }
}

/// Runs a show on a surface at up to 30 frames a second.
///
/// A moment that could not be painted in time is left out rather than painted late, and nothing is painted while
/// nothing changes or while the terminal is behind.
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
    /// What the frames cost.
    public private(set) var statistics: FrameStatistics

    /// A loop on `surface`.
    /// - Parameters:
    ///   - clock: nanoseconds since the show began.
    ///   - processorTime: nanoseconds of processor time that the thread has used.
    public init(
        on surface: any StageSurface, clock: @escaping () -> Nanoseconds, processorTime: @escaping () -> Nanoseconds
    ) {
        self.surface = surface
        self.clock = clock
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
            if now >= nextFrame, mustPaint || show.needsPainting(at: now), surface.isReady {
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
                show.handle(event, at: clock())
            }
        }
    }

    private mutating func paint(_ show: inout some Show, at time: Nanoseconds) {
        var grid = CellGrid(columns: surface.columns, rows: surface.rows)
        statistics.beginFrame(at: time)
        show.paint(&grid, at: time, statistics: &statistics)
        let outcome = statistics.measure(.terminal) { surface.show(grid) }
        statistics.endFrame(outcome)
    }

    /// How long nothing has to be done unless something is heard.
    private func wait(for show: some Show, nextFrame: Nanoseconds) -> Nanoseconds {
        let now = clock()
        // Even a still picture is looked after several times a second: its backdrop, its file, its clock.
        var wake = max(nextFrame, now + 6 * Self.frameLength)
        if show.isMoving || show.needsPainting(at: max(now, nextFrame)) { wake = nextFrame }
        if let due = show.nextDue { wake = min(wake, due) }
        return max(0, min(wake - now, .second / 4))
    }
}
