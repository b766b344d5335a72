public import AnimationPlayback
public import ExactNumbers
public import GiftChoreography
public import LottieDocument
public import LottieRenderer
public import Playback
import PlayerSettings
import RoomSession
public import Terminal
public import TerminalCells
import VectorGraphics

/// A show that plays animations one after the other on an empty stage, in queue mode.
public struct PlaylistShow {
    /// An animation with its name.
    public struct Item {
        let name: String
        let composition: Composition
        var course: PlaybackCourse
        let properties: DynamicProperties
        let compatibility: RenderingCompatibility
        /// The movements of its gift's manifest.
        var transitions: GiftTransitions
        let ignoredStateMachine: String?

        /// Creates an item with values that replace properties of its animation.
        ///
        /// - Parameters:
        ///   - name: The name to show.
        ///   - composition: The animation.
        ///   - course: What is played of the animation in one round of the playlist; `nil` is all of it.
        ///   - properties: The values that replace those of the file.
        ///   - compatibility: The player to imitate where players differ.
        ///   - transitions: The movements with which it enters and leaves; parts that are `nil` have none.
        ///   - ignoredStateMachine: The id of the state machine that the file would start, and that is not played.
        public init(
            name: String, composition: Composition, course: PlaybackCourse? = nil,
            properties: DynamicProperties = DynamicProperties(), compatibility: RenderingCompatibility = .lottieWeb,
            transitions: GiftTransitions = GiftTransitions(), ignoredStateMachine: String? = nil
        ) {
            self.name = name
            self.composition = composition
            self.course =
                course ?? PlaybackCourse(PlaybackPlan(PlaybackSegment(of: composition), of: composition))
            self.properties = properties
            self.compatibility = compatibility
            self.transitions = transitions
            self.ignoredStateMachine = ignoredStateMachine
        }

        /// The duration at normal speed: at least one frame, so that a still picture is visible.
        var duration: Nanoseconds { max(FrameTimes.stageFrame, course.duration) }

        /// The frames of the animation, one after the other in the order in which they are played.
        var frameTimes: FrameTimes { FrameTimes(count: course.frameCount, duration: duration) }
    }

    private let items: [Item]
    /// The items of the gifts that play or wait, by the gifts' numbers.
    private var arrived: [Int: Item] = [:]
    /// The number of the gift that arrived last.
    private var arrivedCount = 0
    /// The way to a marker that the viewer chooses.
    private let change: PlanChange
    /// The number of rounds that are left after this one; `nil` if there is no end.
    private var roundsLeft: Int?
    private let symbols: SymbolSet
    private var controller = PlaybackController()
    private var renderer: (number: Int, renderer: AnimationRenderer)?
    private var picture = Pixmap(width: 0, height: 0)
    private var movement = PlaylistMovement()
    /// The progress bar that was painted last.
    private var progressBar = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    private var drag = BarDrag()
    private let theme: SettingValue
    /// Whether the terminal's background is light, or `nil` if the terminal has not reported it.
    private var isTerminalLight: Bool?
    /// The terminal's background, or `nil` if the terminal has not reported it.
    private var background: CellColor?
    private let glyphs: PictureGlyphs
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
    public init(
        _ items: [Item], repeats: PlaybackPlan.Repeats = .times(1), speed: Millionths,
        change: PlanChange = .approach, isASCII: Bool,
        theme: SettingValue = .choice("auto"),
        glyphs: PictureGlyphs = .half
    ) {
        self.glyphs = isASCII ? .half : glyphs
        self.items = items
        self.change = change
        self.theme = theme
        if case .times(let count) = repeats { roundsLeft = max(0, count - 1) }
        symbols = SymbolSet.symbols(for: isASCII ? .ascii : .unicode)
        decide(.speed(speed), at: 0)
        enqueue(items, at: 0)
    }

    private mutating func decide(_ input: Input, at time: Nanoseconds) {
        _ = controller.handle(input, at: time)
        hasChanged = true
    }

    private mutating func enqueue(_ items: [Item], at time: Nanoseconds) {
        arrived = arrived.filter { $0.key >= controller.running?.gift.number ?? 0 }
        for item in items {
            arrivedCount += 1
            arrived[arrivedCount] = item
            decide(.arrival(Arrival(kind: item.name, sender: "", duration: item.duration)), at: time)
        }
    }

    /// The running animation and its presentation.
    private var current: (item: Item, running: Presentation)? {
        guard let running = controller.running, let item = arrived[running.gift.number] else { return nil }
        return (item, running)
    }

