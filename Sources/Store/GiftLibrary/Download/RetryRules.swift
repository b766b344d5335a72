public import ExactNumbers
import HTTPClient
import StoreProtocol

/// The number of attempts and the pauses between them.
///
/// The pause before the n-th retry is a random time from 0 to `initialDelay` doubled n - 1 times ("full jitter"), so that
/// players that lost the connection together do not return together.
public struct RetryRules: Sendable, Equatable {
    /// The most attempts in a row without new data.
    public var maxAttempts: Int
    /// The upper bound of the pause before the second attempt.
    public var initialDelay: Nanoseconds
    /// The upper bound of all pauses.
    public var maxDelay: Nanoseconds
    /// The largest package, in bytes.
    public var maxBytes: Int

    /// The standard rules. The five pauses take 15 s on average; a busy store can ask for up to a minute each.
    public static let standard = RetryRules(
        maxAttempts: 6, initialDelay: .second, maxDelay: 30 * .second, maxBytes: StoreLimits.maxPackageBytes)

    /// Creates rules.
    public init(maxAttempts: Int, initialDelay: Nanoseconds, maxDelay: Nanoseconds, maxBytes: Int) {
        self.maxAttempts = maxAttempts
        self.initialDelay = initialDelay
        self.maxDelay = maxDelay
        self.maxBytes = maxBytes
    }

    /// Returns a random pause after `tries` failed attempts, at least 1.
    func randomDelay<Chance: RandomNumberGenerator>(after tries: Int, using chance: inout Chance) -> Nanoseconds {
        .random(in: 0...delayLimit(after: tries), using: &chance)
    }

    /// Returns the upper bound of the pause after `tries` failed attempts.
    func delayLimit(after tries: Int) -> Nanoseconds {
        var pause = max(0, min(initialDelay, maxDelay))
        for _ in 1..<max(tries, 1) {
            // The comparison halves the limit, because doubling the pause may overflow.
            if pause >= maxDelay / 2 { return maxDelay }
            pause *= 2
        }
        return pause
    }

    /// Returns the pause that a response asks for, at most 60 s; 0 if it has no `Retry-After` field in seconds.
    func requestedDelay(in head: HTTPHead) -> Nanoseconds {
        guard let seconds = head["retry-after"].flatMap({ Int64($0) }), seconds > 0 else { return 0 }
        return min(seconds, Self.maxRequestedDelay / .second) * .second
    }

    /// The longest pause that a server can ask for; after a longer one the next synchronisation is soon enough.
    private static let maxRequestedDelay: Nanoseconds = 60 * .second
}
