public import ExactNumbers

/// The part of an animation that may be played again and again before the animation goes on to its end.
///
/// It divides the planned length of a gift, which contains one round of the loop: before it is the intro, after it the
/// outro.
public struct GiftLoop: Hashable, Sendable {
    /// The elapsed time at which a round begins, which is the length of the intro.
    public let start: Nanoseconds
    /// The elapsed time at which a round ends and the outro begins; later than ``start``.
    public let end: Nanoseconds

    /// Creates a loop, or `nil` if it begins before 0 or does not end after its beginning.
    public init?(start: Nanoseconds, end: Nanoseconds) {
        guard start >= 0, end > start else { return nil }
        self.start = start
        self.end = end
    }

    /// The length of a round, above 0.
    public var length: Nanoseconds { end - start }

    /// Returns the loop if it is within an animation of this duration.
    package func within(_ duration: Nanoseconds) -> GiftLoop? { end <= duration ? self : nil }
}
