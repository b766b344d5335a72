import Playback

/// The speeds that keys step through, as multiples of normal.
enum SpeedSteps {
    private static let all = [100_000, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 16_000_000]
        .map { Millionths($0) }

    /// The next one below a speed; nil where there is none.
    static func below(_ speed: Millionths) -> Millionths? { all.last { $0 < speed } }

    /// The next one above a speed; nil where there is none.
    static func above(_ speed: Millionths) -> Millionths? { all.first { $0 > speed } }
}
