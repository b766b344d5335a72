import ExactNumbers
import Playback

/// A position that moves with time at a speed, and can be paused and moved.
struct Playhead: Equatable {
    private(set) var speed: Millionths
    private(set) var isPaused: Bool
    /// A time, and the position at that time.
    private var anchor: (time: Nanoseconds, position: Nanoseconds)

    static func == (one: Playhead, other: Playhead) -> Bool {
        one.speed == other.speed && one.isPaused == other.isPaused && one.anchor == other.anchor
    }

    /// Creates a playhead at a position.
    init(at time: Nanoseconds, position: Nanoseconds = 0, speed: Millionths = .one, isPaused: Bool = false) {
        anchor = (time, position)
        self.speed = speed
        self.isPaused = isPaused
    }

    /// Returns the position at a time: from 0 to `length`, where it stays, or begins again if `loops` is `true`.
    func position(at time: Nanoseconds, of length: Nanoseconds, loops: Bool) -> Nanoseconds {
        guard length > 0 else { return 0 }
        guard !isPaused else { return min(anchor.position, length) }
        let passed = Int128(max(0, time - anchor.time)) * Int128(speed.count) / Int128(Millionths.one.count)
        let position = Int128(anchor.position) + passed
        return Nanoseconds(loops ? position % Int128(length) : min(Int128(length), position))
    }

    /// Returns the time at which a playhead that is not paused reaches a position.
    func time(of target: Nanoseconds) -> Nanoseconds {
        let left = Int128(max(0, target - anchor.position)) * Int128(Millionths.one.count)
        let speed = Int128(max(1, speed.count))
        return Nanoseconds(clamping: Int128(anchor.time) + (left + speed - 1) / speed)
    }

    /// Moves to a position.
    mutating func seek(to position: Nanoseconds, at time: Nanoseconds) { anchor = (time, position) }

    /// Pauses at a position.
    mutating func pause(at position: Nanoseconds, time: Nanoseconds) {
        isPaused = true
        anchor = (time, position)
    }

    /// Pauses or resumes at a position.
    mutating func togglePause(at position: Nanoseconds, time: Nanoseconds) {
        isPaused.toggle()
        anchor = (time, position)
    }

    /// Changes the speed at a position; does nothing if `speed` is `nil`.
    mutating func setSpeed(_ speed: Millionths?, at position: Nanoseconds, time: Nanoseconds) {
        guard let speed else { return }
        anchor = (time, position)
        self.speed = speed
    }
}
