public import ExactNumbers
public import Recordings
import RoomSession
public import Terminal
public import TerminalCells

/// A show that replays a recorded session with the same room and the same controller.
///
/// Its time is the position in the session, which can be paused, run at any speed and be set.
public struct ReplayShow {
    private let lines: [RecordedLine]
    /// The session time at which the session ended.
    private let end: Nanoseconds
    private let symbols: SymbolSet
    private let log: any SessionLog
    /// What is said below the stage about the session, if anything.
    private let notes: ReplayNotes?
    private(set) var session: RoomSession
    private var interface: RoomInterface
    /// The number of lines that were applied to the room.
    private var appliedCount = 0
    /// Snapshots of the room at earlier positions, the first one at the beginning. Moving back starts from the nearest
    /// one.
    private var snapshots: [Snapshot]
    /// The session time up to which the room has advanced.
    private var position: Nanoseconds = 0
    /// The position in the session as a function of the show's time.
    private var playhead: Playhead
    /// The last key or mouse input of the recorded viewer, and its session time.
    private var lastInput: (words: String, at: Nanoseconds)?
    /// The progress bar that was painted last.
    private var progressBar = DraggedBar()
    private var hasChanged = true
    private var hasEnded = false

    private struct Snapshot {
        let position: Nanoseconds
        let appliedCount: Int
        let session: RoomSession
    }

    /// The number of snapshots for the whole session. A snapshot takes up to a few megabytes; moving back takes less than
    /// 0.1 s.
    private static let snapshotCount: Nanoseconds = 16
    /// The session time by which the arrow keys move.
    static let step: Nanoseconds = 5 * .second
    /// The session time for which an input of the recorded viewer is shown.
    private static let inputDisplayTime: Nanoseconds = 1_500_000_000

    /// Creates a replay.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - setup: The configuration of the room. Its feed is not used.
    ///   - start: The session time at which the replay begins.
    ///   - speed: The speed, as a multiple of normal.
    public init(_ recording: Recording, in setup: RoomShow.Setup, from start: Nanoseconds = 0, speed: Millionths = .one)
    {
        self.init(recording, in: setup, from: start, speed: speed, notes: nil)
    }

    /// Creates a replay with notes, paused at the moment that they are about.
    public init(_ recording: Recording, in setup: RoomShow.Setup, notes: ReplayNotes) {
        self.init(recording, in: setup, from: notes.moment, speed: .one, notes: notes)
        playhead.pause(at: position, time: 0)
    }

    private init(
        _ recording: Recording, in setup: RoomShow.Setup, from start: Nanoseconds, speed: Millionths,
        notes: ReplayNotes?
    ) {
        lines = recording.linesToReplay
        end = recording.end
        self.notes = notes
        var setup = setup
        setup.display.size.rows -= Self.linesBelow(notes, rows: setup.display.size.rows)
        symbols = setup.symbols
        log = setup.log
        session = setup.session(isRecorded: true)
        interface = RoomInterface(setup, mode: .replay)
        interface.renderer.overrides.glyphs = setup.display.glyphs
        snapshots = [Snapshot(position: 0, appliedCount: 0, session: session)]
        let start = min(max(0, start), recording.end)
        playhead = Playhead(at: 0, position: start, speed: speed)
        moveSession(to: start)
    }

    /// Returns the number of rows below the room in a terminal: the status line, and the notes if there is room.
    private static func linesBelow(_ notes: ReplayNotes?, rows: Int) -> Int {
        notes != nil && rows >= ReplayNotes.minScreenRows ? 1 + ReplayNotes.rows : 1
    }

    /// Whether the replay is neither paused nor at the end.
    private var isPlaying: Bool { !playhead.isPaused && position < end }

    /// Returns the position in the session at a time of the show.
    private func position(at time: Nanoseconds) -> Nanoseconds {
        playhead.position(at: time, of: end, loops: false)
    }

