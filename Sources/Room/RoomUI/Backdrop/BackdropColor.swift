/// An opaque sRGB color of the backdrop.
struct BackdropColor: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// Creates a color from `0xRRGGBB`.
    init(_ rgb: UInt32) {
        red = UInt8(truncatingIfNeeded: rgb >> 16)
        green = UInt8(truncatingIfNeeded: rgb >> 8)
        blue = UInt8(truncatingIfNeeded: rgb)
    }

    private init(red: Int, green: Int, blue: Int) {
        self.red = UInt8(clamping: red)
        self.green = UInt8(clamping: green)
        self.blue = UInt8(clamping: blue)
    }

    /// The color as an opaque pixel, `0xAABBGGRR`.
    var opaquePixel: UInt32 {
        0xFF00_0000 | UInt32(blue) << 16 | UInt32(green) << 8 | UInt32(red)
    }

    /// Returns the color mixed with `amount` of another color, from 0 to 255.
    func mixed(with other: BackdropColor, amount: Int) -> BackdropColor {
        func mix(_ from: UInt8, _ to: UInt8) -> Int { (Int(from) * (255 - amount) + Int(to) * amount + 127) / 255 }
        return BackdropColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// Returns the color with `amount` of a light added, from 0 to 255.
    func addingLight(_ light: BackdropColor, amount: Int) -> BackdropColor {
        BackdropColor(
            red: Int(red) + Int(light.red) * amount / 255, green: Int(green) + Int(light.green) * amount / 255,
            blue: Int(blue) + Int(light.blue) * amount / 255)
    }

    /// Returns the color mixed with `amount` of a near white, from 0 to 255.
    func lighter(by amount: Int) -> BackdropColor {
        mixed(with: BackdropColor(0xE8EEFF), amount: amount)
    }

    /// Returns the color at a position along a gradient.
    ///
    /// - Parameters:
    ///   - colours: The evenly spaced colors of the gradient.
    ///   - position: The position, 0 to 1.
    static func interpolated(along colours: [BackdropColor], at position: Double) -> BackdropColor {
        guard let first = colours.first, let last = colours.last else { return BackdropColor(0) }
        guard position > 0 else { return first }
        let scaled = position * Double(colours.count - 1)
        let index = Int(min(scaled, 1_000))
        guard index < colours.count - 1 else { return last }
        return colours[index].mixed(with: colours[index + 1], amount: Int((scaled - Double(index)) * 255))
    }
}
