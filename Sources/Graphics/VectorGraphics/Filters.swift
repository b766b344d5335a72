extension Surface {
    /// Applies a function to the color of every pixel that is not transparent.
    ///
    /// - Parameter change: A function of red, green, blue and alpha, each from 0 to 1 and not premultiplied.
    public func mapColors(_ change: (SIMD4<Float>) -> SIMD4<Float>) {
        // Areas of one color are frequent, so the previous result often applies again.
        var last: (from: UInt32, to: UInt32) = (0, 0)
        let area = painted
        for y in area.top..<max(area.top, area.bottom) {
            let pixels = row(y)
            for x in area.left..<max(area.left, area.right) where pixels[x] != 0 {
                if pixels[x] != last.from {
                    let color = change(SIMD4(straight: pixels[x]))
                    last = (
                        pixels[x],
                        PixelArithmetic.pixel(
                            red: Double(color.x), green: Double(color.y), blue: Double(color.z),
                            alpha: Double(color.w))
                    )
                }
                pixels[x] = last.to
            }
        }
    }

    /// Applies a Gaussian blur.
    ///
    /// A standard deviation of 2 or more is approximated by three box blurs, as SVG's specification of `feGaussianBlur`
    /// describes. A smaller one uses the Gaussian kernel itself.
    ///
    /// - Parameters:
    ///   - sigmaX: The standard deviation along x, in pixels.
    ///   - sigmaY: The standard deviation along y, in pixels.
    ///   - repeatsEdges: Whether the outermost pixels extend beyond the surface; otherwise the outside is transparent.
    public func blur(sigmaX: Double, sigmaY: Double, repeatsEdges: Bool = false) {
        let (width, height) = (bounds.width, bounds.height)
        if width == 0 || height == 0 || painted.isEmpty { return }
        recordPainted(bounds)
        let rows = Blur(sigma: sigmaX)
        let columns = Blur(sigma: sigmaY)
        // Two lines of the longer side. Each element is written before it is read.
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 2 * max(width, height)) { memory in
            guard let line = memory.baseAddress else { return }
            let scratch = line + max(width, height)
            for y in 0..<height where rows.changesAnything {
                rows.apply(to: pixels + y * width, count: width, step: 1, line, scratch, repeatsEdges: repeatsEdges)
            }
            for x in 0..<width where columns.changesAnything {
                columns.apply(to: pixels + x, count: height, step: width, line, scratch, repeatsEdges: repeatsEdges)
            }
        }
    }
}

/// A one-dimensional Gaussian blur.
private struct Blur {
    /// The weights of the centre pixel and of the pixels at growing distances; empty unless the deviation is small.
    private var kernel: [Float] = []
    /// The reach of the three successive boxes to the left and the right; empty if the deviation is small.
    private var boxes: [(left: Int, right: Int)] = []

    /// The largest box width; no picture has a longer side.
    private static let maxBoxWidth = 16_384.0

    /// Whether the blur changes a line at all.
    var changesAnything: Bool { !kernel.isEmpty || !boxes.isEmpty }

    /// Creates a blur with this standard deviation, in pixels; one of at most 0.05 changes nothing.
    init(sigma: Double) {
        guard sigma > 0.05, sigma.isFinite else { return }
        if sigma < 2 {
            let reach = Int((sigma * 3).rounded(.up))
            var weights = (0...reach).map { distance in
                Blur.exponential(-Double(distance * distance) / (2 * sigma * sigma))
            }
            let total = weights[0] + 2 * weights.dropFirst().reduce(0, +)
            weights = weights.map { $0 / total }
            kernel = weights.map { Float($0) }
            return
        }
        let size = Int(min(Blur.maxBoxWidth, (sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down)))
        let half = size / 2
        boxes =
            size % 2 == 1
            ? [(half, half), (half, half), (half, half)] : [(half, half - 1), (half - 1, half), (half, half)]
    }

