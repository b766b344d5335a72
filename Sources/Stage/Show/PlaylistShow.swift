public import HalfBlocks
public import Lottie
import LottieRenderer
public import Playback
public import Terminal
import VectorGraphics

/// Animations one after the other, on an empty stage.
public struct PlaylistShow {
    /// An animation and what it is called.
    public struct Item {
        let name: String
        let composition: Composition

        /// The animation `composition`, called `name`.
        public init(name: String, composition: Composition) {
            self.name = name
            self.composition = composition
        }

        /// How long it plays at normal speed, at least a nanosecond.
        var duration: Nanoseconds { max(1, Nanoseconds((composition.duration * 1e9).rounded())) }
    }

    private let items: [Item]
    private let isLooping: Bool
    private let speed: Millionths
    private let signs: Signs
    private var index = 0
    private var renderer: AnimationRenderer?
    private var picture = Pixmap(width: 0, height: 0)
    private var isPaused = false
    /// Played time of the animation in millionths of a nanosecond, so that every speed is exact.
    private var played: Int128 = 0
    private var now: Nanoseconds = 0
    private var hasChanged = true

    /// A playlist, which must hold something to show anything.
    public init(_ items: [Item], isLooping: Bool, speed: Millionths, isASCII: Bool) {
        self.items = items
        self.isLooping = isLooping
        self.speed = speed
        signs = Signs.of(isASCII ? .ascii : .unicode)
    }

    private var current: Item? { items.indices.contains(index) ? items[index] : nil }

    private func length(of item: Item) -> Int128 { Int128(item.duration) * Int128(Millionths.one.count) }

    /// Goes to another animation; those before the first and after the last are the ends of the list.
    private mutating func go(to next: Int) {
        index = max(0, next)
        if isLooping && index >= items.count { index = 0 }
        played = 0
        renderer = nil
        hasChanged = true
    }
}

extension PlaylistShow: Show {
    public var isOver: Bool { current == nil }

    public var isMoving: Bool { !isPaused }

    public var nextDue: Nanoseconds? {
        guard let current, !isPaused, speed > .zero else { return nil }
        let rest = (length(of: current) - played + Int128(speed.count) - 1) / Int128(speed.count)
        return Nanoseconds(clamping: Int128(now) + rest)
    }

    public func needsPainting(at time: Nanoseconds) -> Bool { hasChanged || isMoving }

    public mutating func advance(to time: Nanoseconds) {
        guard time > now else { return }
        if !isPaused { played += Int128(time - now) * Int128(speed.count) }
        now = time
        while let item = current, played >= length(of: item) {
            let over = played - length(of: item)
            go(to: index + 1)
            // What ran over belongs to the next one, but a list in a loop never falls further behind than once round.
            played = isLooping && items.count == 1 ? over % length(of: item) : over
        }
    }

    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        hasChanged = true
        switch event {
        case .character("q"): index = items.count
        case .character("x"), .character("n"), .key(.escape, _), .key(.right, _): go(to: index + 1)
        case .character("p"), .key(.left, _): go(to: index - 1)
        case .character(" "): isPaused.toggle()
        default: break
        }
    }

    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        hasChanged = false
        guard let item = current else { return }
        let rows = max(1, grid.rows - 1)
        if renderer == nil || picture.width != grid.columns || picture.height != rows * 2 {
            renderer = AnimationRenderer(item.composition, width: grid.columns, height: rows * 2)
            picture = Pixmap(width: grid.columns, height: rows * 2)
        }
        let progress = min(1, Double(played) / Double(length(of: item)))
        if let renderer {
            statistics.measure(.evaluate) { renderer.evaluate(frame: item.composition.frame(atProgress: progress)) }
            statistics.measure(.draw) { renderer.draw(into: &picture) }
        }
        statistics.measure(.cells) {
            grid.draw(picture, column: 0, row: 0)
            paintLine(item, progress: progress, in: &grid)
        }
    }

    private func paintLine(_ item: Item, progress: Double, in grid: inout CellGrid) {
        let row = grid.rows - 1
        grid.fill(
            CellRect(column: 0, row: row, columns: grid.columns, rows: 1),
            with: Cell(foreground: Theme.text, background: Theme.bar))
        var left = StyledText(isPaused ? "\(signs.pause) " : "\(signs.play) ", isPaused ? Theme.warning : Theme.queue)
        left.add(item.name, Theme.white, isBold: true)
        if items.count > 1 { left.add("  \(index + 1)/\(items.count)", Theme.soft) }
        let frame = Int(item.composition.frame(atProgress: progress).rounded(.down))
        var right = StyledText("frame \(frame)", Theme.soft)
        right.add("   space pause  x next  q leave", Theme.faint)
        let room = grid.columns - 2
        grid.write(left.fitted(to: room, ellipsis: signs.ellipsis), column: 1, row: row)
        if left.width + right.width + 2 <= room {
            grid.write(right, column: grid.columns - 1 - right.width, row: row)
        }
    }
}
