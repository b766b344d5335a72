import Playback

/// Rounds moments to the unit in which a format counts.
struct FormatClock {
    /// How many of its units make a second.
    let perSecond: Int64

    /// The unit nearest to a moment, counted from the beginning.
    func tick(at time: Nanoseconds) -> Int {
        let (seconds, rest) = max(0, time).quotientAndRemainder(dividingBy: .second)
        return Int(seconds * perSecond + (rest * perSecond + .second / 2) / .second)
    }
}

/// Turns pictures with the moments from which they are shown into pictures with their lengths.
///
/// A picture like the one before makes that one longer. One that would be shown for less than a format can is left out,
/// and the next one takes its place, so that no moment comes later than it should by more than that.
struct FramePacing<Picture: Equatable> {
    /// A picture and how long it is shown, in the format's units.
    typealias Frame = (picture: Picture, ticks: Int)

    private let clock: FormatClock
    private let shortest: Int
    private var pending: (picture: Picture, start: Int)?

    /// - Parameter shortest: the least units that a picture is shown; at least 1.
    init(perSecond: Int64, shortest: Int) {
        clock = FormatClock(perSecond: perSecond)
        self.shortest = shortest
    }

    /// Takes the next picture, and gives the one before when its length is known by that.
    mutating func show(_ picture: Picture, at time: Nanoseconds) -> Frame? {
        let tick = clock.tick(at: time)
        guard let shown = pending else {
            pending = (picture, tick)
            return nil
        }
        if shown.picture == picture { return nil }
        guard tick - shown.start >= shortest else {
            pending = (picture, shown.start)
            return nil
        }
        pending = (picture, tick)
        return (shown.picture, tick - shown.start)
    }

    /// The last picture, shown until `end`, but no shorter than a format can; nil where there was none.
    mutating func finish(at end: Nanoseconds) -> Frame? {
        guard let shown = pending else { return nil }
        pending = nil
        return (shown.picture, max(shortest, clock.tick(at: end) - shown.start))
    }
}
