/// The resampling weights along one side of an upright picture, in units of 1/256.
///
/// Each target pixel is the mean of four samples inside it, or the sample at its centre if the picture is enlarged at
/// least five times or drawn pixel for pixel. Each sample interpolates between two pixels of the picture.
struct ResamplingWeights {
    /// The number of taps of each target pixel.
    let width: Int
    /// The first tap of each target pixel.
    private(set) var first: [Int32] = []
    /// The weights, `width` for each target pixel, which sum to 256.
    private(set) var weights: [UInt16] = []

    /// Computes the taps of the target pixels.
    ///
    /// - Parameters:
    ///   - count: The number of target pixels.
    ///   - origin: The start of the first target pixel, in pixels of the picture.
    ///   - step: The pixels of the picture per target pixel; negative if the picture is mirrored.
    ///   - limit: The pixels of the picture along the side, at least 1. The outermost pixels extend beyond its border.
    init(count: Int, origin: Double, step: Double, limit: Int) {
        width = min(limit, Int(abs(step)) + 3)
        // If every target pixel coincides with a picture pixel, one sample is exact.
        let isOnGrid = abs(abs(step) - 1) < 1e-6 && abs(origin - origin.rounded()) < 1e-3
        let samples = abs(step) > 0.2 && !isOnGrid ? 4 : 1
        first.reserveCapacity(count)
        weights.reserveCapacity(count * width)
        var shares = [Double](repeating: 0, count: width)
        for index in 0..<count {
            let start = origin + step * Double(index) - 0.5
            let ends = (start + step / 8, start + step * 7 / 8)
            let low = Self.clamped(min(ends.0, ends.1).rounded(.down), limit - width)
            for tap in shares.indices { shares[tap] = 0 }
            for sample in 0..<samples {
                // Positions beyond the border all give the same result. The clamping also stops NaN and infinity.
                let place = max(-1, min(Double(limit), start + step * (Double(sample) + 0.5) / Double(samples)))
                let whole = place.rounded(.down)
                let share = (place - whole) / Double(samples)
                shares[min(width - 1, max(0, Self.clamped(whole, limit - 1) - low))] += 1 / Double(samples) - share
                shares[min(width - 1, max(0, Self.clamped(whole + 1, limit - 1) - low))] += share
            }
            first.append(Int32(low))
            append(shares)
        }
    }

    /// Clamps an integral value to 0…`most`.
    private static func clamped(_ place: Double, _ most: Int) -> Int { Int(max(0, min(Double(most), place))) }

    /// Appends weights, rounded so that they sum to 256.
    private mutating func append(_ shares: [Double]) {
        var total = 0.0
        var given = 0
        for share in shares {
            total += share
            let upTo = Int(total * 256 + 0.5)
            weights.append(UInt16(upTo - given))
            given = upTo
        }
    }
}

extension PictureShader {
    /// Whether the picture's rows map to the canvas's rows, so that each direction can be resampled separately.
    var isUpright: Bool { inverse.b == 0 && inverse.c == 0 }

    /// Calls `body` with the resampled picture in `area`: its pixels row by row, as many as `area` has.
    ///
    /// - Precondition: The picture is upright.
    func withPixels(of area: PixelRect, _ body: (UnsafeMutablePointer<UInt32>) -> Void) {
        let columns = ResamplingWeights(
            count: area.width, origin: inverse.a * Double(area.left) + inverse.tx, step: inverse.a, limit: level.width)
        let rows = ResamplingWeights(
            count: area.height, origin: inverse.d * Double(area.top) + inverse.ty, step: inverse.d,
            limit: level.height)
        guard let low = rows.first.min(), let high = rows.first.max() else { return }
        // All taps of a pixel lie in the picture, because `first` is at most its side minus the number of taps.
        let sourceRows = Int(low)..<min(level.height, Int(high) + rows.width)
        // Each element of both buffers is written before it is read. They are not two temporary allocations within each
        // other: the compiler keeps the way of an error out of them, which cannot happen, and with sanitizers it took that.
        let spread = UnsafeMutablePointer<UInt64>.allocate(capacity: sourceRows.count * area.width)
        defer { spread.deallocate() }
        let target = UnsafeMutablePointer<UInt32>.allocate(capacity: area.width * area.height)
        defer { target.deallocate() }
        level.pixels.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            for row in sourceRows {
                columns.mix(base + row * level.width, into: spread + (row - sourceRows.lowerBound) * area.width)
            }
        }
        rows.mixRows(spread, firstRow: sourceRows.lowerBound, columns: area.width, into: target)
        body(target)
    }
}

extension ResamplingWeights {
    /// Half of 1/256 in each of four channels, which rounds to nearest.
    private static let roundingHalves: UInt64 = 0x0080_0080_0080_0080
    /// The low byte of each of four channels.
    private static let lowByteMask: UInt64 = 0x00FF_00FF_00FF_00FF

    /// Resamples a row of pixels into one element per target pixel, with spread channels.
    fileprivate func mix(_ source: UnsafePointer<UInt32>, into target: UnsafeMutablePointer<UInt64>) {
        weights.withUnsafeBufferPointer { weights in
            first.withUnsafeBufferPointer { first in
                for index in first.indices {
                    let taps = source + Int(first[index])
                    var sum = Self.roundingHalves
                    for tap in 0..<width {
                        let weight = UInt64(weights[index &* width &+ tap])
                        sum &+= PixelArithmetic.spreadChannels(taps[tap]) &* weight
                    }
                    target[index] = (sum &>> 8) & Self.lowByteMask
                }
            }
        }
    }

    /// Resamples rows with spread channels, of which the first is the row `firstRow`, into one row of pixels per target
    /// row.
    fileprivate func mixRows(
        _ source: UnsafePointer<UInt64>, firstRow: Int, columns: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        weights.withUnsafeBufferPointer { weights in
            for index in first.indices {
                let taps = source + (Int(first[index]) - firstRow) * columns
                let row = target + index * columns
                for column in 0..<columns {
                    var sum = Self.roundingHalves
                    for tap in 0..<width {
                        sum &+= taps[tap &* columns &+ column] &* UInt64(weights[index &* width &+ tap])
                    }
                    row[column] = PixelArithmetic.packed((sum &>> 8) & Self.lowByteMask)
                }
            }
        }
    }
}
