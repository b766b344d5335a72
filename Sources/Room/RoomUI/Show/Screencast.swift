public import ExactNumbers
public import Recordings
import RoomSession
import Terminal
public import TerminalCells

/// The frames of a recorded session, in session time.
///
/// ```swift
/// for frame in Screencast(of: recording, in: setup, columns: 100, rows: 30) {
///     try writer.show(frame.screen, at: frame.time)
/// }
/// ```
///
/// The frames show what the recorded viewer saw: all recorded inputs are applied to a room again, including the keys
/// that open panels. The settings screen and the frame statistics are missing, because a recording does not contain
/// them.
///
/// Frames are computed at a fixed rate, and only those that differ from the previous one are returned. The result does
/// not depend on the speed of the machine.
public struct Screencast: Sequence, IteratorProtocol {
    /// A picture of the screen, which stays until the next frame.
    public struct Frame: Equatable, Sendable {
        /// The time since the beginning of the screencast.
        public let time: Nanoseconds
        /// The whole screen.
        public let screen: CellGrid
    }

    /// The length, in session time.
    public let duration: Nanoseconds
    private let start: Nanoseconds
    private let framesPerSecond: Double
    private let lines: [RecordedLine]
    private var appliedCount = 0
    private var session: RoomSession
    private var interface: RoomInterface
    private var screen: CellGrid
    private var step = 0
    private var isMoving = true
    private var statistics = FrameStatistics(processorTime: { 0 })

    /// The frame rate of the stage, in frames per second.
    public static let defaultFrameRate = 30.0

    /// Creates a screencast of `recording`.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - setup: The configuration of the room. Its feed is not used.
    ///   - start: The session time at which the screencast begins.
    ///   - columns: The width of the screen, in cells. It may differ from the recorded width.
    ///   - rows: The height of the screen, in cells.
    ///   - framesPerSecond: The frame rate, greater than 0.
    public init(
        of recording: Recording, in setup: RoomShow.Setup, from start: Nanoseconds = 0, columns: Int, rows: Int,
        framesPerSecond: Double = defaultFrameRate
    ) {
        lines = recording.linesToReplay
        self.start = Swift.max(0, Swift.min(start, recording.end))
        duration = recording.end - self.start
        self.framesPerSecond = framesPerSecond
        session = setup.session(isRecorded: true)
        interface = RoomInterface(setup, mode: .screencast)
        screen = CellGrid(columns: columns, rows: rows)
    }

    /// Returns the next frame that differs from the previous one, or `nil` at the end of the session.
    public mutating func next() -> Frame? {
        while true {
            let passed = (Double(step) / framesPerSecond * 1e9).rounded()
            guard step == 0 || passed < Double(duration) else { return nil }
            let time = Nanoseconds(passed)
            let isFirst = step == 0
            step += 1
            advance(to: start + time)
            // A movement that ended since the last frame needs one more frame, which shows its final position.
            let (wasMoving, isMoving) = (self.isMoving, interface.needsPainting(session, at: start + time))
            self.isMoving = isMoving
            guard wasMoving || isMoving else { continue }
            var picture = CellGrid(columns: screen.columns, rows: screen.rows)
            interface.paint(&picture, &session, at: start + time, statistics: &statistics)
            guard isFirst || picture != screen else { continue }
            screen = picture
            return Frame(time: time, screen: picture)
        }
    }

    private mutating func advance(to time: Nanoseconds) {
        while appliedCount < lines.count, lines[appliedCount].at <= time {
            handleTypedDigits(before: lines[appliedCount].at)
            apply(lines[appliedCount])
            appliedCount += 1
        }
        handleTypedDigits(before: time)
        remember(session.advance(to: time))
    }

    /// Lets typed digits act as keys when their time has come; their effects on the session have lines of their own.
    private mutating func handleTypedDigits(before time: Nanoseconds) {
        guard let due = interface.nextDue, due <= time else { return }
        remember(session.settle(at: due))
        _ = interface.handleTypedDigits(&session, at: due)
    }

    private mutating func remember(_ events: [SessionEvent]) { interface.remember(events, session) }

    private mutating func apply(_ line: RecordedLine) {
        switch line.kind {
        case .input(let input):
            remember(session.settle(at: line.at))
            interface.prepare(for: input, &session, at: line.at)
            remember(session.apply(input, at: line.at))
        case .terminalInput(let input):
            remember(session.settle(at: line.at))
            // The effects of an input on the session have lines of their own.
            if let event = InputEvent(input) { _ = interface.handle(event, &session, at: line.at) }
        case .decision: break
        }
    }
}
