import LottieDocument
import VectorGraphics

extension LinearLight {
    /// Returns the grey with the mean light of the three channels of a color.
    static func grey(of color: Color) -> Float {
        if color.x == color.y && color.y == color.z { return color.x }
        let sum = lights[index(color.x, 255)] + lights[index(color.y, 255)] + lights[index(color.z, 255)]
        return values[index(sum / 3, 4_095)]
    }

    /// Returns the light of the three channels of a color, which keeps its alpha.
    static func light(of color: Color) -> Color {
        Color(lights[index(color.x, 255)], lights[index(color.y, 255)], lights[index(color.z, 255)], color.w)
    }

    /// Returns the color of an amount of light in each channel, which keeps its alpha.
    static func color(of light: Color) -> Color {
        Color(values[index(light.x, 4_095)], values[index(light.y, 4_095)], values[index(light.z, 4_095)], light.w)
    }

    private static func index(_ value: Float, _ last: Float) -> Int { Int(max(0, min(last, value * last)) + 0.5) }
}

extension Color {
    /// Returns the color with another opacity, from 0 to 1.
    func withAlpha(_ alpha: Float) -> Color { Color(x, y, z, alpha) }

    /// Returns the color of this pixel below another one; neither is multiplied by its opacity.
    func covered(by top: Color) -> Color {
        let alpha = top.w + w * (1 - top.w)
        guard alpha > 0 else { return self }
        return ((top * top.w + self * (w * (1 - top.w))) / alpha).withAlpha(alpha)
    }
}
