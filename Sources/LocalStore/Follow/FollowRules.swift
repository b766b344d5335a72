public import Playback

/// How patiently a store is followed.
public struct FollowRules: Sendable, Equatable {
    /// How often a store is asked that doesn't tell of changes itself.
    public var pollPause: Nanoseconds
    /// When connecting is tried again.
    public var reconnect: RetryRules
    /// For how many seconds a stream of changes may be silent: stores say something every 15.
    public var silence: Int64
    /// When a pass in which some gift failed is followed by another, at first; twice as long each time.
    public var firstRepeat: Nanoseconds
    /// The longest of those times.
    public var longestRepeat: Nanoseconds
    /// For how long wanting the same gift again asks for nothing new.
    public var wantPause: Nanoseconds
    /// The time between two passes.
    public var passPause: Nanoseconds

    /// A store that is gone for a moment is found again within a second or two; one that is gone for long is asked twice a
    /// minute.
    public static let standard = FollowRules(
        pollPause: 30 * .second,
        reconnect: RetryRules(tries: .max, firstPause: .second, longestPause: 30 * .second, mostBytes: 0),
        silence: 40, firstRepeat: 60 * .second, longestRepeat: 900 * .second, wantPause: 10 * .second,
        passPause: .second / 2)

    /// Rules of these numbers.
    public init(
        pollPause: Nanoseconds, reconnect: RetryRules, silence: Int64, firstRepeat: Nanoseconds,
        longestRepeat: Nanoseconds, wantPause: Nanoseconds, passPause: Nanoseconds
    ) {
        self.pollPause = pollPause
        self.reconnect = reconnect
        self.silence = silence
        self.firstRepeat = firstRepeat
        self.longestRepeat = longestRepeat
        self.wantPause = wantPause
        self.passPause = passPause
    }
}
