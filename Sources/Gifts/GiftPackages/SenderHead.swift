public import LottieDocument
import NameColors
public import Typography
public import VectorGraphics

/// The head of a sender: a disc in the color of the name, with the initials.
public struct SenderHead: Sendable, Hashable {
    /// The sender's name.
    public let name: String

    /// Creates the head for `name`.
    public init(name: String) { self.name = name }

    /// The color of the name: always the same for a name, and bright, for a dark stage.
    public var color: Color {
        let rgb = NameColors.onDark[NameColors.index(of: name)]
        return Color(Float(rgb >> 16) / 255, Float(rgb >> 8 & 255) / 255, Float(rgb & 255) / 255, 1)
    }

    /// The first letters of the first and the last word in upper case, as in the chat; one letter for a name of one
    /// word.
    public var initials: String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let ends = words.count > 1 ? [words.first, words.last] : [words.first]
        return ends.compactMap { $0?.first?.uppercased() }.joined()
    }

    /// The largest side, in pixels: more than a picture in a terminal has.
    public static let maxSide = 512

    /// Returns the head as a picture, transparent around the disc.
    ///
    /// Initials without a glyph in any font are left out.
    ///
    /// - Parameters:
    ///   - side: The side in pixels, clamped to the range from 1 to `maxSide`.
    ///   - fonts: The fonts for the initials.
    public func picture(side: Int = 128, fonts: any FontSource = SystemFonts.installed) -> Pixmap {
        let side = max(1, min(Self.maxSide, side))
        var pixmap = Pixmap(width: side, height: side)
        let canvas = PixelRect(left: 0, top: 0, right: side, bottom: side)
        let scale = AffineTransform.scale(x: Double(side), y: Double(side))
        let paths = [(Self.disc, color), (letters(fonts), Color(0.04, 0.055, 0.1, 1))]
        let rasterizer = Rasterizer()
        var coverage = Coverage()
        pixmap.withSurface { surface in
            for (path, color) in paths {
                rasterizer.begin(clip: canvas)
                rasterizer.fill(path, transform: scale)
                rasterizer.finish(.nonZero, into: &coverage)
                let pixel = PixelArithmetic.pixel(
                    red: Double(color.x), green: Double(color.y), blue: Double(color.z), alpha: 1)
                surface.fill(coverage, with: .color(pixel), opacity: 255, mask: nil)
            }
        }
        return pixmap
    }

    /// A disc in the unit square.
    private static let disc: Path = {
        // The control point distance for a quarter circle is 0.5523 radii; the radius is 0.5.
        let handle: Float = 0.5523 / 2
        var path = Path()
        path.move(to: Point(0.5, 0))
        path.addCurve(to: Point(1, 0.5), control1: Point(0.5 + handle, 0), control2: Point(1, 0.5 - handle))
        path.addCurve(to: Point(0.5, 1), control1: Point(1, 0.5 + handle), control2: Point(0.5 + handle, 1))
        path.addCurve(to: Point(0, 0.5), control1: Point(0.5 - handle, 1), control2: Point(0, 0.5 + handle))
        path.addCurve(to: Point(0.5, 0), control1: Point(0, 0.5 - handle), control2: Point(0.5 - handle, 0))
        path.close()
        return path
    }()

    /// Returns the outlines of the initials, centred in the unit square.
    private func letters(_ fonts: any FontSource) -> Path {
        let request = FontRequest(name: "sans-serif", family: "sans-serif", weight: 700)
        let line = fonts.positionedGlyphs(for: initials.map { String($0) }, in: request, spacing: .kerning)
        let size = initials.count > 1 ? 0.42 : 0.55
        let width = line.reduce(0) { $0 + $1.advance } * size
        // Capitals are about 0.72 em high, so this baseline centres them.
        var place = AffineTransform(a: size, b: 0, c: 0, d: size, tx: 0.5 - width / 2, ty: 0.5 + 0.36 * size)
        var path = Path()
        for letter in line where !letter.isMissing {
            path.append(letter.outline, transform: place)
            place.tx += letter.advance * size
        }
        return path
    }
}
