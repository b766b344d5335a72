import GiftFeed

/// How long to wait before connecting again: a second, then twice as long each time up to a minute, half of it by
/// chance, so that not all players come back at the same instant.
public struct ReconnectBackoff: Sendable {
    /// The longest wait.
    public static let longest: Duration = .seconds(60)
    /// A connection that lasted so long was well: the next wait is short again.
    public static let wellAfter: Duration = .seconds(60)

    private var failures = 0
    private var random: SeededRandom

    /// The waits of one connection, by chance from a seed.
    public init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// How long to wait now that a connection has ended that lasted for `duration`, 0 where it was never made.
    public mutating func wait(afterConnectionOf duration: Duration) -> Duration {
        if duration >= Self.wellAfter { failures = 0 }
        let whole = min(1_000 << min(failures, 16), Int(Self.longest.components.seconds) * 1_000)
        failures += 1
        return .milliseconds(whole / 2 + random.within(0...whole / 2))
    }
}
