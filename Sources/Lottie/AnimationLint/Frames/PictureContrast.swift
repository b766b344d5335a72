import VectorGraphics

/// How much of the drawn pixels can be told from a background.
struct PictureContrast {
    /// A background.
    enum Background: CaseIterable {
        case white, black

        /// The value of each channel, from 0 to 255.
        fileprivate var channel: UInt32 { self == .white ? 255 : 0 }
        /// The name and the color, for messages.
        var name: String { self == .white ? "white (#ffffff)" : "black (#000000)" }
    }

    /// The ratio of luminances below which a color counts as vanished.
    ///
    /// It is 1 for equal colors and 21 for black on white; letters need 4.5 and signs 3.
    ///
    /// - SeeAlso: Web Content Accessibility Guidelines 2.2, "contrast ratio" and "relative luminance".
    static let minRatio = 1.25
    /// The opacity from which a pixel counts, from 0 to 255: the soft edges of shapes vanish on any background.
    private static let minAlpha: UInt32 = 64
    /// The share of opaque pixels from which a picture brings its own background.
    private static let backdropShare = 0.95

    /// The sum of the opacities of all pixels that count.
    private(set) var whole = 0
    private var vanished: [Background: Int] = [:]
    /// The sum of the opacities of the vanished pixels of each color, with four bits for each channel.
    private var colors: [Background: [UInt32: Int]] = [:]

    /// Adds the pixels of a picture.
    mutating func add(_ pixmap: borrowing Pixmap) {
        var opaque = 0
        // Neighbours are often equal, so runs of them are counted at once.
        var runs: [UInt32: Int] = [:]
        var (last, length): (UInt32, Int) = (0, 0)
        for pixel in pixmap.pixels {
            if pixel >> 24 == 255 { opaque += 1 }
            if pixel == last {
                length += 1
            } else {
                if last >> 24 >= Self.minAlpha { runs[last, default: 0] += length }
                (last, length) = (pixel, 1)
            }
        }
        if last >> 24 >= Self.minAlpha { runs[last, default: 0] += length }
        guard Double(opaque) < Double(pixmap.pixels.count) * Self.backdropShare else { return }
        for (pixel, count) in runs { add(pixel, count: count) }
    }

    private mutating func add(_ pixel: UInt32, count: Int) {
        let weight = Int(pixel >> 24) * count
        whole += weight
        for background in Background.allCases {
            let shown = PixelArithmetic.over(pixel, 0xFF00_0000 | background.channel * 0x01_0101)
            let (one, other) = (Self.luminance(shown), background == .white ? 1.0 : 0.0)
            guard (max(one, other) + 0.05) / (min(one, other) + 0.05) < Self.minRatio else { continue }
            vanished[background, default: 0] += weight
            colors[background, default: [:]][pixel & 0x00F0_F0F0, default: 0] += weight
        }
    }

    private static let linear: [Double] = (0..<256).map { value in
        let channel = Double(value) / 255
        return channel <= 0.040_45 ? channel / 12.92 : power((channel + 0.055) / 1.055)
    }

    /// Returns the luminance of an opaque pixel, from 0 to 1.
    private static func luminance(_ pixel: UInt32) -> Double {
        0.2126 * linear[Int(pixel & 255)] + 0.7152 * linear[Int(pixel >> 8 & 255)]
            + 0.0722 * linear[Int(pixel >> 16 & 255)]
    }

    /// Returns `base` to the power of 2.4, which is the fifth root of its twelfth power, for a base from 0 to 1.
    private static func power(_ base: Double) -> Double {
        var power = 1.0
        for _ in 0..<12 { power *= base }
        // Newton's method converges from above, and the root lies between the power and 1.
        var root = 1.0
        for _ in 0..<100 { root -= (root - power / (root * root * root * root)) / 5 }
        return root
    }

    /// Returns the share of what was drawn that vanishes on a background, from 0 to 1.
    func vanishedShare(on background: Background) -> Double {
        whole == 0 ? 0 : Double(vanished[background] ?? 0) / Double(whole)
    }

    /// Returns the color that vanishes most, such as `#f0f0f0`; nil if none does.
    func mainColor(on background: Background) -> String? {
        let most = colors[background]?.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return most.map { pixel, _ in
            let channels = [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255]
            return "#" + channels.map { String($0 >> 4 * 17, radix: 16) }.map { $0.count < 2 ? "0" + $0 : $0 }.joined()
        }
    }
}
