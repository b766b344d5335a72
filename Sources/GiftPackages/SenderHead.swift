public import Lottie
public import Typography
public import VectorGraphics

/// The head of somebody who sends gifts: a disc in the colour of the name, with the initials on it.
public struct SenderHead: Sendable, Hashable {
    /// The name.
    public let name: String

    /// The head of `name`.
    public init(name: String) { self.name = name }

    /// The name's colour: always the same for the same name, and bright, as it stands on a dark stage.
    public var color: Color {
        var hash: UInt32 = 2_166_136_261
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Self.colors[Int(hash % UInt32(Self.colors.count))]
    }

    /// The same colours, in the same order, as names have in the chat.
    private static let colors: [Color] = [
        0x7FD1FF, 0xA5E8A0, 0xFFB3C7, 0xD6B4FF, 0xFFD59E, 0x8FE3D9, 0xF2A0E8, 0xB9C8FF,
    ].map { (rgb: UInt32) in
        Color(Float(rgb >> 16) / 255, Float(rgb >> 8 & 255) / 255, Float(rgb & 255) / 255, 1)
    }

    /// The first letters of the first and the last word, as capitals and as in the chat; a name of one word has one.
    public var initials: String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let ends = words.count > 1 ? [words.first, words.last] : [words.first]
        return ends.compactMap { $0?.first?.uppercased() }.joined()
    }

    /// Most pixels on a side: more than a picture in a terminal has.
    public static let largestSide = 512

    /// The head as a picture, transparent around the disc; without initials where no font has them.
    /// - Parameters:
    ///   - side: pixels on each side, held within 1 and `largestSide`.
    ///   - fonts: what the initials are set in.
    public func picture(side: Int = 128, fonts: any FontSource = SystemFonts.installed) -> Pixmap {
        let side = max(1, min(Self.largestSide, side))
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
        // A quarter circle's handles, in radii.
        let handle: Float = 0.5523 / 2
        var path = Path()
        path.move(to: Point(0.5, 0))
        path.curve(to: Point(1, 0.5), control1: Point(0.5 + handle, 0), control2: Point(1, 0.5 - handle))
        path.curve(to: Point(0.5, 1), control1: Point(1, 0.5 + handle), control2: Point(0.5 + handle, 1))
        path.curve(to: Point(0, 0.5), control1: Point(0.5 - handle, 1), control2: Point(0, 0.5 + handle))
        path.curve(to: Point(0.5, 0), control1: Point(0, 0.5 - handle), control2: Point(0.5 - handle, 0))
        path.close()
        return path
    }()

    /// The initials in the unit square, in the middle.
    private func letters(_ fonts: any FontSource) -> Path {
        let request = FontRequest(name: "sans-serif", family: "sans-serif", weight: 700)
        let line = fonts.line(of: initials.map { String($0) }, in: request, fit: .kerned)
        let size = initials.count > 1 ? 0.42 : 0.55
        let width = line.reduce(0) { $0 + $1.advance } * size
        // Capitals are about 0.72 of the size high.
        var place = AffineTransform(a: size, b: 0, c: 0, d: size, tx: 0.5 - width / 2, ty: 0.5 + 0.36 * size)
        var path = Path()
        for letter in line where !letter.isMissing {
            path.append(letter.outline, transform: place)
            place.tx += letter.advance * size
        }
        return path
    }
}
