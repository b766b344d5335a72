/// What stands in a cell: a character with up to two combining marks, and the columns it takes.
///
/// Three scalars of 21 bits fit a word, which keeps grids flat. Marks beyond the second are left out.
public struct Glyph: Hashable, Sendable {
    /// Base in bits 0–20, marks in 21–41 and 42–62, bit 63 set when wide; 0 for the right half of a wide glyph.
    @usableFromInline let bits: UInt64

    @inlinable
    init(bits: UInt64) {
        self.bits = bits
    }

    /// A glyph of one scalar.
    ///
    /// A scalar that takes no column of its own, such as a control character, becomes a space.
    public init(_ scalar: Unicode.Scalar) {
        switch DisplayWidth.columns(of: scalar) {
        case 0: bits = 0x20
        case 1: bits = UInt64(scalar.value)
        default: bits = UInt64(scalar.value) | Glyph.wideBit
        }
    }

    @usableFromInline static let wideBit: UInt64 = 1 << 63

    /// An empty column.
    @inlinable public static var space: Glyph { Glyph(bits: 0x20) }
    /// The upper half of the cell in the foreground colour.
    @inlinable public static var upperHalf: Glyph { Glyph(bits: 0x2580) }
    /// The lower half of the cell in the foreground colour.
    @inlinable public static var lowerHalf: Glyph { Glyph(bits: 0x2584) }
    /// The right half of a wide glyph, which its left neighbour draws.
    @inlinable public static var continuation: Glyph { Glyph(bits: 0) }

    /// Columns taken: 1 or 2, and 0 for the right half of a wide glyph.
    @inlinable public var columns: Int { bits == 0 ? 0 : bits & Glyph.wideBit == 0 ? 1 : 2 }

    /// The scalars in order, base first; 0 where there is none.
    @inlinable public var scalarValues: (base: UInt32, firstMark: UInt32, secondMark: UInt32) {
        (UInt32(bits & 0x1F_FFFF), UInt32(bits >> 21 & 0x1F_FFFF), UInt32(bits >> 42 & 0x1F_FFFF))
    }

    /// This glyph with a combining mark added, or unchanged when it holds two already.
    func adding(mark: Unicode.Scalar) -> Glyph {
        let value = UInt64(mark.value)
        if bits >> 21 & 0x1F_FFFF == 0 { return Glyph(bits: bits | value << 21) }
        if bits >> 42 & 0x1F_FFFF == 0 { return Glyph(bits: bits | value << 42) }
        return self
    }
}

extension Glyph: CustomStringConvertible {
    /// The glyph's text; empty for the right half of a wide one.
    public var description: String {
        var text = String.UnicodeScalarView()
        let values = scalarValues
        for value in [values.base, values.firstMark, values.secondMark] where value != 0 {
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return String(text)
    }
}
