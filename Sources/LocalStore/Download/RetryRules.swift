import HTTPTransfer
public import Playback
import StoreDocuments

/// The number of attempts and the pauses between them.
///
/// The pause before the n-th retry is a random time from 0 to `firstPause` doubled n - 1 times ("full jitter"), so that
/// players that lost the connection together do not return together.
public struct RetryRules: Sendable, Equatable {
    /// The most attempts in a row without new data.
    public var tries: Int
    /// The upper bound of the pause before the second attempt.
    public var firstPause: Nanoseconds
    /// The upper bound of all pauses.
    public var longestPause: Nanoseconds
    /// The largest package, in bytes.
    public var mostBytes: Int

    /// The standard rules. The five pauses take 15 s on average; a busy store can ask for up to a minute each.
    public static let standard = RetryRules(
        tries: 6, firstPause: .second, longestPause: 30 * .second, mostBytes: StoreLimits.packageBytes)

    /// Creates rules.
    public init(tries: Int, firstPause: Nanoseconds, longestPause: Nanoseconds, mostBytes: Int) {
        self.tries = tries
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.mostBytes = mostBytes
    }

    /// Returns a random pause after `tries` failed attempts, at least 1.
    func pause<Chance: RandomNumberGenerator>(after tries: Int, using chance: inout Chance) -> Nanoseconds {
        .random(in: 0...greatestPause(after: tries), using: &chance)
    }

    /// Returns the upper bound of the pause after `tries` failed attempts.
    func greatestPause(after tries: Int) -> Nanoseconds {
        var pause = max(0, min(firstPause, longestPause))
        for _ in 1..<max(tries, 1) {
            // The comparison halves the limit, because doubling the pause may overflow.
            if pause >= longestPause / 2 { return longestPause }
            pause *= 2
        }
        return pause
    }

    /// Returns the pause that a response asks for, at most 60 s; 0 if it has no `Retry-After` field in seconds.
    func wait(askedBy head: HTTPHead) -> Nanoseconds {
        guard let seconds = head["retry-after"].flatMap({ Int64($0) }), seconds > 0 else { return 0 }
        return min(seconds, Self.longestWait / .second) * .second
    }

    /// The longest pause that a server can ask for; after a longer one the next synchronisation is soon enough.
    private static let longestWait: Nanoseconds = 60 * .second
}
