import ExactNumbers

/// The playback position of the chosen kind in the gallery. The animation loops; it can be paused and moved.
struct GalleryPlayer: Equatable {
    private(set) var speed = Millionths.one
    private(set) var isPaused: Bool
    /// A time and the elapsed time of the animation at that time.
    private var anchor: (time: Nanoseconds, elapsed: Nanoseconds)

    static func == (one: GalleryPlayer, other: GalleryPlayer) -> Bool {
        one.speed == other.speed && one.isPaused == other.isPaused && one.anchor == other.anchor
    }

    /// Creates a player at an elapsed time of the animation.
    init(at time: Nanoseconds, elapsed: Nanoseconds = 0, isPaused: Bool = false) {
        anchor = (time, elapsed)
        self.isPaused = isPaused
    }

    /// Returns the elapsed time of an animation that plays for `duration`.
    func elapsed(at time: Nanoseconds, of duration: Nanoseconds) -> Nanoseconds {
        guard duration > 0 else { return 0 }
        guard !isPaused else { return min(anchor.elapsed, duration) }
        let passed = Int128(max(0, time - anchor.time)) * Int128(speed.count) / Int128(Millionths.one.count)
        return Nanoseconds((Int128(anchor.elapsed) + passed) % Int128(duration))
    }

    /// Moves to an elapsed time, clamped to 0...`duration`.
    mutating func seek(to elapsed: Nanoseconds, of duration: Nanoseconds, at time: Nanoseconds) {
        anchor = (time, max(0, min(elapsed, duration)))
    }

    /// Pauses or resumes.
    mutating func togglePause(of duration: Nanoseconds, at time: Nanoseconds) {
        let elapsed = elapsed(at: time, of: duration)
        isPaused.toggle()
        // Resuming at the end starts again from the beginning.
        anchor = (time, !isPaused && elapsed == duration ? 0 : elapsed)
    }

    /// Pauses at an elapsed time.
    mutating func pause(at elapsed: Nanoseconds, of duration: Nanoseconds, time: Nanoseconds) {
        isPaused = true
        seek(to: elapsed, of: duration, at: time)
    }

    /// Changes the speed without moving the position; does nothing if `speed` is `nil`.
    mutating func setSpeed(_ speed: Millionths?, of duration: Nanoseconds, at time: Nanoseconds) {
        guard let speed else { return }
        anchor = (time, elapsed(at: time, of: duration))
        self.speed = speed
    }
}
