public import HalfBlocks
public import Playback
public import Recordings
public import Terminal

/// A recorded session again: the same room and the same controller, told again what they were told.
///
/// It has a time of its own, the place in the session, which stands still, runs at any speed and goes where it is sent.
public struct ReplayShow {
    private let lines: [RecordedLine]
    /// When the session was over.
    private let end: Nanoseconds
    private let signs: Signs
    private var room: RoomShow
    /// How many lines the room has been told.
    private var told = 0
    /// The room as it was at places that were passed, the first one the beginning: going back begins at the last of them.
    private var milestones: [Milestone]
    /// The session time that the room has come to.
    private var place: Nanoseconds = 0
    private var speed: Millionths
    private var isPaused = false
    /// The show's time at which the session was at some place, and ran on from there.
    private var anchor: (time: Nanoseconds, place: Nanoseconds)
    /// What the recorded person pressed last, and when.
    private var lastHeard: (words: String, at: Nanoseconds)?
    /// The progress bar painted last.
    private var bar = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    private var isBarHeld = false
    private var hasChanged = true
    private var hasEnded = false

    private struct Milestone {
        let place: Nanoseconds
        let told: Int
        let room: RoomShow
    }

    /// Milestones on the whole way. A room takes up to some megabytes, and going back less than a tenth of a second.
    private static let milestoneCount: Nanoseconds = 16
    /// How far the arrows go.
    static let step: Nanoseconds = 5 * .second
    /// How long a key is shown, in session time.
    private static let heardLength: Nanoseconds = 1_500_000_000

    /// Plays `recording` in a room made of `setup`, whose feed is not asked, beginning at a place in the session.
    public init(_ recording: Recording, in setup: RoomShow.Setup, from start: Nanoseconds = 0, speed: Millionths = .one)
    {
        // The end of the session would empty the stage; it is left as it was seen last.
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

    /// Whether the session goes on by itself.
    private var isPlaying: Bool { !isPaused && place < end }

    /// The place in the session at a time of the show, if it runs.
    private func place(at time: Nanoseconds) -> Nanoseconds {
        let passed = Int128(max(0, time - anchor.time)) * Int128(speed.count) / Int128(Millionths.one.count)
        return Nanoseconds(min(Int128(end), Int128(anchor.place) + passed))
    }

    /// The time of the show at which the session comes to a place.
    private func time(of target: Nanoseconds) -> Nanoseconds {
        let left = Int128(max(0, target - anchor.place)) * Int128(Millionths.one.count)
        let speed = Int128(max(1, speed.count))
        return Nanoseconds(clamping: Int128(anchor.time) + (left + speed - 1) / speed)
    }

    /// Takes the room to a place in the session.
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

    /// Takes the room to the last milestone at or before a place.
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
        // Who looks on now has a terminal and looks of their own; what the keys were for has lines of its own.
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
    /// Whether somebody left.
    public var isOver: Bool { hasEnded }

    /// Whether a gift plays and the session runs.
    public var isMoving: Bool { isPlaying && room.isMoving }

    /// When something happens in the session.
    public var nextDue: Nanoseconds? {
        guard isPlaying else { return nil }
        let next = told < lines.count ? lines[told].at : end
        return time(of: min(next, room.nextDue ?? next))
    }

    /// Whether the picture or the time shown would differ.
    public func needsPainting(at time: Nanoseconds) -> Bool {
        guard !hasChanged else { return true }
        guard isPlaying else { return room.needsPainting(at: place) }
        let next = place(at: time)
        return next / .second != place / .second || room.needsPainting(at: next)
    }

    /// Lets the session go on.
    public mutating func advance(to time: Nanoseconds) {
        guard isPlaying else { return }
        let second = place / .second
        go(to: place(at: time))
        if place / .second != second || place == end { hasChanged = true }
    }

    /// Space pauses, arrows, Home and End go elsewhere, `,` and `.` by frames, `<` and `>` change the speed as `[` and `]` do,
    /// `=` makes it normal, `q` leaves; the mouse goes where the bar is pressed and drags it. What is only about looks is the
    /// room's.
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

    /// Whether the mouse has pressed the bar, and not let it go since.
    private mutating func holdsBar(_ mouse: MouseEvent) -> Bool {
        guard mouse.button == .left, mouse.action != .release, bar.columns > 0 else {
            isBarHeld = false
            return false
        }
        if mouse.action == .press { isBarHeld = bar.contains(column: mouse.column, row: mouse.row) }
        return isBarHeld
    }

    /// Goes so many frames of the stage on or back, where it stands still.
    private mutating func stepFrames(by count: Nanoseconds, at time: Nanoseconds) {
        isPaused = true
        // The third parts of a nanosecond that a frame has are not to add up.
        let frame = (place * 30 + .second / 2) / .second + count
        seek(to: (frame * .second + 29) / 30, at: time)
    }

    private mutating func togglePause(at time: Nanoseconds) {
        // At the end there is nothing to pause: it begins again.
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

    /// Leaves.
    public mutating func end(at time: Nanoseconds) { hasEnded = true }

    /// Paints the room over all rows but the last, which says where in the session it is.
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
