public import TerminalCells
public import Typography
public import VectorGraphics

/// A renderer that draws screens of cells as pixels: half-blocks as areas, lines and blocks without gaps between cells,
/// and letters in a monospaced font.
public final class CellRasterizer {
    /// The width of a cell, in pixels.
    public static let cellWidth = 8
    /// The height of a cell, in pixels.
    public static let cellHeight = 16
    private static let baseline = 12.0

    /// A glyph with the attributes that change its shape.
    private struct Key: Hashable {
        let glyph: Glyph
        let attributes: CellAttributes
    }

    private let fonts: any FontSource
    private let family: String
    /// The font size, in pixels, at which a letter is as wide as a cell.
    private let size: Double
    private let background: UInt32
    private let foreground: UInt32
    private let rasterizer = Rasterizer()
    /// The coverage of each pixel of a letter, from 0 to 255.
    private var letters: [Key: [UInt8]] = [:]

    /// Creates a renderer with a font, or returns `nil` if `fonts` has no usable letter.
    ///
    /// - Parameters:
    ///   - fonts: The source of fonts.
    ///   - family: The font family.
    ///   - background: The color of the terminal's default background, `0xRRGGBB`.
    ///   - foreground: The color of the terminal's default foreground, `0xRRGGBB`.
    public init?(
        fonts: any FontSource, family: String = "monospace", background: UInt32 = 0x0D1117,
        foreground: UInt32 = 0xD7DCE5
    ) {
        let sample = fonts.positionedGlyphs(for: ["M"], in: FontRequest(family: family), spacing: .plain)
        guard let advance = sample.first?.advance, advance > 0.1 else { return nil }
        self.fonts = fonts
        self.family = family
        size = Double(Self.cellWidth) / advance
        self.background = background
        self.foreground = foreground
    }

    /// Returns the opaque picture of a screen.
    public func picture(of grid: CellGrid) -> Pixmap {
        var picture = Pixmap(width: grid.columns * Self.cellWidth, height: grid.rows * Self.cellHeight)
        for row in 0..<grid.rows {
            for column in 0..<grid.columns { fill(grid[column, row], column, row, in: &picture) }
            // A letter may extend over the neighbouring cell, so all letters follow the backgrounds of their row.
            for column in 0..<grid.columns { write(grid[column, row], column, row, in: &picture) }
        }
        return picture
    }

    private func rgb(_ color: CellColor, default standard: UInt32) -> UInt32 { color.rgb ?? standard }

    private func fill(_ cell: Cell, _ column: Int, _ row: Int, in picture: inout Pixmap) {
        var (top, bottom) = cell.pixels ?? (cell.background, cell.background)
        var standard = background
        if cell.pixels == nil, cell.attributes.contains(.reverse) {
            (top, bottom, standard) = (cell.foreground, cell.foreground, foreground)
        }
        for (color, half) in [(top, 0), (bottom, 1)] {
            let pixel = Self.pixel(rgb(color, default: standard))
            let first = row * Self.cellHeight + half * Self.cellHeight / 2
            for y in first..<first + Self.cellHeight / 2 {
                let start = y * picture.width + column * Self.cellWidth
                for x in start..<start + Self.cellWidth { picture.pixels[x] = pixel }
            }
        }
    }

    private func write(_ cell: Cell, _ column: Int, _ row: Int, in picture: inout Pixmap) {
        let hasUnderline = cell.attributes.contains(.underline)
        guard cell.pixels == nil, cell.glyph != .continuation, cell.glyph != .space || hasUnderline else { return }
        let isReverse = cell.attributes.contains(.reverse)
        let ink = isReverse ? rgb(cell.background, default: background) : rgb(cell.foreground, default: foreground)
        let width = min(cell.glyph.columns, picture.width / Self.cellWidth - column) * Self.cellWidth
        let coverage = coverage(of: cell)
        let full = cell.glyph.columns * Self.cellWidth
        let strength: UInt32 = cell.attributes.contains(.dim) ? 150 : 255
        for y in 0..<Self.cellHeight {
            for x in 0..<width where coverage[y * full + x] > 0 {
                let place = (row * Self.cellHeight + y) * picture.width + column * Self.cellWidth + x
                let amount = UInt32(coverage[y * full + x]) * strength / 255
                picture.pixels[place] = PixelArithmetic.over(
                    PixelArithmetic.scaled(Self.pixel(ink), by: amount), picture.pixels[place])
            }
        }
    }

    private func coverage(of cell: Cell) -> [UInt8] {
        let key = Key(glyph: cell.glyph, attributes: cell.attributes.intersection([.bold, .italic, .underline]))
        if let known = letters[key] { return known }
        let width = cell.glyph.columns * Self.cellWidth
        var result = [UInt8](repeating: 0, count: width * Self.cellHeight)
        if let areas = BlockShape.areas(of: cell.glyph) {
            for area in areas {
                for y in area.y {
                    for x in area.x { result[y * width + x] = 255 }
                }
            }
        } else {
            drawLetter(key, width: width, into: &result)
        }
        if key.attributes.contains(.underline) {
            for x in 0..<width { result[(Int(Self.baseline) + 1) * width + x] = 255 }
        }
        letters[key] = result
        return result
    }

    private func drawLetter(_ key: Key, width: Int, into coverage: inout [UInt8]) {
        let request = FontRequest(
            family: family, weight: key.attributes.contains(.bold) ? 700 : 400,
            isItalic: key.attributes.contains(.italic))
        let line = fonts.positionedGlyphs(for: [key.glyph.description], in: request, spacing: .plain)
        let advance = line.reduce(0) { $0 + $1.advance } * size
        // A substitute font may have other widths: a letter too wide for its columns is condensed, one too narrow is
        // centred.
        let squeeze = advance > Double(width) ? Double(width) / advance : 1
        var x = (Double(width) - advance * squeeze) / 2
        rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: width, bottom: Self.cellHeight))
        for letter in line {
            rasterizer.fill(
                letter.outline,
                transform: AffineTransform(a: size * squeeze, b: 0, c: 0, d: size, tx: x, ty: Self.baseline))
            x += letter.advance * size * squeeze
        }
        var covered = Coverage()
        rasterizer.finish(.nonZero, into: &covered)
        for span in covered.spans {
            let start = Int(span.y) * width + Int(span.x)
            for place in start..<start + Int(span.length) { coverage[place] = span.coverage }
        }
    }

    private static func pixel(_ rgb: UInt32) -> UInt32 {
        0xFF00_0000 | (rgb & 0xFF) << 16 | rgb & 0xFF00 | rgb >> 16 & 0xFF
    }
}
