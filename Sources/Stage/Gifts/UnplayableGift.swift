/// Why the animation of a gift can't be played, in a line for people.
public struct UnplayableGift: Error, Hashable, Sendable {
    /// The reason.
    public let reason: String

    /// A reason, in one line.
    public init(_ reason: String) { self.reason = reason }
}
