import LottieDocument
import LottieRenderer
import Typography
import VectorGraphics

/// A drawn frame.
struct Frame: Equatable {
    let pixmap: Pixmap

    /// Draws a frame of a document.
    ///
    /// - Parameters:
    ///   - document: The document to draw.
    ///   - frame: The frame's number.
    ///   - width: The width of the picture in pixels; by default one pixel per unit.
    ///   - height: The height of the picture in pixels; by default one pixel per unit.
    ///   - compatibility: The player to imitate.
    ///   - fonts: The fonts; by default there are none.
    init(
        _ document: JSON, at frame: Double = 0, width: Int? = nil, height: Int? = nil,
        compatibility: RenderingCompatibility = .lottieWeb,
        fonts: any FontSource = SquareFont(characters: [])
    ) throws {
        let composition = try Composition(document)
        let width = width ?? Int(composition.width)
        let height = height ?? Int(composition.height)
        var pixmap = Pixmap(width: width, height: height)
        AnimationRenderer(composition, width: width, height: height, compatibility: compatibility, fonts: fonts)
            .draw(frame: frame, into: &pixmap)
        self.pixmap = pixmap
    }

    /// Creates a frame from a picture that is already drawn.
    init(_ pixmap: Pixmap) { self.pixmap = pixmap }

    subscript(x: Int, y: Int) -> UInt32 { pixmap[x, y] }

    /// Returns the opacities of a row's pixels, each from 0 to 255.
    func alphas(row y: Int) -> [Int] { (0..<pixmap.width).map { Int(pixmap[$0, y] >> 24) } }

    /// Returns whether a row has these opacities, with a tolerance of one step of 255 for rounding.
    func hasAlphas(_ expected: [Int], row y: Int = 0) -> Bool {
        let found = alphas(row: y)
        return found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }
    }

    /// Returns whether the frame has these pixels, with a tolerance of one step of 255 in each channel.
    func hasPixels(_ expected: [UInt32]) -> Bool {
        pixmap.pixels.count == expected.count && zip(pixmap.pixels, expected).allSatisfy { $0.isNear($1) }
    }

    /// The painted area in pixels; a half-covered pixel counts as a half.
    var area: Double { Double(pixmap.pixels.reduce(0) { $0 + Int($1 >> 24) }) / 255 }

    /// The rows as letters: R, G, B, W and K for pure colors, a dot for a transparent pixel and a question mark for any
    /// other.
    var rows: [String] {
        (0..<pixmap.height).map { y in String((0..<pixmap.width).map { Self.letter(pixmap[$0, y]) }) }
    }

    private static func letter(_ pixel: UInt32) -> Character {
        switch pixel {
        case 0: "."
        case 0xFF00_00FF: "R"
        case 0xFF00_FF00: "G"
        case 0xFFFF_0000: "B"
        case 0xFFFF_FFFF: "W"
        case 0xFF00_0000: "K"
        default: "?"
        }
    }

    /// Returns the centre of the pixels in a channel (0 red, 1 green, 2 blue), weighted by the channel's values.
    func centre(ofChannel channel: UInt32) -> (x: Double, y: Double) {
        var sum = SIMD3<Double>.zero
        for y in 0..<pixmap.height {
            for x in 0..<pixmap.width {
                let weight = Double(pixmap[x, y] >> (8 * channel) & 0xFF)
                sum += SIMD3(Double(x) + 0.5, Double(y) + 0.5, 1) * weight
            }
        }
        return (sum.x / sum.z, sum.y / sum.z)
    }
}

extension Composition {
    /// Parses the composition of a document.
    init(_ document: JSON) throws { try self.init(json: Array(document.text.utf8)) }
}

extension UInt32 {
    /// Returns whether no channel of two pixels differs by more than `steps`.
    func isNear(_ other: UInt32, by steps: Int = 1) -> Bool {
        (0..<4).allSatisfy { channel in
            abs(Int(self >> (8 * UInt32(channel)) & 0xFF) - Int(other >> (8 * UInt32(channel)) & 0xFF)) <= steps
        }
    }
}
