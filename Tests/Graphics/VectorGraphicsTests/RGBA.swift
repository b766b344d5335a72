/// A premultiplied color whose channels range from 0 to 1.
struct RGBA {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    var channels: [Double] { [red, green, blue, alpha] }
}

extension UInt32 {
    /// Red, green, blue and alpha, each from 0 to 255.
    var channels: [Double] { (0..<4).map { Double((self >> (8 * UInt32($0))) & 0xFF) } }

    /// Returns whether every channel is within `steps` of 255 from that of `color`.
    func isNear(_ color: RGBA, by steps: Double) -> Bool {
        zip(channels, color.channels).allSatisfy { abs($0 - $1 * 255) <= steps }
    }

    /// Whether no color channel exceeds its alpha.
    var isPremultiplied: Bool { channels[0...2].allSatisfy { $0 <= channels[3] } }
}
