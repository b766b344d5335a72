import ExactNumbers
import Playback
import Recordings
import Terminal
import TerminalCells

/// The speeds of a live room, as multiples of normal: 0.1 to 4.
enum RoomSpeeds {
    private static let maxSpeed = Millionths(4_000_000)

    /// Returns the next lower speed, or `nil` if there is none.
    static func slower(than speed: Millionths) -> Millionths? { SpeedSteps.slower(than: speed) }

    /// Returns the next higher speed, or `nil` if there is none.
    static func faster(than speed: Millionths) -> Millionths? {
        SpeedSteps.faster(than: speed).flatMap { $0 <= maxSpeed ? $0 : nil }
    }
}

/// The times of an animation's frames over its duration.
struct FrameTimes {
    /// The number of frames, at least 1.
    let count: Int
    /// The duration, in stage time.
    let duration: Nanoseconds

    /// Returns the frame at an elapsed time, counted from 0.
    func frame(at elapsed: Nanoseconds) -> Int {
        guard duration > 0 else { return 0 }
        return min(count - 1, Int(Int128(max(0, elapsed)) * Int128(count) / Int128(duration)))
    }

    /// Returns the first nanosecond of a frame.
    ///
    /// The result is rounded up, so that it does not belong to the previous frame.
    func start(of frame: Int) -> Nanoseconds {
        let frame = Int128(max(0, min(frame, count)))
        return Nanoseconds((frame * Int128(duration) + Int128(count) - 1) / Int128(count))
    }
}

// Positions go to the controller and to the recording as whole nanoseconds of stage time from the start of the
// presentation. The controller computes the progress between them exactly.
extension RoomShow {
    /// Moves the running presentation by a length of stage time.
    mutating func moveRunning(by length: Nanoseconds, at time: Nanoseconds) {
        guard let running = controller.running else { return }
        seek(to: running.elapsed + length, of: running, at: time)
    }

    /// Pauses, and moves the running presentation by a number of frames.
    mutating func moveRunning(byFrames count: Int, at time: Nanoseconds) {
        guard let running = controller.running else { return }
        if !controller.isPaused { apply(.control(.pause), at: time) }
        let frames = frames(of: running)
        let target = frames.frame(at: running.elapsed) + count
        // The start of the frame after the last one is the end of the presentation, which would show nothing.
        seek(to: frames.start(of: min(target, frames.count - 1)), of: running, at: time)
    }

    /// Sets the speed of stage time.
    mutating func setSpeed(_ speed: Millionths?, at time: Nanoseconds) {
        guard let speed, speed != controller.speed else { return }
        apply(.speed(speed), at: time)
    }

    /// Returns the frames of a presentation, as many as its animation has.
    func frames(of running: Presentation) -> FrameTimes {
        let duration = running.gift.duration
        let gift = onStage?.number == running.gift.number ? onStage?.gift : nil
        let own = gift.flatMap { animations.frameCount(of: $0) }
        return FrameTimes(
            count: max(1, own ?? Int(clamping: duration / StageLoop.frameDuration)), duration: duration)
    }

    /// Moves the running presentation to the position where its progress bar is pressed or dragged.
    mutating func drag(_ mouse: MouseEvent, _ running: Presentation, _ layout: StageLayout, at time: Nanoseconds) {
        if mouse.action == .release { return draggedNumber = nil }
        guard let bar = progressBar(layout), bar.columns > 0 else { return }
        if mouse.action == .press {
            draggedNumber = bar.contains(column: mouse.column, row: mouse.row) ? running.gift.number : nil
        }
        // Another presentation may have started during the drag; it must not move.
        guard draggedNumber == running.gift.number else { return }
        // A cell stands for its left edge, so even the last cell leaves a part of the presentation to play.
        let cell = max(0, min(bar.columns - 1, mouse.column - bar.column))
        let share = Int128(cell) * Int128(running.gift.duration) + Int128(bar.columns) - 1
        seek(to: Nanoseconds(share / Int128(bar.columns)), of: running, at: time)
    }

    private mutating func seek(to target: Nanoseconds, of running: Presentation, at time: Nanoseconds) {
        apply(.seek(to: max(0, min(target, running.gift.duration))), at: time)
    }

    /// Returns the progress bar of the running presentation, or `nil` if there is no room for one.
    private func progressBar(_ layout: StageLayout) -> CellRect? {
        guard layout.status.rows > 1,
            let bar = StatusLines(status: status, symbols: symbols, columns: layout.status.columns).barColumns
        else { return nil }
        return CellRect(column: 1 + bar.lowerBound, row: layout.status.row + 1, columns: bar.count, rows: 1)
    }
}
