/// How a cell's glyph is set, beside its colours.
public struct CellAttributes: OptionSet, Hashable, Sendable {
    /// One bit an attribute.
    public let rawValue: UInt8

    /// The attributes whose bits are set.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Heavier strokes, or a brighter colour where the terminal has none.
    public static let bold = CellAttributes(rawValue: 1)
    /// Fainter strokes.
    public static let dim = CellAttributes(rawValue: 2)
    /// Slanted strokes.
    public static let italic = CellAttributes(rawValue: 4)
    /// A line below.
    public static let underline = CellAttributes(rawValue: 8)
    /// Foreground and background exchanged; what marks a choice where there is no colour.
    public static let reverse = CellAttributes(rawValue: 16)
    /// The colours stand for an even surface or for text: where a terminal has few colours the nearest are taken, never
    /// a pattern of several.
    public static let even = CellAttributes(rawValue: 32)
}

/// One column of one row: a glyph, its colours and how it is set.
///
/// A cell is *art*, two pixels one above the other, when its glyph is a half block or a space and it has no attribute
/// that shows.
public struct Cell: Hashable, Sendable {
    /// What stands in the cell.
    public var glyph: Glyph
    /// The glyph's colour.
    public var foreground: CellColor
    /// The colour behind it.
    public var background: CellColor
    /// How the glyph is set.
    public var attributes: CellAttributes

    /// A cell; by default a space in the terminal's own colours.
    @inlinable
    public init(
        _ glyph: Glyph = .space, foreground: CellColor = .terminalDefault, background: CellColor = .terminalDefault,
        attributes: CellAttributes = []
    ) {
        self.glyph = glyph
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// A cell that shows two pixels; the terminal's default stands for a pixel that shows nothing.
    ///
    /// Of the forms that look the same, always the same one is made, so that equal pixels are equal cells: a space
    /// for one colour, else the half block whose foreground is the larger value, so that two pixels and the same two
    /// upside down share their pair of colours. A default colour is never a foreground.
    @inlinable
    public init(top: CellColor, bottom: CellColor) {
        attributes = []
        if top == bottom {
            (glyph, foreground, background) = (.space, top, top)
        } else if bottom == .terminalDefault || (top != .terminalDefault && top.rawValue > bottom.rawValue) {
            (glyph, foreground, background) = (.upperHalf, top, bottom)
        } else {
            (glyph, foreground, background) = (.lowerHalf, bottom, top)
        }
    }

    /// The two pixels of a cell that is art, or nil for text.
    @inlinable public var pixels: (top: CellColor, bottom: CellColor)? {
        guard attributes.isSubset(of: .even) else { return nil }
        switch glyph {
        case .space: return (background, background)
        case .upperHalf: return (foreground, background)
        case .lowerHalf: return (background, foreground)
        default: return nil
        }
    }
}
