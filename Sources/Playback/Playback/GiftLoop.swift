public import ExactNumbers

/// The part of an animation that is played in rounds before the animation goes on to its end.
///
/// It divides the planned length of a gift: before it is the intro, after it the outro. Either the planned length contains
/// one round, after which the controller decides whether another one follows; or it contains a fixed number of rounds, as
/// ``plannedRounds`` says, and the controller only tells when each of them begins.
public struct GiftLoop: Hashable, Sendable {
    /// The elapsed time at which the first round begins, which is the length of the intro.
    public let start: Nanoseconds
    /// The elapsed time at which the rounds of the planned length end and the outro begins; later than ``start``.
    public let end: Nanoseconds
    /// The number of rounds from ``start`` to ``end``, of equal lengths, 2 to ``PlaybackController/maxRounds``; `nil` for one
    /// that may be repeated.
    public let plannedRounds: Int?

    /// The valid numbers of planned rounds.
    public static let plannedRange = 2...PlaybackController.maxRounds

    /// Creates a loop, or `nil` if it begins before 0, does not end after its beginning, or has too few or too many planned
    /// rounds.
    public init?(start: Nanoseconds, end: Nanoseconds, plannedRounds: Int? = nil) {
        guard start >= 0, end > start, plannedRounds.map(Self.plannedRange.contains) ?? true else { return nil }
        self.start = start
        self.end = end
        self.plannedRounds = plannedRounds
    }

    /// The time from ``start`` to ``end``, above 0.
    public var length: Nanoseconds { end - start }

    /// How far the position in the animation goes back when a further round begins: by the length of the loop, or not at
    /// all if the planned length contains the round.
    public var stepBack: Nanoseconds { plannedRounds == nil ? length : 0 }

    /// Returns the loop if it is within an animation of this duration.
    package func within(_ duration: Nanoseconds) -> GiftLoop? { end <= duration ? self : nil }

    /// Returns the elapsed time at which a planned round is over, rounded half up to a nanosecond.
    ///
    /// - Parameter round: The round, from 1. Without planned rounds, each ends at the end of the loop.
    package func end(ofRound round: Int) -> Nanoseconds {
        guard let plannedRounds, round < plannedRounds else { return end }
        let doubled = Int128(length) * Int128(2 * round) + Int128(plannedRounds)
        return start + Nanoseconds(doubled / Int128(2 * plannedRounds))
    }

    /// Returns the round that comes or goes on where the animation is moved to an elapsed time; `nil` behind the loop.
    ///
    /// A loop without planned rounds begins its first one, and decides at its end.
    package func round(at elapsed: Nanoseconds) -> Int? {
        guard let plannedRounds else { return elapsed <= end ? 1 : nil }
        guard elapsed < end else { return nil }
        // The ends are rounded, so that the round that the quotient counts may be over.
        let guess = Int(Int128(max(0, elapsed - start)) * Int128(plannedRounds) / Int128(length))
        return (max(1, guess)...plannedRounds).first { elapsed < end(ofRound: $0) }
    }
}