    /// Moves the session to a position.
    ///
    /// Policies that are compared are compared again from the same beginning on, or from the position if that is earlier.
    private mutating func moveSession(to target: Nanoseconds) {
        if target < position {
            let comparison = session.comparison
            let start = min(target, comparison?.start ?? target)
            restoreSnapshot(before: start)
            if let comparison {
                applyLines(to: start)
                session.restart(comparison, at: start)
            }
        }
        applyLines(to: target)
    }

    /// Applies the lines up to a position.
    private mutating func applyLines(to target: Nanoseconds) {
        let distance = max(.second, end / Self.snapshotCount)
        while appliedCount < lines.count, lines[appliedCount].at <= target {
            let line = lines[appliedCount]
            if let last = snapshots.last, line.at >= last.position + distance {
                // The present viewer's comparison is no part of the recorded session.
                var recorded = session
                recorded.endComparison()
                snapshots.append(Snapshot(position: line.at, appliedCount: appliedCount, session: recorded))
            }
            apply(line)
            appliedCount += 1
        }
        log.record(session.advance(to: target))
        position = target
    }

    /// Restores the last snapshot at or before a position.
    private mutating func restoreSnapshot(before target: Nanoseconds) {
        guard let snapshot = snapshots.last(where: { $0.position <= target }) else { return }
        let appearance = session.appearance
        session = snapshot.session
        session.appearance = appearance
        session.hasChanged = true
        appliedCount = snapshot.appliedCount
        lastInput = nil
        hasChanged = true
    }

    private mutating func apply(_ line: RecordedLine) {
        switch line.kind {
        case .input(let input): log.record(session.apply(input, at: line.at))
        // The present viewer has a terminal and a view of their own; the effects of recorded inputs have lines of their
        // own.
        case .terminalInput(.key(let key)): lastInput = ("key \(key == " " ? "space" : key)", line.at)
        case .terminalInput(.mouse): lastInput = ("mouse", line.at)
        case .terminalInput(.resize), .decision: break
        }
    }

    private mutating func seek(to target: Nanoseconds, at time: Nanoseconds) {
        moveSession(to: min(max(0, target), end))
        playhead.seek(to: position, at: time)
        hasChanged = true
    }
}

extension ReplayShow: Show {
    /// Whether the viewer has quit.
    public var isOver: Bool { hasEnded }

    /// Whether a presentation runs and the replay advances.
    public var isMoving: Bool { isPlaying && interface.showsMotion(of: session) }

    /// The time of the next event of the session.
    public var nextDue: Nanoseconds? {
        guard isPlaying else { return nil }
        let next = appliedCount < lines.count ? lines[appliedCount].at : end
        return playhead.time(of: min(next, session.nextDue ?? next))
    }

    /// Returns whether the picture or the displayed time would change.
    public func needsPainting(at time: Nanoseconds) -> Bool {
        guard !hasChanged else { return true }
        guard isPlaying else { return interface.needsPainting(session, at: position, seenAt: time) }
        let next = position(at: time)
        return next / .second != position / .second || interface.needsPainting(session, at: next, seenAt: time)
    }

    /// Advances the session.
    public mutating func advance(to time: Nanoseconds) {
        if let due = interface.nextDue, due <= time {
            _ = interface.handleTypedDigits(&session, at: position, seenAt: due)
            hasChanged = true
        }
        guard isPlaying else { return }
        let second = position / .second
        moveSession(to: position(at: time))
        if position / .second != second || position == end { hasChanged = true }
    }

