/// The content of a cell: a character with up to two combining marks, and its width in columns.
///
/// Three scalars of 21 bits fit in one word, which avoids allocations in grids. Further marks are left out.
public struct Glyph: Hashable, Sendable {
    /// The base in bits 0–20, marks in bits 21–41 and 42–62, and bit 63 for a wide glyph; 0 for the right half of a
    /// wide glyph.
    @usableFromInline let bits: UInt64

    @inlinable
    init(bits: UInt64) {
        self.bits = bits
    }

    /// Creates a glyph of one scalar.
    ///
    /// A scalar of width 0, such as a control character, becomes a space.
    public init(_ scalar: Unicode.Scalar) {
        switch DisplayWidth.columns(of: scalar) {
        case 0: bits = 0x20
        case 1: bits = UInt64(scalar.value)
        default: bits = UInt64(scalar.value) | Glyph.wideBit
        }
    }

    @usableFromInline static let wideBit: UInt64 = 1 << 63

    /// The space, an empty column.
    @inlinable public static var space: Glyph { Glyph(bits: 0x20) }
    /// The upper half of the cell in the foreground color.
    @inlinable public static var upperHalf: Glyph { Glyph(bits: 0x2580) }
    /// The lower half of the cell in the foreground color.
    @inlinable public static var lowerHalf: Glyph { Glyph(bits: 0x2584) }
    /// The right half of a wide glyph, which its left neighbour draws.
    @inlinable public static var continuation: Glyph { Glyph(bits: 0) }

    /// The number of columns: 1 or 2, and 0 for the right half of a wide glyph.
    @inlinable public var columns: Int { bits == 0 ? 0 : bits & Glyph.wideBit == 0 ? 1 : 2 }

    /// The scalars, beginning with the base; 0 for missing ones.
    @inlinable public var scalarValues: (base: UInt32, firstMark: UInt32, secondMark: UInt32) {
        (UInt32(bits & 0x1F_FFFF), UInt32(bits >> 21 & 0x1F_FFFF), UInt32(bits >> 42 & 0x1F_FFFF))
    }

    /// Returns this glyph with another combining mark, or unchanged if it already has two.
    func adding(mark: Unicode.Scalar) -> Glyph {
        let value = UInt64(mark.value)
        if bits >> 21 & 0x1F_FFFF == 0 { return Glyph(bits: bits | value << 21) }
        if bits >> 42 & 0x1F_FFFF == 0 { return Glyph(bits: bits | value << 42) }
        return self
    }
}

extension Glyph: CustomStringConvertible {
    /// The text of the glyph; empty for the right half of a wide glyph.
    public var description: String {
        var text = String.UnicodeScalarView()
        let values = scalarValues
        for value in [values.base, values.firstMark, values.secondMark] where value != 0 {
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return String(text)
    }
}
