/// The color of a cell's glyph or background: a 24-bit color, a palette entry, or the terminal's default.
///
/// Drawing code uses 24-bit colors and the default. TerminalPalette entries result from adapting a grid to a terminal without
/// 24-bit colors.
public struct CellColor: Hashable, Sendable {
    /// `0x00RRGGBB` for a 24-bit color, `0x010000NN` for the palette entry NN, `0xFF000000` for the default.
    @usableFromInline let rawValue: UInt32

    /// The color as one word, for tables keyed by colors.
    @inlinable public var encoded: UInt32 { rawValue }

    /// Creates the color of an ``encoded`` word.
    @inlinable
    public init(encoded: UInt32) {
        rawValue = encoded
    }

    @inlinable
    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The terminal's default color.
    public static let terminalDefault = CellColor(rawValue: 0xFF00_0000)

    /// Creates a 24-bit color from sRGB-encoded channels.
    @inlinable
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        rawValue = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// Creates a 24-bit color from the form `0xRRGGBB`; bits above the lowest 24 are ignored.
    @inlinable
    public init(_ rgb: UInt32) {
        rawValue = rgb & 0xFF_FFFF
    }

    /// Returns the palette entry `index` of the terminal.
    @inlinable
    public static func palette(_ index: UInt8) -> CellColor {
        CellColor(rawValue: 0x0100_0000 | UInt32(index))
    }

    /// The color in the form `0xRRGGBB`, or nil if it is not a 24-bit color.
    @inlinable public var rgb: UInt32? { rawValue < 0x0100_0000 ? rawValue : nil }

    /// The index of the palette entry, or nil if the color is not one.
    @inlinable public var paletteIndex: UInt8? {
        rawValue >> 24 == 1 ? UInt8(truncatingIfNeeded: rawValue) : nil
    }

    /// Returns this color mixed with `amount` (0 to 255) of another, in sRGB-encoded channels.
    ///
    /// If either is not a 24-bit color, the result is one of the two: `other` from 128 on.
    @inlinable
    public func mixed(with other: CellColor, amount: UInt8) -> CellColor {
        guard let from = rgb, let to = other.rgb else { return amount < 128 ? self : other }
        return CellColor(CellColor.blend(from, to, UInt32(amount)))
    }

    /// Returns the mix of two colors with `amount` (0 to 255) of `to`, each channel rounded to nearest.
    @inlinable
    static func blend(_ from: UInt32, _ to: UInt32, _ amount: UInt32) -> UInt32 {
        let keep = 255 - amount
        let outer = (from & 0xFF_00FF) &* keep &+ (to & 0xFF_00FF) &* amount &+ 0x80_0080
        let inner = (from >> 8 & 0xFF) &* keep &+ (to >> 8 & 0xFF) &* amount &+ 0x80
        // An exact division of two bytes at a time by 255: (v + (v >> 8)) >> 8, after adding one half for rounding.
        let outerBytes = (outer &+ (outer >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
        let innerByte = (inner &+ (inner >> 8)) >> 8 & 0xFF
        return outerBytes | innerByte << 8
    }

    /// Returns the mean of two 24-bit colors; if one of them is not a 24-bit color, the result is the other.
    @inlinable
    static func mean(_ first: CellColor, _ second: CellColor) -> CellColor {
        guard let one = first.rgb else { return second }
        guard let two = second.rgb else { return first }
        return CellColor((one & two) &+ ((one ^ two) & 0xFE_FEFE) >> 1)
    }
}
