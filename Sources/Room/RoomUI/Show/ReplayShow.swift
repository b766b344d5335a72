public import ExactNumbers
public import Recordings
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
    private var room: RoomShow
    /// The number of lines that were applied to the room.
    private var appliedCount = 0
    /// Snapshots of the room at earlier positions, the first one at the beginning. Moving back starts from the nearest
    /// one.
    private var snapshots: [Snapshot]
    /// The session time up to which the room has advanced.
    private var position: Nanoseconds = 0
    private var speed: Millionths
    private var isPaused = false
    /// A time of the show and the position in the session at that time.
    private var anchor: (time: Nanoseconds, place: Nanoseconds)
    /// The last key or mouse input of the recorded viewer, and its session time.
    private var lastInput: (words: String, at: Nanoseconds)?
    /// The progress bar that was painted last.
    private var progressBar = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    private var isDraggingBar = false
    private var hasChanged = true
    private var hasEnded = false

    private struct Snapshot {
        let position: Nanoseconds
        let appliedCount: Int
        let room: RoomShow
    }

    /// The number of snapshots for the whole session. A room takes up to a few megabytes; moving back takes less than
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
        // The `end` line is left out: it would clear the stage instead of keeping the last picture.
        lines = recording.lines.filter { if case .decision = $0.kind { false } else { $0.kind != .end } }
        end = recording.end
        var setup = setup
        setup.size.rows -= 1
        setup.isReplay = true
        self.speed = speed
        symbols = SymbolSet.symbols(for: setup.isASCII ? .ascii : .unicode)
        room = RoomShow(setup)
        snapshots = [Snapshot(position: 0, appliedCount: 0, room: room)]
        anchor = (0, min(max(0, start), recording.end))
        moveRoom(to: anchor.place)
    }

    /// Whether the replay is neither paused nor at the end.
    private var isPlaying: Bool { !isPaused && position < end }

    /// Returns the position in the session at a time of the show, if it is not paused.
    private func position(at time: Nanoseconds) -> Nanoseconds {
        let passed = Int128(max(0, time - anchor.time)) * Int128(speed.count) / Int128(Millionths.one.count)
        return Nanoseconds(min(Int128(end), Int128(anchor.place) + passed))
    }

    /// Returns the time of the show at which the session reaches a position.
    private func time(of target: Nanoseconds) -> Nanoseconds {
        let left = Int128(max(0, target - anchor.place)) * Int128(Millionths.one.count)
        let speed = Int128(max(1, speed.count))
        return Nanoseconds(clamping: Int128(anchor.time) + (left + speed - 1) / speed)
    }

    /// Moves the room to a position in the session.
    private mutating func moveRoom(to target: Nanoseconds) {
        if target < position { restoreSnapshot(before: target) }
        let distance = max(.second, end / Self.snapshotCount)
        while appliedCount < lines.count, lines[appliedCount].at <= target {
            let line = lines[appliedCount]
            if let last = snapshots.last, line.at >= last.position + distance {
                snapshots.append(Snapshot(position: line.at, appliedCount: appliedCount, room: room))
            }
            apply(line)
            appliedCount += 1
        }
        room.advance(to: target)
        position = target
    }

    /// Restores the last snapshot at or before a position.
    private mutating func restoreSnapshot(before target: Nanoseconds) {
        guard let milestone = snapshots.last(where: { $0.position <= target }) else { return }
        var earlier = milestone.room
        earlier.copyView(from: room)
        room = earlier
        appliedCount = milestone.appliedCount
        lastInput = nil
        hasChanged = true
    }

    private mutating func apply(_ line: RecordedLine) {
        switch line.kind {
        // The present viewer has a terminal and a view of their own; the effects of recorded inputs have lines of their
        // own.
        case .terminalInput(.key(let key)): lastInput = ("key \(key == " " ? "space" : key)", line.at)
        case .terminalInput(.mouse): lastInput = ("mouse", line.at)
        case .terminalInput(.resize): break
        default: room.apply(line.kind, at: line.at)
        }
    }

    private mutating func seek(to target: Nanoseconds, at time: Nanoseconds) {
        moveRoom(to: min(max(0, target), end))
        anchor = (time, position)
        hasChanged = true
    }
}

extension ReplayShow: Show {
    /// Whether the viewer has quit.
    public var isOver: Bool { hasEnded }

    /// Whether a presentation runs and the replay advances.
    public var isMoving: Bool { isPlaying && room.isMoving }

