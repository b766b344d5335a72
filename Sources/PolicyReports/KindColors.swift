import HalfBlocks
import PolicyComparison

/// A colour for each kind of gift: the same under every policy.
struct KindColors {
    /// Hues of about one lightness that remain apart for the colour-blind as far as eight can, dark text on each.
    static let palette: [UInt32] = [
        0x5AA2F0, 0xF0A040, 0x56C288, 0xE8718D, 0xAE8FF0, 0x3DBDC4, 0xD8C348, 0xC49A74,
    ]
    /// What is written on any of them.
    static let ink: UInt32 = 0x10151C

    /// The kinds that were on stage, in the order in which they first were.
    let kinds: [String]
    private let indices: [String: Int]

    init(_ comparison: Comparison) {
        var kinds: [String] = []
        var indices: [String: Int] = [:]
        for presentation in comparison.sessions.flatMap(\.timeline.presentations)
        where indices[presentation.kind] == nil {
            indices[presentation.kind] = kinds.count
            kinds.append(presentation.kind)
        }
        self.kinds = kinds
        self.indices = indices
    }

    /// The place of a kind's colour in ``palette``.
    func index(of kind: String) -> Int { indices[kind, default: 0] % Self.palette.count }
}
