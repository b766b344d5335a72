import CHarfBuzz
import VectorGraphics

/// The FreeType library, which must outlive all fonts that it opens.
final class FontLibrary {
    fileprivate let handle: FT_Library

    /// Initialises FreeType; fails if memory is exhausted.
    init?() {
        var handle: FT_Library?
        guard FT_Init_FreeType(&handle) == 0, let handle else { return nil }
        self.handle = handle
    }

    deinit { FT_Done_FreeType(handle) }
}

/// An open font: FreeType provides its outlines, HarfBuzz shapes its text.
///
/// FreeType and HarfBuzz permit only one thread at a time per font; the owner has to ensure this.
final class Typeface {
    /// The HarfBuzz font. `ems(_:)` converts its units.
    let harfBuzzFont: OpaquePointer
    private let face: FT_Face
    private let library: FontLibrary
    /// The bytes of a font in memory, owned by this object; FreeType reads them while the font is open.
    private let bytes: UnsafeMutableBufferPointer<UInt8>?
    private let syntheticStyle: SyntheticStyle
    private var outlines: [UInt32: Path] = [:]
    private let emsPerUnit: Double
    /// The greatest number of cached outlines. A text needs some tens, and a hostile one must not exhaust the memory.
    private static let maxCachedOutlines = 4096

    /// The synthetic changes of outlines that replace a missing bold or italic face.
    struct SyntheticStyle: Hashable {
        var isEmboldened = false
        var isSlanted = false
    }

    /// Opens a font in a file; fails if there is no font with outlines.
    convenience init?(_ library: FontLibrary, at location: FaceLocation, syntheticStyle: SyntheticStyle) {
        var face: FT_Face?
        guard FT_New_Face(library.handle, location.path, FT_Long(location.index), &face) == 0, let face else {
            return nil
        }
        self.init(face, of: library, bytes: nil, syntheticStyle: syntheticStyle)
    }

    /// Opens a font in memory; fails if the bytes are not a font with outlines.
    convenience init?(_ library: FontLibrary, _ file: FontFile, syntheticStyle: SyntheticStyle) {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.bytes.count)
        _ = bytes.initialize(fromContentsOf: file.bytes)
        var face: FT_Face?
        guard FT_New_Memory_Face(library.handle, bytes.baseAddress, FT_Long(bytes.count), 0, &face) == 0, let face
        else {
            bytes.deallocate()
            return nil
        }
        self.init(face, of: library, bytes: bytes, syntheticStyle: syntheticStyle)
    }

    /// Takes ownership of `face` and `bytes`, also if it fails.
    private init?(
        _ face: FT_Face, of library: FontLibrary, bytes: UnsafeMutableBufferPointer<UInt8>?,
        syntheticStyle: SyntheticStyle
    ) {
        // One em has as many pixels as the font has units, so that nothing is rounded.
        let units = max(16, min(16384, UInt32(face.pointee.units_per_EM)))
        guard giftty_is_scalable(face) != 0, FT_Set_Pixel_Sizes(face, units, units) == 0,
            let shaping = hb_ft_font_create_referenced(face)
        else {
            FT_Done_Face(face)
            bytes?.deallocate()
            return nil
        }
        hb_ft_font_set_load_flags(shaping, giftty_outline_flags)
        self.face = face
        self.library = library
        self.bytes = bytes
        self.syntheticStyle = syntheticStyle
        self.harfBuzzFont = shaping
        // FreeType's unit is 1/64 of a pixel.
        emsPerUnit = 1 / (64 * Double(units))
    }

    deinit {
        hb_font_destroy(harfBuzzFont)
        FT_Done_Face(face)
        bytes?.deallocate()
    }

    /// The names in the font file.
    var names: (family: String, style: String) {
        func text(_ name: UnsafeMutablePointer<CChar>?) -> String { name.map { String(cString: $0) } ?? "" }
        return (text(face.pointee.family_name), text(face.pointee.style_name))
    }

    /// Whether the font declares itself bold or italic.
    var style: (isBold: Bool, isItalic: Bool) {
        (
            face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_BOLD) != 0,
            face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0
        )
    }

    /// Converts a length from HarfBuzz's units to ems.
    func ems(_ number: hb_position_t) -> Double { Double(number) * emsPerUnit }

    /// Returns whether the font has a glyph for the character.
    func hasGlyph(for scalar: Unicode.Scalar) -> Bool { FT_Get_Char_Index(face, FT_ULong(scalar.value)) != 0 }

    /// Returns the outline of a glyph at one em; empty for spaces, bitmap glyphs and invalid glyphs.
    func outline(_ glyph: UInt32) -> Path {
        if let known = outlines[glyph] { return known }
        if outlines.count >= Self.maxCachedOutlines { outlines.removeAll() }
        let outline = loadOutline(glyph)
        outlines[glyph] = outline
        return outline
    }

    private func loadOutline(_ glyph: UInt32) -> Path {
        guard FT_Load_Glyph(face, glyph, giftty_outline_flags) == 0, let slot = face.pointee.glyph,
            slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return Path() }
        // Browsers embolden by 1/24 em, and slant by a quarter of the height.
        if syntheticStyle.isEmboldened { FT_Outline_Embolden(&slot.pointee.outline, FT_Pos(1 / (24 * emsPerUnit))) }
        if syntheticStyle.isSlanted {
            var lean = FT_Matrix(xx: 0x10000, xy: 0x4000, yx: 0, yy: 0x10000)
            FT_Outline_Transform(&slot.pointee.outline, &lean)
        }
        return Path(slot.pointee.outline, perUnit: emsPerUnit)
    }
}

