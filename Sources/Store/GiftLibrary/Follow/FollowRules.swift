public import ExactNumbers

/// The intervals and timeouts with which a store is followed.
public struct FollowRules: Sendable, Equatable {
    /// The polling interval for a store without an event stream.
    public var pollInterval: Nanoseconds
    /// The rules for reconnecting.
    public var reconnect: RetryRules
    /// The longest silence of an event stream, in seconds; stores send a heartbeat every 15 s.
    public var idleTimeout: Int64
    /// The pause after a synchronisation in which a download failed; it doubles with each further one.
    public var initialRetryDelay: Nanoseconds
    /// The upper bound of that pause.
    public var maxRetryDelay: Nanoseconds
    /// The time within which a repeated request for the same gift kind has no effect.
    public var minRequestInterval: Nanoseconds
    /// The shortest pause between two synchronisations.
    public var minSyncInterval: Nanoseconds
    /// The pauses between connections to brokers. They are short: there are several nodes, and until one answers, the
    /// event stream of the store carries all news.
    public var announcements = RetryRules(
        maxAttempts: .max, initialDelay: .second / 2, maxDelay: 10 * .second, maxBytes: 0)

    /// The standard rules. They detect the end of a short outage within a second or two, and retry about twice a minute
    /// during a long one.
    public static let standard = FollowRules(
        pollInterval: 30 * .second,
        reconnect: RetryRules(maxAttempts: .max, initialDelay: .second, maxDelay: 30 * .second, maxBytes: 0),
        idleTimeout: 40, initialRetryDelay: 60 * .second, maxRetryDelay: 900 * .second,
        minRequestInterval: 10 * .second,
        minSyncInterval: .second / 2)

    /// Creates rules.
    public init(
        pollInterval: Nanoseconds, reconnect: RetryRules, idleTimeout: Int64, initialRetryDelay: Nanoseconds,
        maxRetryDelay: Nanoseconds, minRequestInterval: Nanoseconds, minSyncInterval: Nanoseconds
    ) {
        self.pollInterval = pollInterval
        self.reconnect = reconnect
        self.idleTimeout = idleTimeout
        self.initialRetryDelay = initialRetryDelay
        self.maxRetryDelay = maxRetryDelay
        self.minRequestInterval = minRequestInterval
        self.minSyncInterval = minSyncInterval
    }
}
