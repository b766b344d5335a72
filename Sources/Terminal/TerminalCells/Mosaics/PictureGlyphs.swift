/// The glyphs of which pictures are made: each divides a cell into dots of two colors.
public enum PictureGlyphs: String, CaseIterable, Sendable {
    /// One column and two rows of dots, which every terminal and font has.
    case half
    /// Two columns and two rows.
    case quadrant
    /// Two columns and three rows; Unicode 13.
    case sextant
    /// Two columns and four rows; Unicode 16.
    case octant

    /// The number of dots in a cell.
    public var dots: (columns: Int, rows: Int) {
        switch self {
        case .half: (1, 2)
        case .quadrant: (2, 2)
        case .sextant: (2, 3)
        case .octant: (2, 4)
        }
    }

    /// The factor by which a picture has more pixels than one of half-blocks, in each direction.
    ///
    /// A picture of finer glyphs has two columns and four rows of pixels in a cell, which are square as those of
    /// half-blocks; dots that are larger than a pixel get the mean of theirs.
    public var scale: Int { self == .half ? 1 : 2 }

    /// Returns the number of cells of a picture.
    public func cells(width: Int, height: Int) -> (columns: Int, rows: Int) {
        ((width + scale - 1) / scale, (height + 2 * scale - 1) / (2 * scale))
    }

    /// The scalars of all patterns of dots: the dot at column `x` and row `y` is bit `2 * y + x` of the index, or bit
    /// `y` for half-blocks.
    public var scalars: [Unicode.Scalar] { values.compactMap { Unicode.Scalar($0) } }

    /// The values of ``scalars``.
    var values: [UInt32] {
        switch self {
        case .half: Self.halves
        case .quadrant: Self.quadrants
        case .sextant: Self.sextants
        case .octant: Self.octants
        }
    }

    private static let halves: [UInt32] = [0x20, 0x2580, 0x2584, 0x2588]

    private static let quadrants: [UInt32] = [
        0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B, 0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599,
        0x259F, 0x2588,
    ]

    /// The patterns without those that older glyphs have, in order from U+1FB00.
    private static let sextants: [UInt32] = {
        var next: UInt32 = 0x1FB00
        return (0..<64).map { pattern in
            switch pattern {
            case 0: return 0x20
            case 0b010101: return 0x258C
            case 0b101010: return 0x2590
            case 63: return 0x2588
            default:
                defer { next += 1 }
                return next
            }
        }
    }()

    /// The patterns without those that older glyphs have, in order from U+1CD00.
    private static let octants: [UInt32] = {
        var known: [Int: UInt32] = [
            0b0000_0011: 0x1FB82, 0b1100_0000: 0x2582, 0b0011_1111: 0x1FB85, 0b1111_1100: 0x2586, 0b0000_0001: 0x1CEA8,
            0b0000_0010: 0x1CEAB, 0b0100_0000: 0x1CEA3, 0b1000_0000: 0x1CEA0, 0b0001_0100: 0x1FBE6,
            0b0010_1000: 0x1FBE7,
        ]
        for (index, value) in quadrants.enumerated() {
            let columns = (index & 1) | (index & 2) << 0
            let upper = columns | columns << 2
            let lower = (index >> 2) | (index >> 2) << 2
            known[upper | lower << 4] = value
        }
        var next: UInt32 = 0x1CD00
        return (0..<256).map { pattern in
            if let value = known[pattern] { return value }
            defer { next += 1 }
            return next
        }
    }()
}

extension Glyph {
    /// The dots of the glyph in the foreground color, two columns and twelve rows from the top left; `nil` if it is not
    /// made of blocks.
    ///
    /// Twelve rows have a whole number of the rows of every kind of glyphs.
    package var dots: UInt32? {
        let values = scalarValues
        guard values.firstMark == 0, values.base >= 0x2580 else { return nil }
        return Self.dotsByValue[values.base]
    }

    /// Whether the glyph is one of those for finer pictures than those of half-blocks.
    var isMosaic: Bool { self != .upperHalf && self != .lowerHalf && dots != nil }

    static let dotRows = 12

    private static let dotsByValue: [UInt32: UInt32] = {
        var result: [UInt32: UInt32] = [:]
        for kind in [PictureGlyphs.quadrant, .sextant, .octant] {
            let rows = kind.dots.rows
            for (pattern, value) in kind.values.enumerated() where value != 0x20 && result[value] == nil {
                result[value] = (0..<dotRows).reduce(0) { dots, row in
                    dots | UInt32(pattern >> (row * rows / dotRows * 2) & 3) << UInt32(2 * row)
                }
            }
        }
        return result
    }()
}

extension Cell {
    /// Returns the color of an art cell at a dot of a picture of finer glyphs, with four rows; the background for text.
    func color(x: Int, y: Int) -> CellColor {
        if let pixels { return y < 2 ? pixels.top : pixels.bottom }
        guard attributes.isSubset(of: .hints), let dots = glyph.dots else { return background }
        // The middle of the dot, among twelve rows.
        return dots >> UInt32(2 * (y * 3 + 1) + x) & 1 == 1 ? foreground : background
    }
}
