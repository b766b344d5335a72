import HalfBlocks
import Playback
import Recordings
import Terminal

/// The speeds of a live room, as multiples of normal: from a tenth to four times.
enum RoomSpeeds {
    private static let greatest = Millionths(4_000_000)

    /// The next one below a speed; nil where there is none.
    static func below(_ speed: Millionths) -> Millionths? { SpeedSteps.below(speed) }

    /// The next one above a speed; nil where there is none.
    static func above(_ speed: Millionths) -> Millionths? {
        SpeedSteps.above(speed).flatMap { $0 <= greatest ? $0 : nil }
    }
}

/// The frames of an animation over the time that it plays: each is there from its own first nanosecond on.
struct FrameTimes {
    /// How many frames it has, at least one.
    let count: Int
    /// How long it plays.
    let duration: Nanoseconds

    /// The frame that is seen at a moment, counted from 0.
    func frame(at elapsed: Nanoseconds) -> Int {
        guard duration > 0 else { return 0 }
        return min(count - 1, Int(Int128(max(0, elapsed)) * Int128(count) / Int128(duration)))
    }

    /// The first moment at which a frame is seen. Rounded up, so that it is not the frame before that is seen there.
    func start(of frame: Int) -> Nanoseconds {
        let frame = Int128(max(0, min(frame, count)))
        return Nanoseconds((frame * Int128(duration) + Int128(count) - 1) / Int128(count))
    }
}

// Progress in hand. Places are told to the controller, and written down, as whole nanoseconds of stage time from the
// beginning of the presentation; what lies between two of them is the controller's to count, which does it exactly.
extension RoomShow {
    /// Moves the gift that plays by a length of stage time.
    mutating func moveRunning(by length: Nanoseconds, at time: Nanoseconds) {
        guard let running = controller.running else { return }
        seek(to: running.elapsed + length, of: running, at: time)
    }

    /// Shows the gift that plays so many frames on or back, where it stands still.
    mutating func moveRunning(byFrames count: Int, at time: Nanoseconds) {
        guard let running = controller.running else { return }
        if !controller.isPaused { take(.control(.pause), at: time) }
        let frames = frames(of: running)
        let target = frames.frame(at: running.elapsed) + count
        // Behind the last frame there is none to be seen.
        seek(to: frames.start(of: min(target, frames.count - 1)), of: running, at: time)
    }

    /// Lets stage time pass at a speed.
    mutating func change(speed: Millionths?, at time: Nanoseconds) {
        guard let speed, speed != controller.speed else { return }
        take(.speed(speed), at: time)
    }

    /// The frames of a presentation, as many as its animation has.
    func frames(of running: Presentation) -> FrameTimes {
        let duration = running.gift.duration
        let gift = onStage?.number == running.gift.number ? onStage?.gift : nil
        let own = gift.flatMap { animations.frameCount(of: $0) }
        return FrameTimes(
            count: max(1, own ?? Int(clamping: duration / StageLoop.frameLength)), duration: duration)
    }

    /// Moves the gift that plays where its bar is pressed, and on with the mouse while the button is held.
    mutating func drag(_ mouse: MouseEvent, _ running: Presentation, _ layout: StageLayout, at time: Nanoseconds) {
        if mouse.action == .release { return grip = nil }
        guard let bar = progressBar(layout), bar.columns > 0 else { return }
        if mouse.action == .press {
            grip = bar.contains(column: mouse.column, row: mouse.row) ? running.gift.number : nil
        }
        // What came on stage meanwhile was not taken hold of.
        guard grip == running.gift.number else { return }
        // A cell stands for its left edge: the last one leaves some of the gift to be seen.
        let cell = max(0, min(bar.columns - 1, mouse.column - bar.column))
        let share = Int128(cell) * Int128(running.gift.duration) + Int128(bar.columns) - 1
        seek(to: Nanoseconds(share / Int128(bar.columns)), of: running, at: time)
    }

    private mutating func seek(to target: Nanoseconds, of running: Presentation, at time: Nanoseconds) {
        take(.seek(to: max(0, min(target, running.gift.duration))), at: time)
    }

    /// Where the bar of the gift that plays is; nil where there is no room for one.
    private func progressBar(_ layout: StageLayout) -> CellRect? {
        guard layout.status.rows > 1,
            let bar = StatusLines(status: status, signs: signs, columns: layout.status.columns).barColumns
        else { return nil }
        return CellRect(column: 1 + bar.lowerBound, row: layout.status.row + 1, columns: bar.count, rows: 1)
    }
}
