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

    /// One of the sums that make the blur.
    private struct Pass {
        let taps: [Tap]
        /// The greatest distance of a tap, in pixels along either axis.
        let reach: Int
    }

    private let passes: [Pass]
    /// The greatest distance that the blur spreads a pixel, in pixels along either axis.
    var reach: Int { passes.reduce(0) { $0 + $1.reach } }
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
            passes = []
            return
        }
        let radius = min(Self.maxReach, (3 * sigma).rounded(.up))
        let step = max(1, (radius / Self.maxPlaces).rounded(.up))
        func pass(_ places: some Sequence<Double>, weight: (Double) -> Double) -> Pass {
            let weighted = places.map { (place: $0, weight: weight($0)) }
            let sum = weighted.reduce(0) { $0 + $1.weight }
            let taps = weighted.flatMap { place, weight -> [Tap] in
                // Between two pixels across the line, both share the weight.
                let exact = place * other / main
                let low = exact.rounded(.down)
                return [(low, 1 - (exact - low)), (low + 1, exact - low)].map { across, share in
                    let (along, across) = (Int(place), Int(across))
                    return Tap(
                        dx: isSteep ? across : along, dy: isSteep ? along : across,
                        weight: Float(weight * share / sum))
                }
            }
            // With large steps the last place can be nearer than the first.
            return Pass(taps: taps, reach: Int(max(-(weighted.first?.place ?? 0), weighted.last?.place ?? 0)) + 1)
        }
        // Where not every pixel is read, the mean of those in between is taken first, so that a thin line does not become a
        // comb of lines. The mean adds to the variance.
        let variance = sigma * sigma - (step * step - 1) / 12
        let wide = pass(stride(from: -radius, through: radius, by: step)) { exp(-$0 * $0 / (2 * variance)) }
        let first = -((step - 1) / 2).rounded(.down)
        let mean = pass(stride(from: first, through: first + step - 1, by: 1)) { _ in 1 }
        passes = step > 1 ? [mean, wide] : [wide]
    }

    /// Returns the cost of the blur of a picture of some pixels, in steps.
    func cost(pixels: Int) -> Int {
        200 + pixels.multipliedClamped(by: passes.reduce(0) { $0 + $1.taps.count }) / 4
    }

    /// Blurs a picture; the outside of the surface is transparent.
    ///
    /// - Parameters:
    ///   - surface: The picture.
    ///   - area: The pixels of the result that are wanted.
    func apply(to surface: Surface, within area: PixelRect) {
        var later = reach
        for pass in passes {
            later -= pass.reach
            Self.apply(pass, to: surface, within: area.inset(by: -later))
        }
    }

    private static func apply(_ pass: Pass, to surface: Surface, within area: PixelRect) {
        let from = surface.painted
        let target = from.inset(by: -pass.reach).intersection(area).intersection(surface.bounds)
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
            for tap in pass.taps where tap.weight > 0 && y + tap.dy >= from.top && y + tap.dy < from.bottom {
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
