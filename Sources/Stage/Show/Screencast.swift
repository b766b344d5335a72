public import HalfBlocks
public import Playback
public import Recordings

/// The screen of a recorded session, on the session's own clock.
///
///     for frame in Screencast(of: recording, in: setup, columns: 100, rows: 30) {
///         try writer.show(frame.screen, at: frame.time)
///     }
///
/// It is what the person at the keys saw: the same room is told again all that it was told, the keys that open panels too.
/// Only the settings and what frames cost are left out, as neither is in the recording.
/// Frames come at a steady rate, those that differ from the one before, so how fast a machine is decides nothing.
public struct Screencast: Sequence, IteratorProtocol {
    /// What is seen from a moment on.
    public struct Frame: Equatable, Sendable {
        /// When, counted from where the screencast begins.
        public let time: Nanoseconds
        /// The whole screen.
        public let screen: CellGrid
    }

    /// How long it is.
    public let length: Nanoseconds
    private let start: Nanoseconds
    private let framesPerSecond: Double
    private let lines: [RecordedLine]
    private var told = 0
    private var room: RoomShow
    private var screen: CellGrid
    private var step = 0
    private var isMoving = true
    private var statistics = FrameStatistics(processorTime: { 0 })

    /// Frames a second as the stage has them.
    public static let usualRate = 30.0

    /// The screen of `recording`.
    /// - Parameters:
    ///   - setup: the room, whose feed and settings are not asked.
    ///   - start: where in the session it begins.
    ///   - columns: the width of the screen in cells; what was recorded may have been another.
    ///   - rows: its height.
    ///   - framesPerSecond: above 0.
    public init(
        of recording: Recording, in setup: RoomShow.Setup, from start: Nanoseconds = 0, columns: Int, rows: Int,
        framesPerSecond: Double = usualRate
    ) {
        // The end of the session would empty the stage; it is left as it was seen last.
        lines = recording.lines.filter { if case .decision = $0.kind { false } else { $0.kind != .end } }
        self.start = Swift.max(0, Swift.min(start, recording.end))
        length = recording.end - self.start
        self.framesPerSecond = framesPerSecond
        var setup = setup
        setup.isRetold = true
        room = RoomShow(setup)
        screen = CellGrid(columns: columns, rows: rows)
    }

    /// The next frame that differs from the one before; nil at the end of the session.
    public mutating func next() -> Frame? {
        while true {
            let passed = (Double(step) / framesPerSecond * 1e9).rounded()
            guard step == 0 || passed < Double(length) else { return nil }
            let time = Nanoseconds(passed)
            let isFirst = step == 0
            step += 1
            bring(to: start + time)
            // What has come to its end since the last frame is not moving any more, and is to be seen there all the same.
            let (wasMoving, isMoving) = (self.isMoving, room.needsPainting(at: start + time))
            self.isMoving = isMoving
            guard wasMoving || isMoving else { continue }
            var picture = CellGrid(columns: screen.columns, rows: screen.rows)
            room.paint(&picture, at: start + time, statistics: &statistics)
            guard isFirst || picture != screen else { continue }
            screen = picture
            return Frame(time: time, screen: picture)
        }
    }

    private mutating func bring(to time: Nanoseconds) {
        while told < lines.count, lines[told].at <= time {
            room.take(lines[told].kind, at: lines[told].at)
            told += 1
        }
        room.advance(to: time)
    }
}