    /// Plays a marker of the running animation in place of what is played of it, or the whole of it for 0.
    private mutating func playMarker(_ number: Int, at time: Nanoseconds) {
        guard var (item, running) = current else { return }
        let markers = item.composition.markers
        guard number == 0 || markers.indices.contains(number - 1) else { return }
        var segment = PlaybackSegment(of: item.composition)
        if number > 0 {
            guard let part = try? PlaybackSegment(marker: markers[number - 1].name, in: item.composition) else {
                return
            }
            segment = part
        }
        let shown = item.course.frame(at: running.elapsed)
        let plan = PlaybackPlan(segment, of: item.composition)
        item.course = PlaybackCourse([PlaybackCourse.Part(plan, by: change)], after: shown)
        // It is on the screen already.
        item.transitions.enter = nil
        let waiting = controller.waiting.compactMap { arrived[$0.number] }
        decide(.clear, at: time)
        enqueue([item] + waiting, at: time)
    }

    private mutating func changeSpeed(to speed: Millionths?, at time: Nanoseconds) {
        if let speed { decide(.speed(speed), at: time) }
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
        while let due = controller.nextDue, due <= time {
            _ = controller.advance(to: due)
            startNextRound(at: due)
        }
        _ = controller.advance(to: time)
        startNextRound(at: time)
    }

    /// Plays the playlist again if it is over and a round is left.
    private mutating func startNextRound(at time: Nanoseconds) {
        guard controller.running == nil, !hasEnded, roundsLeft != 0, !items.isEmpty else { return }
        roundsLeft = roundsLeft.map { $0 - 1 }
        enqueue(items, at: time)
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
        switch event {
        case .character("q"): hasEnded = true
        case .character("x"), .key(.escape, _): decide(.close, at: time)
        case .character(" "): decide(controller.isPaused ? .resume : .pause, at: time)
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
            isTerminalLight = color.isLight
            background = CellColor(color)
        default: break
        }
    }

    /// Ends the playlist.
    public mutating func end(at time: Nanoseconds) { hasEnded = true }

    /// Paints the animation over the whole grid except its last row, which contains the status line.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        hasChanged = false
        guard let (item, running) = current, grid.columns > 0, grid.rows > 1 else { return }
        let (width, height) = (grid.columns * glyphs.scale, (grid.rows - 1) * 2 * glyphs.scale)
        if renderer?.number != running.gift.number || picture.width != width || picture.height != height {
            let renderer = AnimationRenderer(
                item.composition, width: width, height: height, compatibility: item.compatibility,
                properties: item.properties)
            self.renderer = (running.gift.number, renderer)
            picture = Pixmap(width: width, height: height)
        }
        let shown = item.course.picture(at: running.elapsed)
        if let renderer = renderer?.renderer { statistics.draw(shown, renderer, into: &picture) }
        statistics.measure(.cells) {
            let colors = ThemeColors.colors(for: theme, isTerminalLight: isTerminalLight)
            // Halos fade into the terminal's own background, which remains where nothing is drawn.
            grid.assumedBackground = background ?? colors.surfaces.panel
            grid.draw(movement.posed(picture, of: item, running, scale: glyphs.scale), as: glyphs, column: 0, row: 0)
            let line = PlaylistLine(
                name: item.name, ignoredStateMachine: item.ignoredStateMachine, running: running,
                frame: Int(shown.frame.rounded(.down)), isPaused: controller.isPaused,
                speed: controller.speed, waitingCount: controller.waitingCount, symbols: symbols)
            progressBar = Theme.$colors.withValue(colors) { line.paint(in: &grid, row: grid.rows - 1) }
            grid.makeTextReadable()
        }
    }
}

// Moving in the running animation, as in a room.
extension PlaylistShow {
    private mutating func seek(to target: Nanoseconds, at time: Nanoseconds) {
        guard let duration = controller.running?.gift.duration else { return }
        decide(.scrub(to: max(0, min(target, duration))), at: time)
    }

    private mutating func step(by length: Nanoseconds, at time: Nanoseconds) {
        if let running = controller.running { seek(to: running.elapsed + length, at: time) }
    }

    private mutating func step(byFrames count: Int, at time: Nanoseconds) {
        guard let (item, running) = current else { return }
        if !controller.isPaused { decide(.pause, at: time) }
        let frames = item.frameTimes
        let target = frames.frame(at: running.elapsed) + count
        seek(to: frames.start(of: min(target, frames.count - 1)), at: time)
    }

    /// Moves the animation to the position where the bar is pressed or dragged.
    private mutating func handle(_ mouse: MouseEvent, at time: Nanoseconds) {
        guard let running = controller.running else { return }
        let target = drag.position(
            for: mouse, on: progressBar, number: running.gift.number, of: running.gift.duration)
        if let target { seek(to: target, at: time) }
    }
}
