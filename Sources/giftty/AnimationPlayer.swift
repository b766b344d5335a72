import HalfBlocks
import Lottie
import LottieRenderer
import Playback
import Terminal
import VectorGraphics

/// Plays a list of animations on a screen of their own, by the rules of the queue.
struct AnimationPlayer {
    private let playlist: [OpenedAnimation]
    private let isLooping: Bool
    private var controller = PlaybackController()
    private var renderer: (number: Int, AnimationRenderer)?
    private var pixmap = Pixmap(width: 0, height: 0)

    private static let frameTime = Duration.nanoseconds(1_000_000_000 / 30)
    private static let speeds: [Millionths] = [100_000, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000].map(
        Millionths.init)

    init(_ playlist: [OpenedAnimation], isLooping: Bool, speed: Millionths) {
        self.playlist = playlist
        self.isLooping = isLooping
        _ = controller.handle(.speed(speed), at: 0)
    }

    /// Plays until the end or until somebody leaves. Returns the signal that ended it, if one did.
    func run(on screen: Screen) -> Int32? {
        var player = self
        let clock = ContinuousClock()
        let start = clock.now
        player.enqueue(at: 0)
        var nextFrame = start
        while true {
            let now = (clock.now - start).nanoseconds
            _ = player.controller.advance(to: now)
            if player.controller.running == nil {
                guard isLooping else { return nil }
                player.enqueue(at: now)
            }
            player.draw(on: screen)
            nextFrame = max(nextFrame.advanced(by: Self.frameTime), clock.now)
            repeat {
                for event in screen.poll(timeout: clock.now.duration(to: nextFrame)) {
                    switch player.react(to: event, at: (clock.now - start).nanoseconds) {
                    case .goOn: break
                    case .leave: return nil
                    case .stop(let signal): return signal
                    }
                }
            } while clock.now < nextFrame
        }
    }

    private mutating func enqueue(at time: Nanoseconds) {
        for animation in playlist {
            let arrival = Arrival(kind: animation.name, sender: "", duration: animation.composition.length)
            _ = controller.handle(.arrival(arrival), at: time)
        }
    }
}

// MARK: - Keys

extension AnimationPlayer {
    private enum Reaction {
        case goOn, leave
        case stop(signal: Int32)
    }

    private mutating func react(to event: InputEvent, at time: Nanoseconds) -> Reaction {
        switch event {
        case .character("q"), .character("Q"): return .leave
        case .character("x"), .key(.escape, _): _ = controller.handle(.close, at: time)
        case .character(" "): _ = controller.handle(controller.isPaused ? .resume : .pause, at: time)
        case .character("["): changeSpeed(to: Self.speeds.last { $0 < controller.speed }, at: time)
        case .character("]"): changeSpeed(to: Self.speeds.first { $0 > controller.speed }, at: time)
        case .terminate(let signal): return .stop(signal: signal)
        default: break
        }
        return .goOn
    }

    private mutating func changeSpeed(to speed: Millionths?, at time: Nanoseconds) {
        guard let speed else { return }
        _ = controller.handle(.speed(speed), at: time)
    }
}

// MARK: - Drawing

extension AnimationPlayer {
    private mutating func draw(on screen: Screen) {
        guard let running = controller.running, screen.columns > 0, screen.rows > 1 else { return }
        let composition = playlist[(running.gift.number - 1) % playlist.count].composition
        let height = (screen.rows - 1) * 2
        if renderer?.number != running.gift.number || pixmap.width != screen.columns || pixmap.height != height {
            pixmap = Pixmap(width: screen.columns, height: height)
            renderer = (
                running.gift.number, AnimationRenderer(composition, width: screen.columns, height: height)
            )
        }
        renderer?.1.draw(frame: composition.frame(atProgress: Double(running.progress.count) / 1e6), into: &pixmap)
        var grid = CellGrid(columns: screen.columns, rows: screen.rows)
        grid.draw(pixmap, column: 0, row: 0)
        grid.write(status(running), column: 0, row: screen.rows - 1, foreground: .terminalDefault, attributes: .dim)
        screen.show(grid)
    }

    /// `heart  0.4s of 1s`, and what is not as usual.
    private func status(_ running: Presentation) -> String {
        let elapsed = ExactDecimal(running.elapsed / 100_000_000, digits: 1)
        var status =
            "\(running.gift.kind)  \(elapsed)s of \(ExactDecimal(running.gift.duration / 1_000_000, digits: 3))s"
        if controller.speed != .one { status += "  speed \(controller.speed)" }
        if controller.isPaused { status += "  paused" }
        if controller.waitingCount > 0 { status += "  \(controller.waitingCount) to come" }
        return status
    }
}

extension Composition {
    /// The length at normal speed, at most a day and at least a frame of the screen: a still picture is seen, too.
    fileprivate var length: Nanoseconds {
        guard duration.isFinite else { return 86_400 * .second }
        return Nanoseconds(max(1.0 / 30, min(86_400, duration)) * 1e9)
    }
}