    /// Handles a key or the mouse.
    ///
    /// The keys are those of `ReplayControl`; the mouse on the bar moves in the session. Other inputs go to the room
    /// if they change only the view.
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        hasChanged = true
        if event.isPress { interface.removeAnswer() }
        switch event {
        case .mouse(let mouse): handle(mouse, at: time)
        case .resize(let columns, let rows):
            let below = Self.linesBelow(notes, rows: rows)
            handleInView(.resize(columns: columns, rows: rows - below), at: time)
        default:
            guard let control = ReplayControl.bindings(symbols).action(for: event) else {
                return handleInView(event, at: time)
            }
            perform(control, at: time)
        }
    }

    private mutating func perform(_ control: ReplayControl, at time: Nanoseconds) {
        switch control {
        case .togglePause: togglePause(at: time)
        case .step(let length): seek(to: position + length, at: time)
        case .goToStart: seek(to: 0, at: time)
        case .goToEnd: seek(to: end, at: time)
        case .stepFrames(let count): stepFrames(by: Nanoseconds(count), at: time)
        case .slower:
            changeSpeed(to: SpeedSteps.slower(than: playhead.speed), else: "already at the lowest speed", at: time)
        case .faster:
            changeSpeed(to: SpeedSteps.faster(than: playhead.speed), else: "already at the highest speed", at: time)
        case .normalSpeed:
            changeSpeed(to: playhead.speed == .one ? nil : .one, else: "already at normal speed", at: time)
        case .leave: if !interface.closeTopmost(&session, at: position) { hasEnded = true }
        }
    }

    /// Passes an event to the screens, and drops their commands for the session.
    private mutating func handleInView(_ event: InputEvent, at time: Nanoseconds) {
        _ = interface.handle(event, &session, at: position, seenAt: time)
    }

    /// Moves to the position where the bar is pressed or dragged; its last cell is the end of the session.
    private mutating func handle(_ mouse: MouseEvent, at time: Nanoseconds) {
        guard let cell = progressBar.cell(for: mouse) else { return handleInView(.mouse(mouse), at: time) }
        seek(to: Nanoseconds(Int128(cell) * Int128(end) / Int128(max(1, progressBar.cells.columns - 1))), at: time)
    }

    /// Pauses and moves by a number of stage frames.
    private mutating func stepFrames(by count: Nanoseconds, at time: Nanoseconds) {
        playhead.pause(at: position, time: time)
        // A frame lasts a fractional number of nanoseconds. Counting frames avoids a growing rounding error.
        let frame = (position * 30 + .second / 2) / .second + count
        seek(to: (frame * .second + 29) / 30, at: time)
    }

    private mutating func togglePause(at time: Nanoseconds) {
        // At the end, the key starts the replay again.
        if position == end {
            if playhead.isPaused { playhead.togglePause(at: position, time: time) }
            return seek(to: 0, at: time)
        }
        playhead.togglePause(at: position, time: time)
    }

    private mutating func changeSpeed(to next: Millionths?, else reason: String, at time: Nanoseconds) {
        guard next != nil else { return interface.refuse(reason, seenAt: time) }
        playhead.setSpeed(next, at: position, time: time)
    }

    /// Ends the replay.
    public mutating func end(at time: Nanoseconds) { hasEnded = true }

    /// Paints the room over all rows except the last, which contains the status line, and those of the notes above it.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        hasChanged = false
        guard grid.rows > 1 else { return }
        let below = Self.linesBelow(notes, rows: grid.rows)
        var picture = CellGrid(columns: grid.columns, rows: grid.rows - below)
        picture.assumedBackground = grid.assumedBackground
        interface.paint(&picture, &session, at: position, seenAt: time, statistics: &statistics)
        statistics.measure(.cells) {
            grid.place(picture, column: 0, row: 0)
            var input: String?
            if let last = lastInput, position - last.at < Self.inputDisplayTime { input = last.words }
            let line = ReplayLine(
                position: position, end: end, isPaused: playhead.isPaused, speed: playhead.speed, lastInput: input,
                symbols: symbols,
                columns: grid.columns)
            progressBar.cells = Theme.$colors.withValue(interface.renderer.themeColors(session.settings)) {
                if below > 1 { notes?.paint(in: &grid, row: grid.rows - below, at: position, symbols: symbols) }
                return line.paint(in: &grid, row: grid.rows - 1)
            }
        }
    }
}

extension Recording {
    /// The lines that a replay applies: all inputs except the end, which would clear the stage instead of keeping the last
    /// picture.
    var linesToReplay: [RecordedLine] {
        lines.filter { if case .decision = $0.kind { false } else { $0.kind != .input(.end) } }
    }
}
