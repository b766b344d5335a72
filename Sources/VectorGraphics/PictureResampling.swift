/// What each pixel along one side of a picture drawn upright is made of: neighbouring pixels of the picture, in 256ths.
///
/// Every pixel is the mean of four places in it, or its middle where the picture is drawn large; each place lies between two
/// pixels of the picture.
struct ResamplingTaps {
    /// Taps of every pixel.
    let width: Int
    /// The first tap of each pixel.
    private(set) var first: [Int32] = []
    /// `width` weights for each pixel, which add up to 256.
    private(set) var weights: [UInt16] = []

    /// - Parameters:
    ///   - count: pixels that are drawn.
    ///   - origin: where the first one begins, in pixels of the picture.
    ///   - step: pixels of the picture to one that is drawn; negative for a mirrored one.
    ///   - limit: pixels of the picture along the side, 1 or more; beyond its border the outermost go on.
    init(count: Int, origin: Double, step: Double, limit: Int) {
        width = min(limit, Int(abs(step)) + 3)
        // Where every pixel is one of the picture's, it is that one.
        let isOnGrid = abs(abs(step) - 1) < 1e-6 && abs(origin - origin.rounded()) < 1e-3
        let samples = abs(step) > 0.2 && !isOnGrid ? 4 : 1
        first.reserveCapacity(count)
        weights.reserveCapacity(count * width)
        var shares = [Double](repeating: 0, count: width)
        for index in 0..<count {
            let start = origin + step * Double(index) - 0.5
            let ends = (start + step / 8, start + step * 7 / 8)
            let low = Self.held(min(ends.0, ends.1).rounded(.down), limit - width)
            for tap in shares.indices { shares[tap] = 0 }
            for sample in 0..<samples {
                // Beyond the border nothing changes any more; what is no number, or has no end, must not get further.
                let place = max(-1, min(Double(limit), start + step * (Double(sample) + 0.5) / Double(samples)))
                let whole = place.rounded(.down)
                let share = (place - whole) / Double(samples)
                shares[min(width - 1, max(0, Self.held(whole, limit - 1) - low))] += 1 / Double(samples) - share
                shares[min(width - 1, max(0, Self.held(whole + 1, limit - 1) - low))] += share
            }
            first.append(Int32(low))
            append(shares)
        }
    }

    /// A whole place held to 0…`most`.
    private static func held(_ place: Double, _ most: Int) -> Int { Int(max(0, min(Double(most), place))) }

    /// Adds weights so rounded that they add up.
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
    /// Whether rows of the picture are rows of the canvas, so that both directions can be resampled by themselves.
    var isUpright: Bool { inverse.b == 0 && inverse.c == 0 }

    /// Calls `body` with the picture as it looks in `area`: its pixels row by row, as many as `area` has.
    /// - Precondition: the picture is upright.
    func withPixels(of area: PixelRect, _ body: (UnsafeMutablePointer<UInt32>) -> Void) {
        let columns = ResamplingTaps(
            count: area.width, origin: inverse.a * Double(area.left) + inverse.tx, step: inverse.a, limit: level.width)
        let rows = ResamplingTaps(
            count: area.height, origin: inverse.d * Double(area.top) + inverse.ty, step: inverse.d,
            limit: level.height)
        guard let low = rows.first.min(), let high = rows.first.max() else { return }
        let sourceRows = Int(low)..<min(level.height, Int(high) + rows.width)
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: sourceRows.count * area.width) { memory in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: area.width * area.height) { pixels in
                guard let spread = memory.baseAddress, let target = pixels.baseAddress else { return }
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
    }
}

extension ResamplingTaps {
    /// Half of a 256th in each of four channels, which rounds to nearest.
    private static let half: UInt64 = 0x0080_0080_0080_0080
    private static let bytes: UInt64 = 0x00FF_00FF_00FF_00FF

    /// Mixes a row of pixels to one of as many as there are here, with their channels spread.
    fileprivate func mix(_ source: UnsafePointer<UInt32>, into target: UnsafeMutablePointer<UInt64>) {
        weights.withUnsafeBufferPointer { weights in
            first.withUnsafeBufferPointer { first in
                for index in first.indices {
                    let taps = source + Int(first[index])
                    var sum = Self.half
                    for tap in 0..<width {
                        let weight = UInt64(weights[index &* width &+ tap])
                        sum &+= PixelArithmetic.spread(taps[tap]) &* weight
                    }
                    target[index] = (sum &>> 8) & Self.bytes
                }
            }
        }
    }

    /// Mixes rows with spread channels, of which the first is `firstRow`, to as many rows of pixels as there are here.
    fileprivate func mixRows(
        _ source: UnsafePointer<UInt64>, firstRow: Int, columns: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        weights.withUnsafeBufferPointer { weights in
            for index in first.indices {
                let taps = source + (Int(first[index]) - firstRow) * columns
                let row = target + index * columns
                for column in 0..<columns {
                    var sum = Self.half
                    for tap in 0..<width {
                        sum &+= taps[tap &* columns &+ column] &* UInt64(weights[index &* width &+ tap])
                    }
                    row[column] = PixelArithmetic.packed((sum &>> 8) & Self.bytes)
                }
            }
        }
    }
}