    /// The time of the next event of the session.
    public var nextDue: Nanoseconds? {
        guard isPlaying else { return nil }
        let next = appliedCount < lines.count ? lines[appliedCount].at : end
        return time(of: min(next, room.nextDue ?? next))
    }

    /// Returns whether the picture or the displayed time would change.
    public func needsPainting(at time: Nanoseconds) -> Bool {
        guard !hasChanged else { return true }
        guard isPlaying else { return room.needsPainting(at: position) }
        let next = position(at: time)
        return next / .second != position / .second || room.needsPainting(at: next)
    }

    /// Advances the session.
    public mutating func advance(to time: Nanoseconds) {
        guard isPlaying else { return }
        let second = position / .second
        moveRoom(to: position(at: time))
        if position / .second != second || position == end { hasChanged = true }
    }

    /// Handles a key or the mouse.
    ///
    /// | Input | Effect |
    /// |---|---|
    /// | Space | pause or resume; at the end, start again |
    /// | ←, →, Home, End, mouse on the bar | move in the session |
    /// | `,`, `.` | pause and move by a frame |
    /// | `<`, `>`, `[`, `]` | change the speed |
    /// | `=` | normal speed |
    /// | `q` | quit |
    ///
    /// Other inputs go to the room if they change only the view.
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        hasChanged = true
        switch event {
        case .character("q"): hasEnded = true
        case .character(" "): togglePause(at: time)
        case .character("["), .character("<"): changeSpeed(to: SpeedSteps.slower(than: speed), at: time)
        case .character("]"), .character(">"): changeSpeed(to: SpeedSteps.faster(than: speed), at: time)
        case .character("="): changeSpeed(to: .one, at: time)
        case .character(","): stepFrames(by: -1, at: time)
        case .character("."): stepFrames(by: 1, at: time)
        case .key(.left, _): seek(to: position - Self.step, at: time)
        case .key(.right, _): seek(to: position + Self.step, at: time)
        case .key(.home, _): seek(to: 0, at: time)
        case .key(.end, _): seek(to: end, at: time)
        case .mouse(let mouse) where updateBarDrag(mouse):
            let share =
                Int128(progressBar.cell(at: mouse.column)) * Int128(end) / Int128(max(1, progressBar.columns - 1))
            seek(to: Nanoseconds(share), at: time)
        case .resize(let columns, let rows):
            room.handleViewInput(.resize(columns: columns, rows: rows - 1), at: position)
        default: room.handleViewInput(event, at: position)
        }
    }

    /// Returns whether the mouse drags the progress bar.
    private mutating func updateBarDrag(_ mouse: MouseEvent) -> Bool {
        guard mouse.button == .left, mouse.action != .release, progressBar.columns > 0 else {
            isDraggingBar = false
            return false
        }
        if mouse.action == .press { isDraggingBar = progressBar.contains(column: mouse.column, row: mouse.row) }
        return isDraggingBar
    }

    /// Pauses and moves by a number of stage frames.
    private mutating func stepFrames(by count: Nanoseconds, at time: Nanoseconds) {
        isPaused = true
        // A frame lasts a fractional number of nanoseconds. Counting frames avoids a growing rounding error.
        let frame = (position * 30 + .second / 2) / .second + count
        seek(to: (frame * .second + 29) / 30, at: time)
    }

    private mutating func togglePause(at time: Nanoseconds) {
        // At the end, the key starts the replay again.
        if position == end {
            isPaused = false
            return seek(to: 0, at: time)
        }
        isPaused.toggle()
        anchor = (time, position)
    }

    private mutating func changeSpeed(to next: Millionths?, at time: Nanoseconds) {
        guard let next else { return }
        anchor = (time, position)
        speed = next
    }

    /// Ends the replay.
    public mutating func end(at time: Nanoseconds) { hasEnded = true }

    /// Paints the room over all rows except the last, which contains the status line.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        hasChanged = false
        guard grid.rows > 1 else { return }
        var picture = CellGrid(columns: grid.columns, rows: grid.rows - 1)
        picture.assumedBackground = grid.assumedBackground
        room.paint(&picture, at: position, statistics: &statistics)
        statistics.measure(.cells) {
            grid.place(picture, column: 0, row: 0)
            var heard: String?
            if let last = lastInput, position - last.at < Self.inputDisplayTime { heard = last.words }
            let line = ReplayLine(
                position: position, end: end, isPaused: isPaused, speed: speed, lastInput: heard, symbols: symbols,
                columns: grid.columns)
            progressBar = Theme.$colors.withValue(room.themeColors) { line.paint(in: &grid, row: grid.rows - 1) }
        }
    }
}
