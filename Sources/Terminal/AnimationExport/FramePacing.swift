import ExactNumbers

/// A clock that rounds times to the unit in which a file format counts.
struct FormatClock {
    /// The number of units in a second.
    let ticksPerSecond: Int64

    /// Returns the unit nearest to a time, counted from the beginning.
    func tick(at time: Nanoseconds) -> Int {
        let (seconds, rest) = max(0, time).quotientAndRemainder(dividingBy: .second)
        return Int(seconds * ticksPerSecond + (rest * ticksPerSecond + .second / 2) / .second)
    }
}

/// A converter from pictures with start times to pictures with durations.
///
/// A picture equal to the one before extends that one. A picture with less than the shortest duration is skipped, and
/// the next one starts in its place, so a picture starts too early by less than that duration.
struct FramePacing<Picture: Equatable> {
    /// A picture with its duration, in the format's units.
    typealias Frame = (picture: Picture, ticks: Int)

    private let clock: FormatClock
    private let minDuration: Int
    private var pending: (picture: Picture, start: Int)?

    /// Creates a converter for a format.
    ///
    /// - Parameters:
    ///   - ticksPerSecond: The number of the format's units in a second.
    ///   - minDuration: The shortest duration of a picture, in units; at least 1.
    init(ticksPerSecond: Int64, minDuration: Int) {
        clock = FormatClock(ticksPerSecond: ticksPerSecond)
        self.minDuration = minDuration
    }

    /// Accepts the next picture, and returns the one before when its duration is known.
    mutating func show(_ picture: Picture, at time: Nanoseconds) -> Frame? {
        let tick = clock.tick(at: time)
        guard let shown = pending else {
            pending = (picture, tick)
            return nil
        }
        if shown.picture == picture { return nil }
        guard tick - shown.start >= minDuration else {
            pending = (picture, shown.start)
            return nil
        }
        pending = (picture, tick)
        return (shown.picture, tick - shown.start)
    }

    /// Returns the last picture, shown until `end` but at least for the shortest duration; `nil` if there was none.
    mutating func finish(at end: Nanoseconds) -> Frame? {
        guard let shown = pending else { return nil }
        pending = nil
        return (shown.picture, max(minDuration, clock.tick(at: end) - shown.start))
    }
}
