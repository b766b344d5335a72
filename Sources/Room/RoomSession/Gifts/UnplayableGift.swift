/// An error that describes why the animation of a gift kind cannot play.
public struct UnplayableGift: Error, Hashable, Sendable {
    /// The reason, in one line.
    public let reason: String

    /// Creates an error with a reason in one line.
    public init(_ reason: String) { self.reason = reason }
}
