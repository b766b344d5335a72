import CPlatform

extension CellColor {
    /// The luminance relative to white, 0 to 1, as WCAG 2 defines it; `nil` for the terminal's default color.
    ///
    /// A palette entry has the color that it has in xterm.
    public var relativeLuminance: Float? {
        guard let rgb = rgb ?? paletteIndex.map(TerminalPalette.color) else { return nil }
        return 0.2126 * Self.linearLight[Int(rgb >> 16)] + 0.7152 * Self.linearLight[Int(rgb >> 8 & 0xFF)]
            + 0.0722 * Self.linearLight[Int(rgb & 0xFF)]
    }

    /// Returns the contrast ratio to another color by WCAG 2, from 1 to 21; `nil` if either is the terminal's default.
    public func contrast(with other: CellColor) -> Float? {
        guard let own = relativeLuminance, let other = other.relativeLuminance else { return nil }
        return Self.contrast(own, other)
    }

    /// Returns the contrast ratio of two luminances.
    @inline(__always)
    static func contrast(_ first: Float, _ second: Float) -> Float {
        (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// The linear light, 0 to 1, of each value of an sRGB channel.
    static let linearLight: [Float] = (0..<256).map { value in
        let channel = Float(value) / 255
        return channel <= 0.04045 ? channel / 12.92 : powf((channel + 0.055) / 1.055, 2.4)
    }

    /// Returns this color moved towards another one just as far as it needs for a contrast.
    ///
    /// - Parameters:
    ///   - end: The color to move towards; it must have the contrast itself.
    ///   - luminance: The luminance of the color to contrast with.
    ///   - contrast: The least contrast ratio.
    func moved(towards end: CellColor, from luminance: Float, contrast: Float) -> CellColor {
        var (low, high) = (0, 255)
        while low < high {
            let middle = (low + high) / 2
            let mixed = mixed(with: end, amount: UInt8(middle))
            if Self.contrast(mixed.relativeLuminance ?? 0, luminance) >= contrast {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return mixed(with: end, amount: UInt8(high))
    }
}

extension Glyph {
    /// The least contrast ratio of letters to what lies behind them.
    public static let letterContrast: Float = 4.5
    /// The least contrast ratio of lines and bars.
    public static let shapeContrast: Float = 3

    /// The least contrast ratio of this glyph to what lies behind it; `nil` for an empty one.
    ///
    /// Letters need 4.5 and parts of bars and charts 3, as WCAG 2 asks of text and of graphics.
    @inlinable public var requiredContrast: Float? {
        switch scalarValues.base {
        case 0, 0x20, 0xA0: nil
        // Lines, blocks, braille patterns, and the blocks of finer pictures.
        case 0x2500...0x259F, 0x2800...0x28FF, 0x1CC00...0x1CEBF, 0x1FB00...0x1FBFF: Self.shapeContrast
        default: Self.letterContrast
        }
    }
}
