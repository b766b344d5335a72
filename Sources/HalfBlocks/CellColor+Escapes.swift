extension CellColor {
    /// Which of a cell's two colours is meant.
    public enum Place: Sendable {
        case foreground, background
    }

    /// The most bytes that ``writeParameters(_:to:)`` writes.
    public static let longestParameters = 16

    /// Writes the parameters that choose this colour in a "select graphic rendition" sequence, without `ESC [` and `m`.
    ///
    /// Palette entries below 16 are written as the numbers that also terminals without 256 colours know.
    /// - Parameters:
    ///   - place: Which of the two colours this is to be.
    ///   - output: Room for ``longestParameters`` bytes.
    /// - Returns: How many bytes were written.
    /// - SeeAlso: ECMA-48, 8.3.117; ITU-T T.416 for exact colours, written with semicolons as every terminal reads them.
    public func writeParameters(_ place: Place, to output: UnsafeMutablePointer<UInt8>) -> Int {
        let base: UInt8 = place == .foreground ? 30 : 40
        var end = output
        if let rgb {
            end.write(decimal: base + 8)
            end.write(enclosed: 2)
            end.write(decimal: UInt8(truncatingIfNeeded: rgb >> 16))
            end.write(UInt8(ascii: ";"))
            end.write(decimal: UInt8(truncatingIfNeeded: rgb >> 8))
            end.write(UInt8(ascii: ";"))
            end.write(decimal: UInt8(truncatingIfNeeded: rgb))
        } else if let index = paletteIndex {
            switch index {
            case 0..<8: end.write(decimal: base + index)
            case 8..<16: end.write(decimal: base + 60 + index - 8)
            default:
                end.write(decimal: base + 8)
                end.write(enclosed: 5)
                end.write(decimal: index)
            }
        } else {
            end.write(decimal: base + 9)
        }
        return end - output
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Writes a byte and moves behind it.
    @inline(__always)
    fileprivate mutating func write(_ byte: UInt8) {
        pointee = byte
        self += 1
    }

    /// Writes a digit between semicolons and moves behind them.
    @inline(__always)
    fileprivate mutating func write(enclosed digit: UInt8) {
        write(UInt8(ascii: ";"))
        write(0x30 + digit)
        write(UInt8(ascii: ";"))
    }

    /// Writes a number in decimal digits and moves behind it.
    @inline(__always)
    fileprivate mutating func write(decimal value: UInt8) {
        if value >= 100 { write(0x30 + value / 100) }
        if value >= 10 { write(0x30 + value / 10 % 10) }
        write(0x30 + value % 10)
    }
}