    /// Blurs `count` pixels whose addresses are `step` pixels apart, with two lines of scratch memory.
    func apply(
        to pixels: UnsafeMutablePointer<UInt32>, count: Int, step: Int, _ line: UnsafeMutablePointer<SIMD4<Float>>,
        _ scratch: UnsafeMutablePointer<SIMD4<Float>>, repeatsEdges: Bool
    ) {
        for index in 0..<count { line[index] = SIMD4(premultipliedBytes: pixels[index * step]) }
        var (source, target) = (line, scratch)
        if boxes.isEmpty {
            convolve(source, target, count, repeatsEdges)
            swap(&source, &target)
        }
        for box in boxes {
            average(source, target, count, box, repeatsEdges)
            swap(&source, &target)
        }
        for index in 0..<count { pixels[index * step] = source[index].premultipliedBytes }
    }

    private func convolve(
        _ source: UnsafeMutablePointer<SIMD4<Float>>, _ target: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int,
        _ repeatsEdges: Bool
    ) {
        for index in 0..<count {
            var sum = source[index] * kernel[0]
            for distance in 1..<kernel.count {
                let before = Self.value(source, index - distance, count, repeatsEdges)
                let after = Self.value(source, index + distance, count, repeatsEdges)
                sum += (before + after) * kernel[distance]
            }
            target[index] = sum
        }
    }

    private func average(
        _ source: UnsafeMutablePointer<SIMD4<Float>>, _ target: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int,
        _ box: (left: Int, right: Int), _ repeatsEdges: Bool
    ) {
        let share = 1 / Float(box.left + box.right + 1)
        var sum = SIMD4<Float>.zero
        // The outside of the line is transparent, or repeats the outermost pixel.
        let (left, right) = (min(box.left, count), min(box.right, count))
        for offset in -left...right { sum += Self.value(source, offset, count, repeatsEdges) }
        if repeatsEdges {
            sum += source[0] * Float(box.left - left) + source[count - 1] * Float(box.right - right)
        }
        for index in 0..<count {
            target[index] = sum * share
            sum += Self.value(source, index + box.right + 1, count, repeatsEdges)
            sum -= Self.value(source, index - box.left, count, repeatsEdges)
        }
    }

    @inline(__always)
    private static func value(
        _ line: UnsafeMutablePointer<SIMD4<Float>>, _ index: Int, _ count: Int, _ repeatsEdges: Bool
    ) -> SIMD4<Float> {
        if index >= 0 && index < count { return line[index] }
        return repeatsEdges ? line[index < 0 ? 0 : count - 1] : .zero
    }

    /// Returns eˣ for x from about −5 to 0.
    private static func exponential(_ x: Double) -> Double {
        // Computes (1 + x/n)ⁿ with n = 2²⁰, by squaring.
        var value = 1 + x / 1_048_576
        for _ in 0..<20 { value *= value }
        return value
    }
}

extension SIMD4<Float> {
    /// Creates the channels of a premultiplied pixel, from 0 to 255.
    @inline(__always)
    fileprivate init(premultipliedBytes pixel: UInt32) {
        self = SIMD4(Float(pixel & 0xFF), Float((pixel >> 8) & 0xFF), Float((pixel >> 16) & 0xFF), Float(pixel >> 24))
    }

    @inline(__always)
    fileprivate var premultipliedBytes: UInt32 {
        Self.byte(x) | Self.byte(y) << 8 | Self.byte(z) << 16 | Self.byte(w) << 24
    }

    /// Returns the byte nearest to a channel.
    ///
    /// It converts one channel at a time, because the standard library's conversion of whole vectors is not inlined and
    /// would take most of the time of a blur.
    @inline(__always)
    private static func byte(_ channel: Float) -> UInt32 { UInt32(Swift.max(0, Swift.min(255, channel)) + 0.5) }

    /// Creates the channels of a premultiplied pixel, from 0 to 1 and not premultiplied.
    fileprivate init(straight pixel: UInt32) {
        let bytes = SIMD4(premultipliedBytes: pixel)
        self = SIMD4(bytes.x, bytes.y, bytes.z, 255) / (bytes.w == 0 ? 1 : bytes.w)
        w = bytes.w / 255
    }
}
