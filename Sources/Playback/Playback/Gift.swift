public import ExactNumbers

/// The availability of a gift kind's animation.
public enum AssetState: String, CaseIterable, Sendable {
    /// The animation can play.
    case ready
    /// The animation is not available yet.
    case missing
    /// The download of the animation failed; the same as missing until the animation is ready.
    case failed
    /// The animation was removed: a running presentation of it stops at once, and waiting gifts of its kind lack their
    /// animation.
    case withdrawn
}

/// A gift as the feed reports it, before it has a number.
public struct Arrival: Hashable, Sendable {
    /// The id of the gift kind, such as `rocket`.
    public var kind: String
    /// The sender's name.
    public var sender: String
    /// The number of gifts sent at once, 1 or more.
    public var count: Int
    /// The gift's value, which is only compared with other values.
    public var value: Int64
    /// The duration of its animation at normal speed, with the planned rounds of its loop, or with one.
    public var duration: Nanoseconds
    /// The feed's id of the event, by which duplicates are recognised.
    public var eventID: String?
    /// The availability of its animation.
    public var asset: AssetState
    /// The gift's own policy.
    public var policy: GiftPolicy
    /// The part of the animation that is played in rounds; `nil` without one.
    public var loop: GiftLoop?

    /// Creates an arrival; a negative duration becomes 0, and a loop that is not within the duration is left out.
    public init(
        kind: String, sender: String, count: Int = 1, value: Int64 = 0, duration: Nanoseconds, eventID: String? = nil,
        asset: AssetState = .ready, policy: GiftPolicy = .none, loop: GiftLoop? = nil
    ) {
        self.kind = kind
        self.sender = sender
        self.count = count
        self.value = value
        self.duration = max(0, duration)
        self.eventID = eventID
        self.asset = asset
        self.policy = policy
        self.loop = loop?.within(self.duration)
    }
}

/// A gift that has arrived.
public struct Gift: Hashable, Sendable {
    /// The gift's number: 1, 2, 3, … in order of arrival.
    public let number: Int
    /// The id of the gift kind.
    public let kind: String
    /// The sender's name.
    public let sender: String
    /// The count, including the counts of gifts merged into it.
    public internal(set) var count: Int
    /// The gift's value.
    public let value: Int64
    /// The duration of its animation at normal speed, with the planned rounds of its loop, or with one.
    public internal(set) var duration: Nanoseconds
    /// The part of the animation that is played in rounds; `nil` without one.
    public internal(set) var loop: GiftLoop?
    /// The session time of its arrival.
    public let arrivedAt: Nanoseconds
    /// The gift's own policy.
    public let policy: GiftPolicy
}

/// The running gift and the progress of its animation.
public struct Presentation: Hashable, Sendable {
    /// The running gift.
    public let gift: Gift
    /// The elapsed stage time, from 0 to the gift's duration; where a loop is repeated it stays at the loop's end.
    public let elapsed: Nanoseconds
    /// The position in the animation, from 0 to the gift's duration; it differs from ``elapsed`` where a loop is repeated.
    public let position: Nanoseconds
    /// The round of the loop that comes or goes on, from 1; `nil` without a loop, and in the outro.
    public let round: Int?
    /// Whether the position has gone back to the beginning of the loop, as it does in all but the first round of a loop
    /// without planned rounds.
    public var repeatsLoop: Bool { (round ?? 1) > 1 && gift.loop?.plannedRounds == nil }
    /// The progress, rounded half up to a millionth.
    public let progress: Millionths
    /// The progress from which it may be replaced: its own, otherwise the session's; above 1 means never.
    public let replaceAt: Millionths
    /// Whether a gift that arrives now would replace this one in replace mode.
    public let mayBeReplaced: Bool
}
