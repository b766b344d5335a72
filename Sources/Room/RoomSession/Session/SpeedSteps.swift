package import ExactNumbers

/// The speeds that the keys select, as multiples of normal: 0.1 to 16.
package enum SpeedSteps {
    private static let all = [100_000, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 16_000_000]
        .map { Millionths($0) }

    /// Returns the next lower speed, or `nil` if there is none.
    package static func slower(than speed: Millionths) -> Millionths? { all.last { $0 < speed } }

    /// Returns the next higher speed, or `nil` if there is none.
    package static func faster(than speed: Millionths) -> Millionths? { all.first { $0 > speed } }
}

/// The speeds of a live room, as multiples of normal: 0.1 to 4.
package enum RoomSpeeds {
    private static let maxSpeed = Millionths(4_000_000)

    /// Returns the next lower speed, or `nil` if there is none.
    package static func slower(than speed: Millionths) -> Millionths? { SpeedSteps.slower(than: speed) }

    /// Returns the next higher speed, or `nil` if there is none.
    package static func faster(than speed: Millionths) -> Millionths? {
        SpeedSteps.faster(than: speed).flatMap { $0 <= maxSpeed ? $0 : nil }
    }
}
