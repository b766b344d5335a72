import ExactNumbers
import RoomEvents

/// The delays before reconnecting, with exponential backoff and jitter.
///
/// The delay starts at a second and doubles after each failure, up to the longest delay. The jitter is half of the
/// delay, so that players do not all reconnect at the same instant.
public struct ReconnectBackoff: Sendable {
    /// The default for the longest delay.
    public static let defaultMaxDelay: Duration = .seconds(60)
    /// The lower limit for the longest delay, so that a failing server is not called without pause.
    public static let minMaxDelay: Duration = .milliseconds(10)
    /// The duration of a connection after which the delay starts at a second again.
    public static let resetAfter: Duration = .seconds(60)

    private var failures = 0
    private var random: SeededRandom
    private let maxMilliseconds: Int

    /// Creates the delays of one connection.
    ///
    /// - Parameters:
    ///   - seed: The seed of the jitter.
    ///   - maxDelay: The longest delay, limited to ``minMaxDelay`` and a day.
    public init(seed: UInt64, maxDelay: Duration = Self.defaultMaxDelay) {
        random = SeededRandom(seed: seed)
        maxMilliseconds = Int(min(max(maxDelay, Self.minMaxDelay), .seconds(86_400)).inMilliseconds)
    }

    /// Returns the delay after a connection that lasted for `duration`; 0 if the connection failed.
    public mutating func nextDelay(afterConnectionOf duration: Duration) -> Duration {
        if duration >= Self.resetAfter { failures = 0 }
        let whole = min(1_000 << min(failures, 17), maxMilliseconds)
        failures += 1
        return .milliseconds(whole / 2 + random.nextInt(in: 0...whole / 2))
    }
}
