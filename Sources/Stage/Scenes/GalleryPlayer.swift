import Playback

/// How far a gift has come that somebody looks at in the gallery: it plays again and again, and stands where it is put.
struct GalleryPlayer: Equatable {
    private(set) var speed = Millionths.one
    private(set) var isPaused: Bool
    /// When it was at some place, and ran on from there.
    private var anchor: (time: Nanoseconds, elapsed: Nanoseconds)

    static func == (one: GalleryPlayer, other: GalleryPlayer) -> Bool {
        one.speed == other.speed && one.isPaused == other.isPaused && one.anchor == other.anchor
    }

    /// A gift that begins at `elapsed`.
    init(at time: Nanoseconds, elapsed: Nanoseconds = 0, isPaused: Bool = false) {
        anchor = (time, elapsed)
        self.isPaused = isPaused
    }

    /// How far it has come, of `duration`.
    func elapsed(at time: Nanoseconds, of duration: Nanoseconds) -> Nanoseconds {
        guard duration > 0 else { return 0 }
        guard !isPaused else { return min(anchor.elapsed, duration) }
        let passed = Int128(max(0, time - anchor.time)) * Int128(speed.count) / Int128(Millionths.one.count)
        return Nanoseconds((Int128(anchor.elapsed) + passed) % Int128(duration))
    }

    /// Goes on from a place.
    mutating func seek(to elapsed: Nanoseconds, of duration: Nanoseconds, at time: Nanoseconds) {
        anchor = (time, max(0, min(elapsed, duration)))
    }

    /// Stands still, or goes on.
    mutating func togglePause(of duration: Nanoseconds, at time: Nanoseconds) {
        let elapsed = elapsed(at: time, of: duration)
        isPaused.toggle()
        // What stands at its end begins again.
        anchor = (time, !isPaused && elapsed == duration ? 0 : elapsed)
    }

    /// Stands at a place.
    mutating func stand(at elapsed: Nanoseconds, of duration: Nanoseconds, time: Nanoseconds) {
        isPaused = true
        seek(to: elapsed, of: duration, at: time)
    }

    /// Runs at another speed from here on.
    mutating func change(speed: Millionths?, of duration: Nanoseconds, at time: Nanoseconds) {
        guard let speed else { return }
        anchor = (time, elapsed(at: time, of: duration))
        self.speed = speed
    }
}
