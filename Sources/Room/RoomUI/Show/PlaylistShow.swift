public import AnimationPlayback
public import ExactNumbers
import LottieDocument
public import Playback
import RoomSession
public import Terminal
public import TerminalCells

/// A show that plays animations one after the other on an empty stage, in queue mode.
public struct PlaylistShow {
    private var queue: PlaylistQueue
    private var screen: PlaylistScreen
    /// The way to a marker that the viewer chooses.
    private let change: PlanChange
    private let report: ((PlaylistEvent) -> Void)?
    private var drag = BarDrag()
    private var hasChanged = true
    private var hasEnded = false

    /// Creates a playlist that begins at time 0.
    ///
    /// - Parameters:
    ///   - items: The animations in order.
    ///   - repeats: How often the playlist is played.
    ///   - speed: The initial speed, as a multiple of normal.
    ///   - change: The way to a marker that the viewer chooses.
    ///   - isASCII: Whether the controls use ASCII characters only.
    ///   - theme: A value of the setting `theme`.
    ///   - glyphs: The glyphs of the picture, which the terminal must be able to show.
    ///   - report: Receives what happens, in order and as soon as the show has reached its time; `nil` if nobody wants to
    ///     know.
    public init(
        _ items: [Item], repeats: PlaybackPlan.Repeats = .times(1), speed: Millionths,
        change: PlanChange = .approach, isASCII: Bool,
        theme: SettingValue = .choice("auto"),
        glyphs: PictureGlyphs = .half, report: ((PlaylistEvent) -> Void)? = nil
    ) {
        self.change = change
        self.report = report
        queue = PlaylistQueue(items, repeats: repeats, speed: speed, notesEvents: report != nil)
        screen = PlaylistScreen(theme: theme, glyphs: glyphs, isASCII: isASCII)
        reportEvents()
    }

    private mutating func reportEvents() {
        guard let report else { return }
        for event in queue.takeEvents() { report(event) }
    }

    private mutating func quit(at time: Nanoseconds) {
        guard !hasEnded else { return }
        hasEnded = true
        queue.end(at: time)
        reportEvents()
    }

    private var controller: PlaybackController { queue.controller }

    /// Plays a marker of the running animation in place of what is played of it, or the whole of it for 0.
    private mutating func playMarker(_ number: Int, at time: Nanoseconds) {
        guard let (current, running) = queue.current else { return }
        var item = current
        let markers = item.composition.markers
        guard number == 0 || markers.indices.contains(number - 1) else { return }
        var segment = PlaybackSegment(of: item.composition)
        if number > 0 {
            guard let part = try? PlaybackSegment(marker: markers[number - 1].name, in: item.composition) else {
                return
            }
            segment = part
        }
        let (shown, playing) = (item.course.frame(at: running.elapsed), item.markerPlaying)
        let plan = PlaybackPlan(segment, of: item.composition, isReversed: playing.isBackward)
        let hold = item.course.duration - item.course.holdStart
        let whole = PlaybackCourse([PlaybackCourse.Part(plan)], holdingLast: hold, speed: playing.speed)
        // A part that has the shown frame begins there, and what is before it can be reached. From its last frame it cannot
        // go on, so that it begins again.
        let begin = change == .approach ? whole.time(of: shown) : nil
        let isAtEnd = abs(shown - whole.frame(at: whole.duration)) < 1
        item.course =
            begin == nil
            ? PlaybackCourse(
                [PlaybackCourse.Part(plan, by: change)], after: shown, holdingLast: hold, speed: playing.speed) : whole
        // It is on the screen already.
        item.transitions.enter = nil
        queue.replaceCurrent(by: item, at: time)
        if let begin, !isAtEnd { seek(to: begin, at: time) }
    }

    private mutating func changeSpeed(to speed: Millionths?, at time: Nanoseconds) {
        if let speed { queue.decide(.speed(speed), at: time) }
    }
}

extension PlaylistShow: Show {
    /// Whether the playlist has ended or the viewer has quit.
    public var isOver: Bool { hasEnded || controller.running == nil }

