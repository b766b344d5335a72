import Lottie
import LottieRenderer
import Typography
import VectorGraphics

/// One drawn frame.
struct Frame: Equatable {
    let pixmap: Pixmap

    /// Draws a frame of a document, a pixel to a unit unless a size is given, with no fonts unless some are given.
    init(
        _ document: JSON, at frame: Double = 0, width: Int? = nil, height: Int? = nil, rules: DrawingRules = .lottieWeb,
        fonts: any FontSource = SquareFont(letters: [])
    ) throws {
        let composition = try Composition(document)
        let width = width ?? Int(composition.width)
        let height = height ?? Int(composition.height)
        var pixmap = Pixmap(width: width, height: height)
        AnimationRenderer(composition, width: width, height: height, rules: rules, fonts: fonts)
            .draw(frame: frame, into: &pixmap)
        self.pixmap = pixmap
    }

    /// What has been drawn already.
    init(_ pixmap: Pixmap) { self.pixmap = pixmap }

    subscript(x: Int, y: Int) -> UInt32 { pixmap[x, y] }

    /// The opacity of a row's pixels, 0 to 255.
    func alphas(row y: Int) -> [Int] { (0..<pixmap.width).map { Int(pixmap[$0, y] >> 24) } }

    /// Whether a row's opacities are these, give or take the rounding of one step of 255.
    func hasAlphas(_ expected: [Int], row y: Int = 0) -> Bool {
        let found = alphas(row: y)
        return found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }
    }

    /// Whether the pixels are these, give or take one step of 255 in each channel.
    func hasPixels(_ expected: [UInt32]) -> Bool {
        pixmap.pixels.count == expected.count && zip(pixmap.pixels, expected).allSatisfy { $0.isNear($1) }
    }

    /// The area that is painted, half-covered pixels counted as halves.
    var area: Double { Double(pixmap.pixels.reduce(0) { $0 + Int($1 >> 24) }) / 255 }

    /// Rows of letters: R, G, B, W and K for pure colours, a dot for nothing, a question mark for anything else.
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

    /// The middle of the pixels in which a channel (0 red, 1 green, 2 blue) is set, weighed by how much.
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
    /// The composition that a document spells.
    init(_ document: JSON) throws { try self.init(json: Array(document.text.utf8)) }
}

extension UInt32 {
    /// Whether no channel differs by more than `steps`.
    func isNear(_ other: UInt32, by steps: Int = 1) -> Bool {
        (0..<4).allSatisfy { channel in
            abs(Int(self >> (8 * UInt32(channel)) & 0xFF) - Int(other >> (8 * UInt32(channel)) & 0xFF)) <= steps
        }
    }
}
