/// Whether a kind's animation is on disk.
public enum AssetState: String, CaseIterable, Sendable {
    /// It can be played.
    case ready
    /// It is not there yet.
    case missing
    /// It could not be fetched; as good as missing, until it is ready after all.
    case failed
    /// It was taken away: what plays of it stops at once, and what waits is without its animation from now on.
    case withdrawn
}

/// A gift as the feed reports it, before it has a number.
public struct Arrival: Hashable, Sendable {
    /// The name of the gift's kind, such as `rocket`.
    public var kind: String
    /// Who sent it.
    public var sender: String
    /// How many were sent at once, from 1 up.
    public var count: Int
    /// What it is worth; only compared with other values.
    public var value: Int64
    /// How long its animation plays at normal speed.
    public var duration: Nanoseconds
    /// The feed's own name for the event, by which one that is delivered twice is recognised.
    public var eventID: String?
    /// Whether its animation is on disk.
    public var asset: AssetState
    /// What it asks for itself.
    public var policy: GiftPolicy

    /// Makes an arrival; a negative duration becomes 0.
    public init(
        kind: String, sender: String, count: Int = 1, value: Int64 = 0, duration: Nanoseconds, eventID: String? = nil,
        asset: AssetState = .ready, policy: GiftPolicy = .none
    ) {
        self.kind = kind
        self.sender = sender
        self.count = count
        self.value = value
        self.duration = max(0, duration)
        self.eventID = eventID
        self.asset = asset
        self.policy = policy
    }
}

/// A gift that has arrived.
public struct Gift: Hashable, Sendable {
    /// Its number: 1, 2, 3, … in order of arrival.
    public let number: Int
    /// The name of its kind.
    public let kind: String
    /// Who sent it.
    public let sender: String
    /// How many were sent, with those of the gifts merged into it.
    public internal(set) var count: Int
    /// What it is worth.
    public let value: Int64
    /// How long its animation plays at normal speed.
    public internal(set) var duration: Nanoseconds
    /// The session time of its arrival.
    public let arrivedAt: Nanoseconds
    /// What it asks for itself.
    public let policy: GiftPolicy
}

/// The gift on stage and how far its animation has come.
public struct Presentation: Hashable, Sendable {
    /// The gift that plays.
    public let gift: Gift
    /// The stage time played, from 0 to the gift's duration.
    public let elapsed: Nanoseconds
    /// The part played, rounded half up to a millionth.
    public let progress: Millionths
    /// Whether a gift that arrived now would replace this one in replace mode.
    public let mayBeReplaced: Bool
}
