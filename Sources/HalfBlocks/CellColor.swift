/// The colour of a cell's glyph or background: an exact 24-bit colour, an entry of the terminal's palette, or the
/// terminal's own default.
///
/// Painters ask for exact colours and the default; palette entries appear when a grid is adapted to a terminal
/// that has no exact colours.
public struct CellColor: Hashable, Sendable {
    /// `0x00RRGGBB` for an exact colour, `0x010000NN` for palette entry NN, `0xFF000000` for the default.
    @usableFromInline let rawValue: UInt32

    /// The colour as one word, for tables keyed by colours.
    @inlinable public var encoded: UInt32 { rawValue }

    /// The colour that ``encoded`` gave.
    @inlinable
    public init(encoded: UInt32) {
        rawValue = encoded
    }

    @inlinable
    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The colour the terminal uses when nothing is asked for.
    public static let terminalDefault = CellColor(rawValue: 0xFF00_0000)

    /// An exact colour of sRGB-encoded channels.
    @inlinable
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        rawValue = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// An exact colour written as `0xRRGGBB`; bits above the 24 lowest are ignored.
    @inlinable
    public init(_ rgb: UInt32) {
        rawValue = rgb & 0xFF_FFFF
    }

    /// Entry `index` of the terminal's palette.
    @inlinable
    public static func palette(_ index: UInt8) -> CellColor {
        CellColor(rawValue: 0x0100_0000 | UInt32(index))
    }

    /// `0xRRGGBB`, or nil where the colour is not an exact one.
    @inlinable public var rgb: UInt32? { rawValue < 0x0100_0000 ? rawValue : nil }

    /// The palette entry this colour names, or nil.
    @inlinable public var paletteIndex: UInt8? {
        rawValue >> 24 == 1 ? UInt8(truncatingIfNeeded: rawValue) : nil
    }

    /// This colour with `amount` (0 to 255) of `other` mixed in, per sRGB-encoded channel.
    ///
    /// A colour that is not exact has no channels to mix: the nearer of the two is taken whole.
    @inlinable
    public func mixed(with other: CellColor, amount: UInt8) -> CellColor {
        guard let from = rgb, let to = other.rgb else { return amount < 128 ? self : other }
        return CellColor(CellColor.blend(from, to, UInt32(amount)))
    }

    /// `from` and `to` mixed per byte, `amount` 0 to 255 of `to`, rounded to nearest.
    @inlinable
    static func blend(_ from: UInt32, _ to: UInt32, _ amount: UInt32) -> UInt32 {
        let keep = 255 - amount
        let outer = (from & 0xFF_00FF) &* keep &+ (to & 0xFF_00FF) &* amount &+ 0x80_0080
        let inner = (from >> 8 & 0xFF) &* keep &+ (to >> 8 & 0xFF) &* amount &+ 0x80
        // Exact division by 255 of two bytes at a time: (v + (v >> 8)) >> 8 after the rounding half was added.
        let outerBytes = (outer &+ (outer >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
        let innerByte = (inner &+ (inner >> 8)) >> 8 & 0xFF
        return outerBytes | innerByte << 8
    }

    /// The channel-wise mean of two exact colours; of others, the first exact one.
    @inlinable
    static func mean(_ first: CellColor, _ second: CellColor) -> CellColor {
        guard let one = first.rgb else { return second }
        guard let two = second.rgb else { return first }
        return CellColor((one & two) &+ ((one ^ two) & 0xFE_FEFE) >> 1)
    }
}
