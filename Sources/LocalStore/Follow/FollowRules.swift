public import Playback

/// The intervals and timeouts with which a store is followed.
public struct FollowRules: Sendable, Equatable {
    /// The polling interval for a store without an event stream.
    public var pollPause: Nanoseconds
    /// The rules for reconnecting.
    public var reconnect: RetryRules
    /// The longest silence of an event stream, in seconds; stores send a heartbeat every 15 s.
    public var silence: Int64
    /// The pause after a synchronisation in which a download failed; it doubles with each further one.
    public var firstRepeat: Nanoseconds
    /// The upper bound of that pause.
    public var longestRepeat: Nanoseconds
    /// The time within which a repeated request for the same gift kind has no effect.
    public var wantPause: Nanoseconds
    /// The shortest pause between two synchronisations.
    public var passPause: Nanoseconds

    /// The standard rules. They detect the end of a short outage within a second or two, and retry about twice a minute
    /// during a long one.
    public static let standard = FollowRules(
        pollPause: 30 * .second,
        reconnect: RetryRules(tries: .max, firstPause: .second, longestPause: 30 * .second, mostBytes: 0),
        silence: 40, firstRepeat: 60 * .second, longestRepeat: 900 * .second, wantPause: 10 * .second,
        passPause: .second / 2)

    /// Creates rules.
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
