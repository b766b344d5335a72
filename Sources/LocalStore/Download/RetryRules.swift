import HTTPTransfer
public import Playback

/// How often something is tried again, and after which pause.
///
/// The pause before the n-th further try is anything up to `firstPause` doubled n - 1 times ("full jitter"), so that players
/// that lost a store together don't come back together.
public struct RetryRules: Sendable, Equatable {
    /// Tries in a row that may bring nothing new.
    public var tries: Int
    /// The longest pause before the second try.
    public var firstPause: Nanoseconds
    /// The longest pause of all.
    public var longestPause: Nanoseconds
    /// The longest package, in bytes.
    public var mostBytes: Int

    /// A bad connection has some 15 s to come back, a busy store a minute.
    public static let standard = RetryRules(
        tries: 6, firstPause: .second, longestPause: 30 * .second, mostBytes: 32 << 20)

    /// Rules of these numbers.
    public init(tries: Int, firstPause: Nanoseconds, longestPause: Nanoseconds, mostBytes: Int) {
        self.tries = tries
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.mostBytes = mostBytes
    }

    /// The pause after so many tries that failed, from 1 up.
    func pause<Chance: RandomNumberGenerator>(after tries: Int, using chance: inout Chance) -> Nanoseconds {
        .random(in: 0...greatestPause(after: tries), using: &chance)
    }

    /// The longest that the pause after so many tries may be.
    func greatestPause(after tries: Int) -> Nanoseconds {
        var pause = max(0, min(firstPause, longestPause))
        for _ in 1..<max(tries, 1) {
            // Halved rather than doubled, as the product may not fit.
            if pause >= longestPause / 2 { return longestPause }
            pause *= 2
        }
        return pause
    }

    /// How long an answer asks to wait, within reason; nothing where it doesn't say, or names a date.
    func wait(askedBy head: HTTPHead) -> Nanoseconds {
        guard let seconds = head["retry-after"].flatMap({ Int64($0) }), seconds > 0 else { return 0 }
        return min(seconds, Self.longestWait / .second) * .second
    }

    /// The longest that a server's wish counts: beyond it the next pass is the better moment.
    private static let longestWait: Nanoseconds = 60 * .second
}
