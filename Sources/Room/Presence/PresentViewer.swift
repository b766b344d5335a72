public import Motion

/// A viewer in the room.
public struct PresentViewer: Hashable, Sendable {
    /// The viewer's id in the feed.
    public let id: String
    /// The viewer's name.
    public let name: String
    /// One or two letters of the name, for a head.
    public let initials: String
    /// The color of the head.
    ///
    /// By default, its hue depends on the id, and its lightness and chroma are the same for all viewers.
    public let color: MotionColor

    /// Creates a viewer with an id and, if known, a name.
    public init(id: String, name: String? = nil, color: MotionColor? = nil) {
        self.id = id
        self.name = name ?? id
        initials = Self.initials(of: self.name)
        self.color = color ?? Self.color(of: id)
    }

    /// Returns the first letters of the first and the last word, or of the only word.
    private static func initials(of name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        guard let first = words.first?.first else { return name.first.map(String.init) ?? "?" }
        guard words.count > 1, let last = words.last?.first else { return first.uppercased() }
        return first.uppercased() + last.uppercased()
    }

    /// Returns one of twelve equidistant hues of Oklab, all of the same lightness.
    private static func color(of id: String) -> MotionColor {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // Ids differ most in their last letters, which affect only the lower half of the FNV hash, so its bits are
        // mixed.
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 33
        let (a, b) = hues[Int(hash % UInt64(hues.count))]
        return MotionColor(motionChannels: SIMD4(0.72, 0.12 * a, 0.12 * b, 1))
    }

    /// The corners of a regular dodecagon on the unit circle.
    private static let hues: [(Double, Double)] = {
        let half = 0.5
        let high = 0.75.squareRoot()
        let quarter = [(1, 0), (high, half), (half, high)]
        return (0..<4).flatMap { turns in
            quarter.map { x, y in turns == 0 ? (x, y) : turns == 1 ? (-y, x) : turns == 2 ? (-x, -y) : (y, -x) }
        }
    }()
}
