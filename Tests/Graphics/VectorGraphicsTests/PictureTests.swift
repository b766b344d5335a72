import SeededRandomness
import Testing
import VectorGraphics

@Suite("A reduced picture is averaged over the area of each pixel")
struct PictureTests {
    /// Returns the mean and the largest difference between the drawn pixels and the exact averages, in steps of 255.
    private func errors(of picture: Pixmap, scale: SIMD2<Double>, shift: Double = 0) -> (mean: Double, most: Double) {
        let width = Int((Double(picture.width) * scale.x).rounded(.down)) - 1
        let height = Int((Double(picture.height) * scale.y).rounded(.down)) - 1
        var drawn = Pixmap(width: width, height: height)
        let transform = AffineTransform(a: scale.x, b: 0, c: 0, d: scale.y, tx: -shift, ty: -shift)
        drawn.withSurface { surface in
            let all = Coverage(surface.bounds)
            surface.fill(all, with: .picture(MipmappedPicture(picture), transform: transform))
        }
        var (sum, most) = (0.0, 0.0)
        for y in 0..<height {
            for x in 0..<width {
                let exact = average(picture, x: x, y: y, scale: scale, shift: shift)
                let error = abs(Double(drawn[x, y] & 0xFF) - exact)
                sum += error
                most = max(most, error)
            }
        }
        return (sum / Double(width * height), most)
    }

    private func average(_ picture: Pixmap, x: Int, y: Int, scale: SIMD2<Double>, shift: Double) -> Double {
        func shares(_ place: Int, _ scale: Double, _ count: Int) -> [(Int, Double)] {
            let (low, high) = ((Double(place) + shift) / scale, (Double(place + 1) + shift) / scale)
            return (Int(low)...min(count - 1, Int(high))).map { cell in
                (cell, max(0, min(Double(cell + 1), high) - max(Double(cell), low)) * scale)
            }
        }
        var sum = 0.0
        for (row, shareY) in shares(y, scale.y, picture.height) {
            for (column, shareX) in shares(x, scale.x, picture.width) {
                sum += Double(picture[column, row] & 0xFF) * shareX * shareY
            }
        }
        return sum
    }

    private static func picture(_ value: (Int, Int) -> UInt32) -> Pixmap {
        var picture = Pixmap(width: 128, height: 128)
        for y in 0..<128 {
            for x in 0..<128 { picture[x, y] = 0xFF00_0000 | value(x, y) &* 0x01_0101 }
        }
        return picture
    }

    private static let pictures: [(String, Pixmap)] = {
        var chance = SeededGenerator(seed: 5)
        return [
            ("checks", picture { ($0 + $1) % 2 == 0 ? 255 : 0 }), ("lines", picture { x, _ in x % 3 == 0 ? 255 : 0 }),
            ("noise", picture { _, _ in UInt32.random(in: 0...255, using: &chance) }),
        ]
    }()

    @Test(
        "the average is nearly exact at any scale", arguments: [0.7, 0.5, 0.4, 0.3, 0.21, 0.125, 0.11, 0.07],
        [0.0, 0.3])
    func averageIsNearlyExactAtAnyScale(scale: Double, shift: Double) {
        // Samples between pixels mix the nearest two, which softens only the finest patterns.
        for (name, picture) in Self.pictures {
            #expect(errors(of: picture, scale: SIMD2(scale, scale), shift: shift).mean < 32, "\(name)")
        }
    }

    @Test(
        "a picture of one color keeps it in each pixel at any scale",
        arguments: [0.7, 0.5, 0.4, 0.3, 0.21, 0.125, 0.11, 0.07], [0.0, 0.3])
    func flat(scale: Double, shift: Double) {
        let flat = Self.picture { _, _ in 200 }
        #expect(errors(of: flat, scale: SIMD2(scale, scale), shift: shift).most <= 1)
    }

    @Test(
        "a picture with any transform can be drawn", arguments: [1e-300, 1e-7, 1e-4, 1e5, 1e300], [0.0, 1e9, -1e300])
    func pictureWithAnyTransformIsDrawn(scale: Double, shift: Double) {
        let picture = MipmappedPicture(Self.pictures[0].1)
        var drawn = Pixmap(width: 4, height: 4)
        drawn.withSurface { surface in
            for (x, y) in [(scale, 0.5), (0.5, scale), (scale, scale), (-scale, scale)] {
                let transform = AffineTransform(a: x, b: 0, c: 0, d: y, tx: shift, ty: -shift)
                surface.fill(Coverage(surface.bounds), with: .picture(picture, transform: transform))
            }
        }
    }
}
