import PolicyComparison

/// The color of each gift kind, the same under every policy.
package struct KindColors {
    /// Eight hues of similar lightness, as distinct as possible with color blindness, with dark text on top.
    package static let palette: [UInt32] = [
        0x5AA2F0, 0xF0A040, 0x56C288, 0xE8718D, 0xAE8FF0, 0x3DBDC4, 0xD8C348, 0xC49A74,
    ]
    /// The rules of the colors of areas and lines, in the classes `k0`, `c0`, `k1`, ….
    package static var rules: String {
        palette.enumerated().map { index, color in
            let hex = "#" + String(color, radix: 16)
            return ".k\(index){fill:\(hex)} .c\(index){stroke:\(hex)}"
        }.joined(separator: "\n")
    }
    /// The color of text on the palette's colors.
    static let textColor: UInt32 = 0x10151C

    /// The kinds that were on the stage, in the order of their first presentation.
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

    /// Returns the index of a kind's color in ``palette``.
    func index(of kind: String) -> Int { indices[kind, default: 0] % Self.palette.count }
}
