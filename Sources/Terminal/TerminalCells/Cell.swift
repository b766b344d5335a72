/// The attributes of a cell's text, apart from its colors.
public struct CellAttributes: OptionSet, Hashable, Sendable {
    /// The attributes, one bit each.
    public let rawValue: UInt8

    /// Creates a set of attributes from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Bold text, or a brighter color on terminals without bold.
    public static let bold = CellAttributes(rawValue: 1)
    /// Dim text.
    public static let dim = CellAttributes(rawValue: 2)
    /// Italic text.
    public static let italic = CellAttributes(rawValue: 4)
    /// Underlined text.
    public static let underline = CellAttributes(rawValue: 8)
    /// Exchanged foreground and background, which mark a selection without color.
    public static let reverse = CellAttributes(rawValue: 16)
    /// A flat surface or text: a terminal with few colors shows the nearest color and does not dither.
    public static let undithered = CellAttributes(rawValue: 32)
    /// The chosen line of a list: a terminal without colors shows it in reverse, and one with 16 colors in the two that
    /// differ most.
    public static let selected = CellAttributes(rawValue: 64)
    /// A picture behind text: a terminal with few colors shows one flat color, and without colors a space.
    public static let veiled = CellAttributes(rawValue: 128)

    /// The attributes that say how to adapt a cell to a terminal; none of them is visible by itself.
    public static let hints: CellAttributes = [.undithered, .selected, .veiled]
}

/// One column of one row: a glyph, its colors and its attributes.
///
/// A cell is *art*, two pixels one above the other, if its glyph is a half block or a space and it has no visible
/// attribute.
public struct Cell: Hashable, Sendable {
    /// The glyph.
    public var glyph: Glyph
    /// The color of the glyph.
    public var foreground: CellColor
    /// The color behind the glyph.
    public var background: CellColor
    /// The attributes.
    public var attributes: CellAttributes

    /// Creates a cell; by default a space in the terminal's default colors.
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

    /// Creates a cell that shows two pixels; the terminal's default color stands for a transparent pixel.
    ///
    /// Of several forms that look the same, the initialiser always chooses the same one, so that equal pixels give
    /// equal cells. It uses a space for one color, and otherwise the half block whose foreground has the larger raw
    /// value, so that two pixels and the same two in reverse order share their color pair. A default color is never the
    /// foreground.
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

    /// The two pixels of an art cell, or nil for text.
    @inlinable public var pixels: (top: CellColor, bottom: CellColor)? {
        guard attributes.isSubset(of: .hints) else { return nil }
        switch glyph {
        case .space: return (background, background)
        case .upperHalf: return (foreground, background)
        case .lowerHalf: return (background, foreground)
        default: return nil
        }
    }
}
