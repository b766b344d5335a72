extension CellColor {
    /// Which of a cell's two colours is meant.
    public enum Place: Sendable {
        case foreground, background
    }

    /// Appends the parameters that choose this colour in a "select graphic rendition" sequence, without `ESC [` and `m`.
    ///
    /// Palette entries below 16 are written as the numbers that also terminals without 256 colours know.
    /// - SeeAlso: ECMA-48, 8.3.117; ITU-T T.416 for exact colours, written with semicolons as every terminal reads them.
    public func appendParameters(_ place: Place, to output: inout [UInt8]) {
        let isForeground = place == .foreground
        if let rgb {
            output.append(contentsOf: isForeground ? Self.exactForeground : Self.exactBackground)
            output.appendDecimal(UInt8(rgb >> 16))
            output.append(UInt8(ascii: ";"))
            output.appendDecimal(UInt8(rgb >> 8 & 0xFF))
            output.append(UInt8(ascii: ";"))
            output.appendDecimal(UInt8(rgb & 0xFF))
        } else if let index = paletteIndex {
            switch index {
            case 0..<8: output.appendDecimal((isForeground ? 30 : 40) + index)
            case 8..<16: output.appendDecimal((isForeground ? 90 : 100) + index - 8)
            default:
                output.append(contentsOf: isForeground ? Self.indexedForeground : Self.indexedBackground)
                output.appendDecimal(index)
            }
        } else {
            output.appendDecimal(isForeground ? 39 : 49)
        }
    }

    private static let exactForeground = Array("38;2;".utf8)
    private static let exactBackground = Array("48;2;".utf8)
    private static let indexedForeground = Array("38;5;".utf8)
    private static let indexedBackground = Array("48;5;".utf8)
}

extension [UInt8] {
    /// Appends a number in decimal digits.
    @inline(__always)
    mutating func appendDecimal(_ value: UInt8) {
        if value >= 100 { append(0x30 + value / 100) }
        if value >= 10 { append(0x30 + value / 10 % 10) }
        append(0x30 + value % 10)
    }
}
