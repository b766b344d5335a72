/// A limit for how often something may happen: in the long run `perSecond` times a second, and up to `burst` at once.
public struct RateLimit: Hashable, Sendable {
    /// The rate in the long run, more than 0.
    public var perSecond: Double
    /// The most at once after a pause, 1 or more.
    public var burst: Int

    /// Creates a limit.
    public init(perSecond: Double, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }
}

/// The limits for how often clients may ask.
public struct RateLimits: Sendable {
    /// The requests of one address; `nil` for any number, as many players may share an address.
    public var requests: RateLimit?
    /// The changes with one token.
    public var changes: RateLimit? = RateLimit(perSecond: 20, burst: 200)
    /// The wrong tokens from one address; above the limit it gets no answer even to a right one.
    public var wrongTokens: RateLimit? = RateLimit(perSecond: 1, burst: 20)

    /// Creates the default limits.
    public init() {}
}

/// Token buckets, one for each key, in bounded memory.
///
/// A bucket is the time at which it will be full again, which is all that matters (the generic cell rate algorithm of
/// ITU-T I.371). Full buckets need not be kept. If there are too many keys, those that were not used for the longest time
/// are forgotten, which makes their buckets full: a flood of addresses cannot use up memory or lock out anybody.
struct RateBuckets {
    private let interval: Duration
    private let depth: Duration
    private let capacity: Int
    /// The times at which the buckets are full, of the keys that were used recently and of those used before.
    private var recent: [String: Duration] = [:]
    private var older: [String: Duration] = [:]

    /// Creates full buckets.
    ///
    /// - Parameters:
    ///   - limit: The limit for each key.
    ///   - capacity: The most keys that are kept, 2 or more.
    init(_ limit: RateLimit, capacity: Int = 20_000) {
        interval = .seconds(1) / limit.perSecond
        depth = interval * max(1, limit.burst)
        self.capacity = capacity
    }

    /// The number of keys in memory.
    var count: Int { recent.count + older.count }

    /// Takes one from the bucket of `key`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - time: The time since a fixed moment, not less than in the call before.
    /// - Returns: The time after which to try again if the bucket is empty, which changes nothing; otherwise `nil`.
    mutating func consume(_ key: String, at time: Duration) -> Duration? {
        if let wait = wait(of: key, at: time) { return wait }
        let full = max(recent[key] ?? older[key] ?? time, time) + interval
        older[key] = nil
        recent[key] = full
        if recent.count >= capacity / 2 {
            older = recent
            recent = [:]
        }
        return nil
    }

    /// Returns the time after which the bucket of `key` is not empty; `nil` if it is not empty now.
    func wait(of key: String, at time: Duration) -> Duration? {
        let full = max(recent[key] ?? older[key] ?? time, time) + interval
        let wait = full - time - depth
        return wait > .zero ? wait : nil
    }
}