    /// Whether the playlist is not paused.
    public var isMoving: Bool { !controller.isPaused }

    /// The time at which the animation ends.
    public var nextDue: Nanoseconds? { controller.nextDue }

    /// Returns whether the picture changes.
    public func needsPainting(at time: Nanoseconds) -> Bool { hasChanged || isMoving }

    /// Advances the playlist.
    public mutating func advance(to time: Nanoseconds) {
        guard !hasEnded else { return }
        if queue.advance(to: time) { hasChanged = true }
        reportEvents()
    }

    /// Handles a key or the mouse.
    ///
    /// | Input | Effect |
    /// |---|---|
    /// | Space | pause or resume |
    /// | ←, →, Home, mouse on the bar | move in the animation |
    /// | `,`, `.` | pause and move by a frame |
    /// | `<`, `>` | change the speed, 0.1 to 4 times |
    /// | `[`, `]` | change the speed, 0.1 to 16 times |
    /// | `=` | normal speed |
    /// | 1 to 9, 0 | play the marker of this number, or the whole animation |
    /// | `x`, Esc | next animation |
    /// | `q` | quit |
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        hasChanged = true
        defer { reportEvents() }
        switch event {
        case .character("q"): quit(at: time)
        case .character("x"), .key(.escape, _): queue.decide(.close, at: time)
        case .character(" "): queue.decide(controller.isPaused ? .resume : .pause, at: time)
        case .character("["): changeSpeed(to: SpeedSteps.slower(than: controller.speed), at: time)
        case .character("]"): changeSpeed(to: SpeedSteps.faster(than: controller.speed), at: time)
        case .character("<"): changeSpeed(to: RoomSpeeds.slower(than: controller.speed), at: time)
        case .character(">"): changeSpeed(to: RoomSpeeds.faster(than: controller.speed), at: time)
        case .character("="): changeSpeed(to: .one, at: time)
        case .key(.left, _): step(by: -CommandList.timeStep, at: time)
        case .key(.right, _): step(by: CommandList.timeStep, at: time)
        case .key(.home, _): seek(to: 0, at: time)
        case .character(let digit) where digit.isASCII && digit.isWholeNumber:
            if let number = digit.wholeNumberValue { playMarker(number, at: time) }
        case .character(","): step(byFrames: -1, at: time)
        case .character("."): step(byFrames: 1, at: time)
        case .mouse(let mouse): handle(mouse, at: time)
        case .background(let color):
            screen.isTerminalLight = color.isLight
            screen.background = CellColor(color)
        default: break
        }
    }

    /// Ends the playlist.
    public mutating func end(at time: Nanoseconds) { quit(at: time) }

    /// Paints the animation over the whole grid except its last row, which contains the status line.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        hasChanged = false
        screen.paint(&grid, queue, statistics: &statistics)
    }
}

// Moving in the running animation, as in a room.
extension PlaylistShow {
    private mutating func seek(to target: Nanoseconds, at time: Nanoseconds) {
        guard let duration = controller.running?.gift.duration else { return }
        queue.decide(.scrub(to: max(0, min(target, duration))), at: time)
    }

    private mutating func step(by length: Nanoseconds, at time: Nanoseconds) {
        if let running = controller.running { seek(to: running.elapsed + length, at: time) }
    }

    private mutating func step(byFrames count: Int, at time: Nanoseconds) {
        guard let (item, running) = queue.current else { return }
        if !controller.isPaused { queue.decide(.pause, at: time) }
        let frames = item.frameTimes
        let target = frames.frame(at: running.elapsed) + count
        seek(to: frames.start(of: min(target, frames.count - 1)), at: time)
    }

    /// Moves the animation to the position where the bar is pressed or dragged.
    private mutating func handle(_ mouse: MouseEvent, at time: Nanoseconds) {
        guard let (item, running) = queue.current else { return }
        let target = drag.position(
            for: mouse, on: screen.progressBar, number: running.gift.number, of: item.shownDuration)
        if let target { seek(to: target, at: time) }
    }
}
