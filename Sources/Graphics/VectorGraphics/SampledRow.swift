/// A row of a picture in which an ``EdgeTally`` follows what is painted.
///
/// Its memory is indexed by the columns of the canvas; the tally clips all columns to the memory before it calls.
struct SampledRow {
    /// The row of the canvas.
    let y: Int
    /// Whether an edge partly covers each pixel.
    let isTouched: UnsafeMutablePointer<Bool>
    /// The pixels before their first edge was painted; undefined where there is none.
    let grounds: UnsafeMutablePointer<UInt32>
    /// The pixels now.
    let pixels: UnsafeMutablePointer<UInt32>

    /// Forgets the edges that an opaque shape covers completely.
    @inline(__always)
    func hide(_ columns: Range<Int>) {
        (isTouched + columns.lowerBound).update(repeating: false, count: columns.count)
    }

    /// Counts a pixel that is about to be covered partly.
    ///
    /// The error of a second edge is what the first one has changed, as far as the second one does not hide it.
    @inline(__always)
    func addEdge(_ coverage: Int, at x: Int, to errors: inout EdgeErrors) {
        errors.add(errorOfEdge(coverage, at: x), x: x, y: y)
    }

    /// Counts a part of a span that is about to be painted through a mask.
    @inline(__always)
    func add(
        _ columns: Range<Int>, of coverage: UInt8, _ color: UInt32, maskedBy factors: UnsafePointer<UInt8>,
        to errors: inout EdgeErrors
    ) {
        var x = columns.lowerBound
        while x < columns.upperBound {
            if coverage == 255, x &+ 8 <= columns.upperBound,
                let end = Self.endOfUniformRun(factors, from: x, to: columns.upperBound)
            {
                if factors[x] == 255, color >> 24 == 255 { hide(x..<end) }
                x = end
                continue
            }
            errors.add(maskedError(coverage, factors[x], color, at: x), x: x, y: y)
            x &+= 1
        }
    }

    /// Returns the end of a run of eight or more factors that are all 0 or all 255; nil if there is none at `start`.
    ///
    /// The eight factors from `start` on lie before `end`.
    @inline(__always)
    private static func endOfUniformRun(_ factors: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
        let eight = UnsafeRawPointer(factors + start).loadUnaligned(as: UInt64.self)
        guard eight == 0 || eight == .max else { return nil }
        var x = start &+ 8
        while x &+ 8 <= end, UnsafeRawPointer(factors + x).loadUnaligned(as: UInt64.self) == eight { x &+= 8 }
        return x
    }

    @inline(__always)
    private func errorOfEdge(_ coverage: Int, at x: Int) -> Int {
        if isTouched[x] {
            return EdgeErrors.difference(pixels[x], grounds[x]) &* min(255 &- coverage, 2 &* coverage)
        }
        isTouched[x] = true
        grounds[x] = pixels[x]
        return 0
    }

    /// Returns the expected error of a pixel that is about to be covered through a mask. The edges of the shape and of the
    /// mask can lie on each other.
    @inline(__always)
    private func maskedError(_ coverage: UInt8, _ factor: UInt8, _ color: UInt32, at x: Int) -> Int {
        let whole = Int(MaskBytes.product(coverage, factor))
        if whole == 0 { return 0 }
        if whole == 255 {
            if color >> 24 == 255 { isTouched[x] = false }
            return 0
        }
        var hidden = 0
        if coverage < 255 && factor < 255 {
            hidden = min(Int(coverage) &* Int(255 &- coverage), Int(factor) &* Int(255 &- factor)) / 255
            hidden &*= EdgeErrors.difference(color, PixelArithmetic.scaled(pixels[x], by: color >> 24))
        }
        return hidden &+ errorOfEdge(whole, at: x)
    }
}

/// The expected errors of pixels.
struct EdgeErrors {
    /// The sum of the errors, in fractions of `unit`.
    var sum = 0
    /// Where the errors can be seen; the memory is the tally's, which clips all rows to it.
    let bands: UnsafeMutablePointer<FaultyBand>

    /// An error of one pixel, from black to white.
    static let unit = 255 * 255

    @inline(__always)
    mutating func add(_ error: Int, x: Int, y: Int) {
        sum &+= error
        if error > Self.unit / 32 { bands[y / FaultyBand.height].add(x) }
    }

    /// Returns the greatest difference of a channel of two pixels, on black or on white: 0 to 255.
    @inline(__always)
    static func difference(_ a: UInt32, _ b: UInt32) -> Int {
        let shifts = SIMD4<UInt32>(0, 8, 16, 24)
        let first = SIMD4<Int32>(truncatingIfNeeded: (SIMD4(repeating: a) &>> shifts) & 255)
        let second = SIMD4<Int32>(truncatingIfNeeded: (SIMD4(repeating: b) &>> shifts) & 255)
        let onBlack = first &- second
        // On white, the transparent part of every channel is white.
        let onWhite = onBlack &- SIMD4(repeating: onBlack.w)
        let greatest = max(
            max(abs(onBlack.x), abs(onBlack.y), abs(onBlack.z)), max(abs(onWhite.x), abs(onWhite.y), abs(onWhite.z)))
        return Int(min(255, greatest))
    }
}
