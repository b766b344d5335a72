import CPlatform
import VectorGraphics

/// A Gaussian blur along a line that is oblique to the rows and columns of pixels.
///
/// Browsers blur a turned layer along its own axes, not along those of the picture.
struct ObliqueBlur {
    /// A pixel that is added to each pixel of the result, with its weight.
    private struct Tap {
        let dx: Int
        let dy: Int
        let weight: Float
    }

    private let taps: [Tap]
    /// The greatest distance of a tap, in pixels along either axis.
    let reach: Int
    /// The greatest number of places on each half of the line at which pixels are read.
    private static let maxPlaces = 48.0
    /// The greatest reach, in pixels; a larger one would only take more time.
    private static let maxReach = 512.0

    /// Creates a blur along a line.
    ///
    /// - Parameter deviation: The direction of the line, whose length is the standard deviation in pixels.
    init(_ deviation: SIMD2<Double>) {
        let isSteep = abs(deviation.y) > abs(deviation.x)
        let (main, other) = isSteep ? (deviation.y, deviation.x) : (deviation.x, deviation.y)
        let sigma = abs(main)
        guard sigma > 0.05, sigma.isFinite, other.isFinite else {
            taps = [Tap(dx: 0, dy: 0, weight: 1)]
            reach = 0
            return
        }
        let radius = min(Self.maxReach, (3 * sigma).rounded(.up))
        let step = max(1, (radius / Self.maxPlaces).rounded(.up))
        let places = stride(from: -radius, through: radius, by: step).map { place in
            (place: place, weight: Float(exp(-place * place / (2 * sigma * sigma))))
        }
        let sum = places.reduce(0) { $0 + $1.weight }
        taps = places.flatMap { place, weight -> [Tap] in
            // Between two pixels across the line, both share the weight.
            let exact = place * other / main
            let low = exact.rounded(.down)
            let share = Float(exact - low)
            return [(low, 1 - share), (low + 1, share)].map { across, share in
                let (along, across) = (Int(place), Int(across))
                return Tap(dx: isSteep ? across : along, dy: isSteep ? along : across, weight: weight * share / sum)
            }
        }
        reach = Int(radius) + 1
    }

    /// Returns the cost of the blur of a picture of some pixels, in steps.
    func cost(pixels: Int) -> Int { 200 + pixels.multipliedClamped(by: taps.count) / 4 }

    /// Blurs a picture; the outside of the surface is transparent.
    ///
    /// - Parameters:
    ///   - surface: The picture.
    ///   - area: The pixels of the result that are wanted.
    func apply(to surface: Surface, within area: PixelRect) {
        if reach == 0 { return }
        let from = surface.painted
        let target = from.inset(by: -reach).intersection(area).intersection(surface.bounds)
        if from.isEmpty || target.isEmpty { return surface.clear() }
        var source: [SIMD4<Float>] = []
        source.reserveCapacity(from.area)
        for y in from.top..<from.bottom {
            let pixels = surface.row(y)
            for x in from.left..<from.right { source.append(SIMD4(channelsOf: pixels[x])) }
        }
        surface.clear()
        surface.recordPainted(target)
        var sums = [SIMD4<Float>](repeating: .zero, count: target.width)
        for y in target.top..<target.bottom {
            for index in sums.indices { sums[index] = .zero }
            for tap in taps where tap.weight > 0 && y + tap.dy >= from.top && y + tap.dy < from.bottom {
                let first = (y + tap.dy - from.top) * from.width + tap.dx - from.left
                let left = max(target.left, from.left - tap.dx)
                let right = max(left, min(target.right, from.right - tap.dx))
                for x in left..<right { sums[x - target.left] += source[first + x] * tap.weight }
            }
            let pixels = surface.row(y)
            for x in target.left..<target.right { pixels[x] = sums[x - target.left].pixel }
        }
    }
}

extension SIMD4<Float> {
    /// The channels of a pixel, from 0 to 255.
    fileprivate init(channelsOf pixel: UInt32) {
        self.init(Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF), Float(pixel >> 24))
    }

    /// The pixel with these channels, which are from 0 to 255.
    fileprivate var pixel: UInt32 {
        let bytes = SIMD4<UInt32>(rounded(.toNearestOrAwayFromZero))
        return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
    }
}
