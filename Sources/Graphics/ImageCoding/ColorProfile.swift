import VectorGraphics

/// The meaning of a picture's color values: how much light each stands for, and which colors the channels are.
///
/// Only profiles of three curves and a matrix, and those of one curve for grey, are known. Monitors, cameras and
/// programs for drawing write these; tables for printers are ignored.
///
/// - SeeAlso: ICC.1:2022, "Image technology colour management", sections 8.3, 10.6 and 10.18.
struct ColorProfile {
    /// The light, from 0 to 1, of each of 256 values of red, green and blue.
    private let curves: [[Float]]
    /// The map from the light of the picture's channels to that of sRGB's.
    private let matrix: ColorMatrix

    /// Creates the profile of curves and a matrix to the color space XYZ under the light D50; returns nil if it is almost
    /// sRGB, so that a conversion would change nothing to be seen.
    init?(curves: [[Float]], toXYZ: ColorMatrix) {
        guard curves.count == 3, curves.allSatisfy({ $0.count == 256 }), let fromXYZ = ColorMatrix.sRGBToXYZ.inverse
        else {
            return nil
        }
        self.curves = curves
        matrix = fromXYZ * toXYZ
        if matrix.isFinite == false || (matrix.isNearIdentity && curves.allSatisfy(Self.isNearSRGB)) { return nil }
    }

    /// Converts a decoded picture, whose pixels are not yet premultiplied, to sRGB.
    func convert(_ pixmap: inout Pixmap) {
        let columns = (
            SIMD3<Float>(matrix.columns.0), SIMD3<Float>(matrix.columns.1), SIMD3<Float>(matrix.columns.2)
        )
        // Areas of one color are frequent, so the previous result often applies again.
        var last: (from: UInt32, to: UInt32) = (0, 0)
        var isFirst = true
        for index in pixmap.pixels.indices {
            let pixel = UInt32(littleEndian: pixmap.pixels[index])
            if isFirst || pixel != last.from {
                let red = columns.0 * curves[0][Int(pixel & 0xFF)]
                let green = columns.1 * curves[1][Int(pixel >> 8 & 0xFF)]
                let blue = columns.2 * curves[2][Int(pixel >> 16 & 0xFF)]
                last = (pixel, pixel & 0xFF00_0000 | Self.encoded(red + green + blue))
                isFirst = false
            }
            pixmap.pixels[index] = last.to.littleEndian
        }
    }

    /// The values of sRGB for amounts of light, enough for the difference of neighbours to stay below one.
    private static let values: [UInt8] = (0..<16_384).map { entry in
        UInt8((LinearLight.value(of: Double(entry) / 16_383) * 255).rounded())
    }

    /// Returns the red, green and blue bytes of an amount of light in each channel.
    private static func encoded(_ light: SIMD3<Float>) -> UInt32 {
        let entries = SIMD3<Int32>(
            (light.clamped(lowerBound: .zero, upperBound: .one) * 16_383).rounded(.toNearestOrEven))
        let green = UInt32(values[Int(entries.y)]) << 8
        let blue = UInt32(values[Int(entries.z)]) << 16
        return UInt32(values[Int(entries.x)]) | green | blue
    }

    private static func isNearSRGB(_ curve: [Float]) -> Bool {
        curve.indices.allSatisfy { value in
            let entry = Int((max(0, min(1, curve[value])) * 16_383).rounded())
            return abs(Int(values[entry]) - value) <= 1
        }
    }
}

/// A linear map of three channels, given by the results for each of them.
struct ColorMatrix {
    var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// The map from sRGB's light to XYZ under the light D50.
    static let sRGBToXYZ = ColorMatrix(
        columns: (
            SIMD3(0.436065674, 0.222488403, 0.013916016), SIMD3(0.385147095, 0.716873169, 0.097076416),
            SIMD3(0.143066406, 0.060607910, 0.714096069)
        ))

    static func * (left: ColorMatrix, right: SIMD3<Double>) -> SIMD3<Double> {
        left.columns.0 * right.x + left.columns.1 * right.y + left.columns.2 * right.z
    }

    static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
        ColorMatrix(columns: (left * right.columns.0, left * right.columns.1, left * right.columns.2))
    }

    /// The inverse map; nil if there is none.
    var inverse: ColorMatrix? {
        let (a, b, c) = columns
        // The rows of the inverse are the cross products of the columns, divided by the determinant.
        let (first, second, third) = (Self.cross(b, c), Self.cross(c, a), Self.cross(a, b))
        let determinant = (a * first).sum()
        guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
        return ColorMatrix(
            columns: (
                SIMD3(first.x, second.x, third.x) / determinant, SIMD3(first.y, second.y, third.y) / determinant,
                SIMD3(first.z, second.z, third.z) / determinant
            ))
    }

    var isFinite: Bool {
        let sum = columns.0 + columns.1 + columns.2
        return sum.x.isFinite && sum.y.isFinite && sum.z.isFinite
    }

    /// Whether no channel changes by as much as a value of 255 can show.
    fileprivate var isNearIdentity: Bool {
        let rest = [columns.0 - SIMD3(1, 0, 0), columns.1 - SIMD3(0, 1, 0), columns.2 - SIMD3(0, 0, 1)]
        return rest.allSatisfy { max(abs($0.x), abs($0.y), abs($0.z)) < 0.002 }
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
