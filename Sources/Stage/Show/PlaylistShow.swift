public import HalfBlocks
public import Lottie
public import LottieRenderer
public import Playback
public import Terminal
import VectorGraphics

/// Animations one after the other on an empty stage, by the rules of the queue.
public struct PlaylistShow {
    /// An animation and what it is called.
    public struct Item {
        let name: String
        let composition: Composition
        let properties: DynamicProperties

        /// The animation `composition`, called `name`, with values in place of its own.
        public init(name: String, composition: Composition, properties: DynamicProperties = DynamicProperties()) {
            self.name = name
            self.composition = composition
            self.properties = properties
        }

        /// How long it plays at normal speed: at most a day, and at least a frame, so that a still picture is seen too.
        var duration: Nanoseconds {
            Nanoseconds(max(1.0 / 30, min(86_400, composition.duration)) * 1e9)
        }
    }

    private let items: [Item]
    private let isLooping: Bool
    private let signs: Signs
    private var controller = PlaybackController()
    private var renderer: (number: Int, renderer: AnimationRenderer)?
    private var picture = Pixmap(width: 0, height: 0)
    private var hasChanged = true
    private var hasEnded = false

    /// A playlist that begins at time 0.
    public init(_ items: [Item], isLooping: Bool, speed: Millionths, isASCII: Bool) {
        self.items = items
        self.isLooping = isLooping
        signs = Signs.of(isASCII ? .ascii : .unicode)
        decide(.speed(speed), at: 0)
        enqueue(at: 0)
    }

    private mutating func decide(_ input: Input, at time: Nanoseconds) {
        _ = controller.handle(input, at: time)
        hasChanged = true
    }

    private mutating func enqueue(at time: Nanoseconds) {
        for item in items { decide(.arrival(Arrival(kind: item.name, sender: "", duration: item.duration)), at: time) }
    }

    /// What plays; its number, counted from 1, goes on from one round to the next.
    private var current: (item: Item, running: Presentation)? {
        guard let running = controller.running, !items.isEmpty else { return nil }
        return (items[(running.gift.number - 1) % items.count], running)
    }

    private mutating func changeSpeed(to speed: Millionths?, at time: Nanoseconds) {
        if let speed { decide(.speed(speed), at: time) }
    }
}

extension PlaylistShow: Show {
    /// Whether the list has come to its end, or somebody left.
    public var isOver: Bool { hasEnded || controller.running == nil }

    /// Whether an animation runs.
    public var isMoving: Bool { !controller.isPaused }

    /// When the animation ends.
    public var nextDue: Nanoseconds? { controller.nextDue }

    /// Whether the picture changes.
    public func needsPainting(at time: Nanoseconds) -> Bool { hasChanged || isMoving }

    /// Plays on.
    public mutating func advance(to time: Nanoseconds) {
        _ = controller.advance(to: time)
        if controller.running == nil && isLooping && !hasEnded { enqueue(at: time) }
    }

    /// Space pauses, `[` and `]` change the speed, `x` and Esc go on, `q` leaves.
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        hasChanged = true
        switch event {
        case .character("q"): hasEnded = true
        case .character("x"), .key(.escape, _): decide(.close, at: time)
        case .character(" "): decide(controller.isPaused ? .resume : .pause, at: time)
        case .character("["): changeSpeed(to: SpeedSteps.below(controller.speed), at: time)
        case .character("]"): changeSpeed(to: SpeedSteps.above(controller.speed), at: time)
        default: break
        }
    }

    /// Leaves the rest unseen.
    public mutating func end(at time: Nanoseconds) { hasEnded = true }

    /// Paints the animation over the whole grid but its last row, which says what plays.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        hasChanged = false
        guard let (item, running) = current, grid.columns > 0, grid.rows > 1 else { return }
        let height = (grid.rows - 1) * 2
        if renderer?.number != running.gift.number || picture.width != grid.columns || picture.height != height {
            let renderer = AnimationRenderer(
                item.composition, width: grid.columns, height: height, properties: item.properties)
            self.renderer = (running.gift.number, renderer)
            picture = Pixmap(width: grid.columns, height: height)
        }
        let frame = item.composition.frame(
            atProgress: Double(running.elapsed) / Double(max(1, running.gift.duration)))
        if let renderer = renderer?.renderer {
            statistics.measure(.evaluate) { renderer.evaluate(frame: frame) }
            statistics.measure(.draw) { renderer.draw(into: &picture) }
        }
        statistics.measure(.cells) {
            grid.draw(picture, column: 0, row: 0)
            paintLine(item, running, frame: frame, in: &grid)
        }
    }

    private func paintLine(_ item: Item, _ running: Presentation, frame: Double, in grid: inout CellGrid) {
        let row = grid.rows - 1
        grid.fill(
            CellRect(column: 0, row: row, columns: grid.columns, rows: 1),
            with: Cell(foreground: Theme.text, background: Theme.bar))
        let isPaused = controller.isPaused
        var left = StyledText(isPaused ? "\(signs.pause) " : "\(signs.play) ", isPaused ? Theme.warning : Theme.queue)
        left.add(item.name, Theme.white, isBold: true)
        let elapsed = ExactDecimal(running.elapsed / 100_000_000, digits: 1)
        let length = ExactDecimal(running.gift.duration / 1_000_000, digits: 3)
        left.add("  \(elapsed) of \(length) s", Theme.text)
        left.add("  frame \(Int(frame.rounded(.down)))", Theme.soft)
        if controller.speed != .one { left.add("  speed \(controller.speed)", Theme.warning) }
        if controller.waitingCount > 0 { left.add("  \(controller.waitingCount) to come", Theme.soft) }
        let right = StyledText("space pause  [ ] speed  x next  q leave", Theme.faint)
        let room = grid.columns - 2
        grid.write(left.fitted(to: room, ellipsis: signs.ellipsis), column: 1, row: row)
        if left.width + right.width + 2 <= room {
            grid.write(right, column: grid.columns - 1 - right.width, row: row)
        }
    }
}
