import VectorGraphics

/// The winding numbers of a polygon at many sample points of each pixel, computed by counting crossings.
struct PolygonOracle {
    /// The statistics of the samples in one pixel.
    struct Pixel {
        var nonZero = 0
        var odd = 0
        var lowest = Int.max
        var highest = Int.min
    }

    /// The number of samples along each side of a pixel.
    static let density = 32
    let width: Int
    private(set) var pixels: [Pixel]

    init(_ corners: [(Double, Double)], width: Int, height: Int) {
        self.width = width
        pixels = [Pixel](repeating: Pixel(), count: width * height)
        let step = 1 / Double(Self.density)
        for sampleRow in 0..<(height * Self.density) {
            let y = (Double(sampleRow) + 0.5) * step
            let crossings = Self.crossings(of: corners, at: y)
            var next = 0
            var winding = 0
            for sample in 0..<(width * Self.density) {
                let x = (Double(sample) + 0.5) * step
                while next < crossings.count, crossings[next].x <= x {
                    winding += crossings[next].direction
                    next += 1
                }
                let index = sampleRow / Self.density * width + sample / Self.density
                if winding != 0 { pixels[index].nonZero += 1 }
                if winding & 1 != 0 { pixels[index].odd += 1 }
                pixels[index].lowest = min(pixels[index].lowest, winding)
                pixels[index].highest = max(pixels[index].highest, winding)
            }
        }
    }

    private static func crossings(of corners: [(Double, Double)], at y: Double) -> [(x: Double, direction: Int)] {
        var found: [(x: Double, direction: Int)] = []
        for (index, from) in corners.enumerated() {
            let to = corners[(index + 1) % corners.count]
            guard (from.1 <= y) != (to.1 <= y) else { continue }
            let x = from.0 + (y - from.1) / (to.1 - from.1) * (to.0 - from.0)
            found.append((x, from.1 < to.1 ? 1 : -1))
        }
        return found.sorted { $0.x < $1.x }
    }
}

extension PolygonOracle.Pixel {
    /// Returns the covered share of the pixel by a fill rule.
    func share(_ rule: FillRule) -> Double {
        Double(rule == .nonZero ? nonZero : odd) / Double(PolygonOracle.density * PolygonOracle.density)
    }

    /// Returns whether the sum of signed areas is exact for the pixel.
    ///
    /// If winding numbers of both signs, or of many values, occur in one pixel, areas that should add up can cancel
    /// each other.
    func isSimple(_ rule: FillRule) -> Bool {
        switch rule {
        case .nonZero: lowest > 0 || highest < 0 || (lowest >= -1 && highest <= 0) || (lowest >= 0 && highest <= 1)
        case .evenOdd: highest - lowest <= 1
        }
    }
}