extension Path {
    /// Creates a path from a FreeType outline and flips it vertically, because FreeType's y axis points up.
    fileprivate init(_ outline: FT_Outline, perUnit: Double) {
        self.init()
        var outline = outline
        var pen = OutlinePen(emsPerUnit: perUnit)
        var strokes = FT_Outline_Funcs(
            move_to: { point, pen in OutlinePen.with(pen, point) { $0.move(to: $1[0]) } },
            line_to: { point, pen in OutlinePen.with(pen, point) { $0.addLine(to: $1[0]) } },
            conic_to: { control, point, pen in OutlinePen.with(pen, control, point) { $0.addCurve($1[0], to: $1[1]) } },
            cubic_to: { first, second, point, pen in
                OutlinePen.with(pen, first, second, point) {
                    $0.path.addCurve(to: $1[2], control1: $1[0], control2: $1[1])
                }
            }, shift: 0, delta: 0)
        let failure = withUnsafeMutablePointer(to: &pen) { FT_Outline_Decompose(&outline, &strokes, $0) }
        guard failure == 0 else { return }
        pen.path.close()
        self = pen.path
    }
}

/// A pen that builds a path from the callbacks of `FT_Outline_Decompose`.
private struct OutlinePen {
    var path = Path()
    let emsPerUnit: Double

    /// Performs a drawing step with the points that FreeType passes.
    static func with(
        _ pen: UnsafeMutableRawPointer?, _ points: UnsafePointer<FT_Vector>?...,
        step: (inout OutlinePen, [Point]) -> Void
    ) -> Int32 {
        // This is the address that was passed to `FT_Outline_Decompose`, which calls back before it returns; nothing
        // else uses the pen in the meantime.
        guard let pen = pen?.assumingMemoryBound(to: OutlinePen.self) else { return 1 }
        let scale = pen.pointee.emsPerUnit
        step(
            &pen.pointee,
            points.map { point in
                guard let point = point?.pointee else { return Point(0, 0) }
                return Point(Float(Double(point.x) * scale), Float(-Double(point.y) * scale))
            })
        return 0
    }

    mutating func move(to point: Point) {
        path.close()
        path.move(to: point)
    }

    mutating func addLine(to point: Point) {
        path.addLine(to: point)
    }

    /// Appends a quadratic curve, which has one control point.
    mutating func addCurve(_ control: Point, to end: Point) {
        let start = path.points.last ?? end
        path.addCurve(
            to: end, control1: start + (control - start) * (2.0 / 3), control2: end + (control - end) * (2.0 / 3))
    }
}
