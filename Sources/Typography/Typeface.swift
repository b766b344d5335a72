import CHarfBuzz
import VectorGraphics

/// FreeType, which all fonts that it opens must have left before it goes.
final class FontLibrary {
    fileprivate let handle: FT_Library

    /// Nil where memory is short.
    init?() {
        var handle: FT_Library?
        guard FT_Init_FreeType(&handle) == 0, let handle else { return nil }
        self.handle = handle
    }

    deinit { FT_Done_FreeType(handle) }
}

/// An open font: its outlines by FreeType, its rules of setting by HarfBuzz.
///
/// FreeType and HarfBuzz allow one thread at a time in a font; its owner sees to that.
final class Typeface {
    /// For HarfBuzz to set lines with; one em is `unit` in its numbers.
    let shaping: OpaquePointer
    private let face: FT_Face
    private let library: FontLibrary
    /// FreeType reads it while the font is open.
    private let bytes: UnsafeMutableBufferPointer<UInt8>?
    private let changes: Changes
    private var outlines: [UInt32: Path] = [:]
    private let perUnit: Double
    /// Outlines kept; a text needs some tens, a hostile one must not fill the memory.
    private static let mostOutlines = 4096

    /// What is done to outlines for want of a heavier or a leaning font.
    struct Changes: Hashable {
        var isHeavier = false
        var isLeaning = false
    }

    /// Opens a font in a file; nil where there is none that has outlines.
    convenience init?(_ library: FontLibrary, at location: FaceLocation, changes: Changes) {
        var face: FT_Face?
        guard FT_New_Face(library.handle, location.path, FT_Long(location.index), &face) == 0, let face else {
            return nil
        }
        self.init(face, of: library, bytes: nil, changes: changes)
    }

    /// Opens a font in memory; nil where the bytes are none that has outlines.
    convenience init?(_ library: FontLibrary, _ file: FontFile, changes: Changes) {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.bytes.count)
        _ = bytes.initialize(fromContentsOf: file.bytes)
        var face: FT_Face?
        guard FT_New_Memory_Face(library.handle, bytes.baseAddress, FT_Long(bytes.count), 0, &face) == 0, let face
        else {
            bytes.deallocate()
            return nil
        }
        self.init(face, of: library, bytes: bytes, changes: changes)
    }

    /// Owns `face` and `bytes` from here on, also where it fails.
    private init?(
        _ face: FT_Face, of library: FontLibrary, bytes: UnsafeMutableBufferPointer<UInt8>?, changes: Changes
    ) {
        // An em of as many pixels as the font has units, so that nothing is rounded.
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
        self.changes = changes
        self.shaping = shaping
        // FreeType counts in 64ths of a pixel.
        perUnit = 1 / (64 * Double(units))
    }

    deinit {
        hb_font_destroy(shaping)
        FT_Done_Face(face)
        bytes?.deallocate()
    }

    /// The names that the font gives itself.
    var names: (family: String, style: String) {
        func text(_ name: UnsafeMutablePointer<CChar>?) -> String { name.map { String(cString: $0) } ?? "" }
        return (text(face.pointee.family_name), text(face.pointee.style_name))
    }

    /// Whether the font says that its letters are heavy, or lean.
    var style: (isBold: Bool, isItalic: Bool) {
        (
            face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_BOLD) != 0,
            face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0
        )
    }

    /// HarfBuzz's numbers as shares of an em.
    func ems(_ number: hb_position_t) -> Double { Double(number) * perUnit }

    /// Whether the font has a glyph for this character.
    func has(_ scalar: Unicode.Scalar) -> Bool { FT_Get_Char_Index(face, FT_ULong(scalar.value)) != 0 }

    /// The outlines of a glyph for an em of 1; empty for blanks, pictures and broken glyphs.
    func outline(_ glyph: UInt32) -> Path {
        if let known = outlines[glyph] { return known }
        if outlines.count >= Self.mostOutlines { outlines.removeAll() }
        let outline = loadedOutline(glyph)
        outlines[glyph] = outline
        return outline
    }

    private func loadedOutline(_ glyph: UInt32) -> Path {
        guard FT_Load_Glyph(face, glyph, giftty_outline_flags) == 0, let slot = face.pointee.glyph,
            slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return Path() }
        // Browsers thicken by a 24th of an em, and lean by a quarter.
        if changes.isHeavier { FT_Outline_Embolden(&slot.pointee.outline, FT_Pos(1 / (24 * perUnit))) }
        if changes.isLeaning {
            var lean = FT_Matrix(xx: 0x10000, xy: 0x4000, yx: 0, yy: 0x10000)
            FT_Outline_Transform(&slot.pointee.outline, &lean)
        }
        return Path(slot.pointee.outline, perUnit: perUnit)
    }
}

extension Path {
    /// FreeType's outline, turned upside down: its y grows upwards.
    fileprivate init(_ outline: FT_Outline, perUnit: Double) {
        self.init()
        var outline = outline
        var pen = OutlinePen(perUnit: perUnit)
        var strokes = FT_Outline_Funcs(
            move_to: { point, pen in OutlinePen.with(pen, point) { $0.move(to: $1[0]) } },
            line_to: { point, pen in OutlinePen.with(pen, point) { $0.line(to: $1[0]) } },
            conic_to: { control, point, pen in OutlinePen.with(pen, control, point) { $0.curve($1[0], to: $1[1]) } },
            cubic_to: { first, second, point, pen in
                OutlinePen.with(pen, first, second, point) {
                    $0.path.curve(to: $1[2], control1: $1[0], control2: $1[1])
                }
            }, shift: 0, delta: 0)
        let failure = withUnsafeMutablePointer(to: &pen) { FT_Outline_Decompose(&outline, &strokes, $0) }
        guard failure == 0 else { return }
        pen.path.close()
        self = pen.path
    }
}

/// Draws a path as FreeType dictates it.
private struct OutlinePen {
    var path = Path()
    let perUnit: Double

    /// Takes a step with the points that FreeType hands over.
    static func with(
        _ pen: UnsafeMutableRawPointer?, _ points: UnsafePointer<FT_Vector>?...,
        step: (inout OutlinePen, [Point]) -> Void
    ) -> Int32 {
        guard let pen = pen?.assumingMemoryBound(to: OutlinePen.self) else { return 1 }
        let scale = pen.pointee.perUnit
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

    mutating func line(to point: Point) {
        path.line(to: point)
    }

    /// A curve of the second degree, which has one control point.
    mutating func curve(_ control: Point, to end: Point) {
        let start = path.points.last ?? end
        path.curve(
            to: end, control1: start + (control - start) * (2.0 / 3), control2: end + (control - end) * (2.0 / 3))
    }
}
