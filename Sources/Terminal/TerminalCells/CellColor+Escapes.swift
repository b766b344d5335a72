extension CellColor {
    /// One of a cell's two colors.
    public enum Role: Sendable {
        case foreground, background
    }

    /// The largest number of bytes that ``writeParameters(_:to:)`` writes.
    public static let maxParameterLength = 16

    /// Writes the parameters of an SGR ("select graphic rendition") sequence for this color, without `ESC [` and `m`.
    ///
    /// TerminalPalette entries below 16 use the numbers that terminals without 256 colors also know.
    ///
    /// - Parameters:
    ///   - place: The color of the cell to set.
    ///   - output: Memory for ``maxParameterLength`` bytes; `38;2;255;255;255` is the longest output.
    /// - Returns: The number of written bytes.
    /// - SeeAlso: ECMA-48, 8.3.117; ITU-T T.416 for 24-bit colors, written with semicolons, which every terminal
    ///   accepts.
    public func writeParameters(_ place: Role, to output: UnsafeMutablePointer<UInt8>) -> Int {
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
    /// Writes a byte and advances past it.
    @inline(__always)
    fileprivate mutating func write(_ byte: UInt8) {
        pointee = byte
        self += 1
    }

    /// Writes a digit between semicolons and advances past them.
    @inline(__always)
    fileprivate mutating func write(enclosed digit: UInt8) {
        write(UInt8(ascii: ";"))
        write(0x30 + digit)
        write(UInt8(ascii: ";"))
    }

    /// Writes a decimal number and advances past it.
    @inline(__always)
    fileprivate mutating func write(decimal value: UInt8) {
        if value >= 100 { write(0x30 + value / 100) }
        if value >= 10 { write(0x30 + value / 10 % 10) }
        write(0x30 + value % 10)
    }
}
