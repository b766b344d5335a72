public import HalfBlocks
public import Playback
public import Recordings
public import Terminal

/// A show that replays a recorded session with the same room and the same controller.
///
/// Its time is the position in the session, which can be paused, run at any speed and be set.
public struct ReplayShow {
    private let lines: [RecordedLine]
    /// The session time at which the session ended.
    private let end: Nanoseconds
    private let signs: Signs
    private var room: RoomShow
    /// The number of lines that were applied to the room.
    private var told = 0
    /// Snapshots of the room at earlier positions, the first one at the beginning. Moving back starts from the nearest
    /// one.
    private var milestones: [Milestone]
    /// The session time up to which the room has advanced.
    private var place: Nanoseconds = 0
    private var speed: Millionths
    private var isPaused = false
    /// A time of the show and the position in the session at that time.
    private var anchor: (time: Nanoseconds, place: Nanoseconds)
    /// The last key or mouse input of the recorded viewer, and its session time.
    private var lastHeard: (words: String, at: Nanoseconds)?
    /// The progress bar that was painted last.
    private var bar = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    private var isBarHeld = false
    private var hasChanged = true
    private var hasEnded = false

    private struct Milestone {
        let place: Nanoseconds
        let told: Int
        let room: RoomShow
    }

    /// The number of snapshots for the whole session. A room takes up to a few megabytes; moving back takes less than
    /// 0.1 s.
    private static let milestoneCount: Nanoseconds = 16
    /// The session time by which the arrow keys move.
    static let step: Nanoseconds = 5 * .second
    /// The session time for which an input of the recorded viewer is shown.
    private static let heardLength: Nanoseconds = 1_500_000_000

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
        signs = Signs.of(setup.isASCII ? .ascii : .unicode)
        room = RoomShow(setup)
        milestones = [Milestone(place: 0, told: 0, room: room)]
        anchor = (0, min(max(0, start), recording.end))
        go(to: anchor.place)
    }

    /// Whether the replay is neither paused nor at the end.
    private var isPlaying: Bool { !isPaused && place < end }

    /// Returns the position in the session at a time of the show, if it is not paused.
    private func place(at time: Nanoseconds) -> Nanoseconds {
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
    private mutating func go(to target: Nanoseconds) {
        if target < place { goBack(behind: target) }
        let distance = max(.second, end / Self.milestoneCount)
        while told < lines.count, lines[told].at <= target {
            let line = lines[told]
            if let last = milestones.last, line.at >= last.place + distance {
                milestones.append(Milestone(place: line.at, told: told, room: room))
            }
            tell(line)
            told += 1
        }
        room.advance(to: target)
        place = target
    }

    /// Restores the last snapshot at or before a position.
    private mutating func goBack(behind target: Nanoseconds) {
        guard let milestone = milestones.last(where: { $0.place <= target }) else { return }
        var earlier = milestone.room
        earlier.takeLooks(of: room)
        room = earlier
        told = milestone.told
        lastHeard = nil
        hasChanged = true
    }

    private mutating func tell(_ line: RecordedLine) {
        switch line.kind {
        // The present viewer has a terminal and a view of their own; the effects of recorded inputs have lines of their
        // own.
        case .heard(.key(let key)): lastHeard = ("key \(key == " " ? "space" : key)", line.at)
        case .heard(.mouse): lastHeard = ("mouse", line.at)
        case .heard(.resize): break
        default: room.take(line.kind, at: line.at)
        }
    }

    private mutating func seek(to target: Nanoseconds, at time: Nanoseconds) {
        go(to: min(max(0, target), end))
        anchor = (time, place)
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
        let next = told < lines.count ? lines[told].at : end
        return time(of: min(next, room.nextDue ?? next))
    }

    /// Returns whether the picture or the displayed time would change.
    public func needsPainting(at time: Nanoseconds) -> Bool {
        guard !hasChanged else { return true }
        guard isPlaying else { return room.needsPainting(at: place) }
        let next = place(at: time)
        return next / .second != place / .second || room.needsPainting(at: next)
    }

    /// Advances the session.
    public mutating func advance(to time: Nanoseconds) {
        guard isPlaying else { return }
        let second = place / .second
        go(to: place(at: time))
        if place / .second != second || place == end { hasChanged = true }
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
        case .character("["), .character("<"): changeSpeed(to: SpeedSteps.below(speed), at: time)
        case .character("]"), .character(">"): changeSpeed(to: SpeedSteps.above(speed), at: time)
        case .character("="): changeSpeed(to: .one, at: time)
        case .character(","): stepFrames(by: -1, at: time)
        case .character("."): stepFrames(by: 1, at: time)
        case .key(.left, _): seek(to: place - Self.step, at: time)
        case .key(.right, _): seek(to: place + Self.step, at: time)
        case .key(.home, _): seek(to: 0, at: time)
        case .key(.end, _): seek(to: end, at: time)
        case .mouse(let mouse) where holdsBar(mouse):
            let share = Int128(bar.cell(at: mouse.column)) * Int128(end) / Int128(max(1, bar.columns - 1))
            seek(to: Nanoseconds(share), at: time)
        case .resize(let columns, let rows): room.look(.resize(columns: columns, rows: rows - 1), at: place)
        default: room.look(event, at: place)
        }
    }

    /// Returns whether the mouse drags the progress bar.
    private mutating func holdsBar(_ mouse: MouseEvent) -> Bool {
        guard mouse.button == .left, mouse.action != .release, bar.columns > 0 else {
            isBarHeld = false
            return false
        }
        if mouse.action == .press { isBarHeld = bar.contains(column: mouse.column, row: mouse.row) }
        return isBarHeld
    }

    /// Pauses and moves by a number of stage frames.
    private mutating func stepFrames(by count: Nanoseconds, at time: Nanoseconds) {
        isPaused = true
        // A frame lasts a fractional number of nanoseconds. Counting frames avoids a growing rounding error.
        let frame = (place * 30 + .second / 2) / .second + count
        seek(to: (frame * .second + 29) / 30, at: time)
    }

    private mutating func togglePause(at time: Nanoseconds) {
        // At the end, the key starts the replay again.
        if place == end {
            isPaused = false
            return seek(to: 0, at: time)
        }
        isPaused.toggle()
        anchor = (time, place)
    }

    private mutating func changeSpeed(to next: Millionths?, at time: Nanoseconds) {
        guard let next else { return }
        anchor = (time, place)
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
        room.paint(&picture, at: place, statistics: &statistics)
        statistics.measure(.cells) {
            grid.place(picture, column: 0, row: 0)
            var heard: String?
            if let last = lastHeard, place - last.at < Self.heardLength { heard = last.words }
            let line = ReplayLine(
                place: place, end: end, isPaused: isPaused, speed: speed, heard: heard, signs: signs,
                columns: grid.columns)
            bar = Theme.$colors.withValue(room.themeColors) { line.paint(in: &grid, row: grid.rows - 1) }
        }
    }
}
