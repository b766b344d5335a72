/// An estimate of how much a picture suffers because edges lie on each other.
///
/// A shape that exactly covers another one leaves a trace of it at its edge, because two partly covered pixels mix, and
/// two shapes that touch leave a gap. The smaller the shapes, the larger is the share of such pixels. The tally follows
/// in a quarter of the rows what is painted, so that its owner can draw a picture with large errors finer.
///
/// A tally is a class because it alone owns its memory, which it reuses for every picture.
public final class EdgeTally {
    // Both lists have the pixels of the sampled rows from left to right and from top to bottom; `add` clips every span to
    // `width` and `height`.
    /// Whether an edge partly covers each pixel.
    private var isTouched: [Bool] = []
    /// The pixels before their first edge was painted; undefined where there is none.
    private var grounds: [UInt32] = []
    private var width = 0
    private var height = 0
    /// The sum of the expected errors, in fractions of `unit`.
    private var error = 0
    private var isEmpty = true
    private var isCounting = false

    /// An error of one pixel, from black to white.
    private static let unit = 255 * 255

    /// Creates a tally that counts nothing.
    public init() {}

    /// Begins a picture of this size, in pixels, at the origin of the canvas.
    ///
    /// - Parameter isCounting: Whether edges of this picture are counted.
    public func begin(width: Int, height: Int, isCounting: Bool) {
        (self.width, self.height, self.isCounting) = (width, height, isCounting)
        (error, isEmpty) = (0, true)
    }

    /// Returns whether the mean expected error of the painted pixels of a complete picture exceeds a limit.
    ///
    /// - Parameters:
    ///   - limit: The limit, from 0 to 1.
    ///   - pixmap: The picture.
    public func exceeds(_ limit: Double, in pixmap: borrowing Pixmap) -> Bool {
        // A few pixels in an empty picture are no reason to draw it again.
        let room = Double(error) / (limit * Double(Self.unit))
        guard room > Double(max(width * height / 400, 1)) else { return false }
        var painted = 0
        pixmap.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height where Self.isSampled(y) {
                for x in 0..<width { painted &+= pixels[y &* width &+ x] == 0 ? 0 : 1 }
            }
        }
        return room > Double(painted)
    }

    /// Whether a row is one of two in eight, at irregular distances, which few regular patterns share.
    @inline(__always)
    private static func isSampled(_ y: Int) -> Bool { (y &* 5 &+ 2) & 7 < 2 }

    /// Returns the place of a sampled row among the sampled ones; they are 3 and 6 of each eight.
    @inline(__always)
    private static func place(ofSampledRow y: Int) -> Int { y &>> 3 &* 2 &+ (y & 7) / 6 }

    /// Counts a shape that is about to be painted.
    ///
    /// - Parameters:
    ///   - coverage: The shape.
    ///   - paint: The paint.
    ///   - opacity: A factor for the paint's own opacity, 0 to 255.
    ///   - mask: A mask that multiplies the coverage, or nil for none.
    ///   - surface: The surface before the shape is painted.
    public func add(
        _ coverage: borrowing Coverage, with paint: Paint, opacity: UInt8, mask: AlphaMask?, on surface: Surface
    ) {
        guard isCounting else { return }
        let color: UInt32
        switch paint {
        case .color(let pixel): color = PixelArithmetic.scaled(pixel, by: UInt32(opacity))
        case .gradient(let gradient, _):
            color = PixelArithmetic.scaled(gradient.table[Gradient.tableSize / 2], by: UInt32(opacity))
        case .picture: return
        }
        prepare()
        var area = surface.bounds.intersection(PixelRect(left: 0, top: 0, right: width, bottom: height))
        if let mask { area = area.intersection(mask.bounds) }
        defer { withExtendedLifetime(mask) {} }
        let bytes = mask?.bytes
        // A local sum, because each change of a property of the class would be checked for exclusive access.
        var sum = 0
        isTouched.withUnsafeMutableBufferPointer { isTouched in
            grounds.withUnsafeMutableBufferPointer { grounds in
                Self.forEachSampledSpan(of: coverage) { span in
                    let y = Int(span.y)
                    let first = max(Int(span.x), area.left)
                    let last = min(Int(span.x) &+ Int(span.length), area.right)
                    if y < area.top || y >= area.bottom || first >= last { return }
                    let start = Self.place(ofSampledRow: y) &* width
                    let row = surface.row(y)
                    if let bytes {
                        let factors = bytes.row(y)
                        for x in first..<last {
                            let index = start &+ x
                            sum &+= Self.maskedError(
                                span.coverage, factors[x], color, over: row[x], &isTouched[index], &grounds[index])
                        }
                    } else if span.coverage < 255 {
                        for x in first..<last {
                            let index = start &+ x
                            sum &+= Self.error(
                                of: Int(span.coverage), over: row[x], &isTouched[index], &grounds[index])
                        }
                    } else if color >> 24 == 255 {
                        isTouched[start &+ first..<start &+ last].update(repeating: false)
                    }
                }
            }
        }
        error += sum
    }

    /// Calls `body` with each span in a sampled row.
    ///
    /// The spans of other rows are skipped by a search, because there are four times as many.
    @inline(__always)
    private static func forEachSampledSpan(of coverage: borrowing Coverage, _ body: (Span) -> Void) {
        coverage.spans.withUnsafeBufferPointer { spans in
            var index = 0
            while index < spans.count {
                var y = Int(spans[index].y)
                if !isSampled(y) {
                    repeat { y &+= 1 } while !isSampled(y)
                    index = firstIndex(inRow: y, of: spans, from: index)
                }
                while index < spans.count, Int(spans[index].y) == y {
                    body(spans[index])
                    index &+= 1
                }
            }
        }
    }

    /// Returns the index of the first span in a row or below it; all spans before `start` lie above it.
    @inline(__always)
    private static func firstIndex(inRow y: Int, of spans: UnsafeBufferPointer<Span>, from start: Int) -> Int {
        // The spans of a few rows are near, so the search begins with growing steps.
        var (low, step) = (start, 4)
        while low &+ step < spans.count, Int(spans[low &+ step].y) < y {
            low &+= step
            step &*= 2
        }
        var high = min(low &+ step, spans.count)
        while low < high {
            let middle = (low &+ high) / 2
            if Int(spans[middle].y) < y { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// Marks a pixel that is about to be covered partly, and returns its expected error.
    ///
    /// The error of a second edge is what the first one has changed, as far as the second one does not hide it.
    @inline(__always)
    private static func error(
        of coverage: Int, over pixel: UInt32, _ isTouched: inout Bool, _ ground: inout UInt32
    ) -> Int {
        if isTouched { return difference(pixel, ground) &* min(255 &- coverage, 2 &* coverage) }
        isTouched = true
        ground = pixel
        return 0
    }

    /// Marks a pixel that is about to be covered through a mask, and returns its expected error. The edges of the shape
    /// and of the mask can lie on each other.
    @inline(__always)
    private static func maskedError(
        _ coverage: UInt8, _ factor: UInt8, _ color: UInt32, over pixel: UInt32, _ isTouched: inout Bool,
        _ ground: inout UInt32
    ) -> Int {
        let whole = Int(MaskBytes.product(coverage, factor))
        if whole == 0 { return 0 }
        if whole == 255 {
            if color >> 24 == 255 { isTouched = false }
            return 0
        }
        var hidden = 0
        if coverage < 255 && factor < 255 {
            hidden = min(Int(coverage) &* Int(255 &- coverage), Int(factor) &* Int(255 &- factor)) / 255
            hidden &*= difference(color, PixelArithmetic.scaled(pixel, by: color >> 24))
        }
        return hidden &+ error(of: whole, over: pixel, &isTouched, &ground)
    }

    /// Counts the edges of a picture that is about to be limited by a matte, and then painted on `ground`.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - matte: The picture of the matte.
    ///   - ground: The surface on which the result is painted.
    public func add(_ picture: Surface, limitedBy matte: Surface, on ground: Surface) {
        guard isCounting else { return }
        let area = picture.painted.intersection(matte.painted).intersection(ground.bounds)
            .intersection(PixelRect(left: 0, top: 0, right: width, bottom: height))
        for y in area.top..<max(area.top, area.bottom) where Self.isSampled(y) {
            let (colors, limits, below) = (picture.row(y), matte.row(y), ground.row(y))
            for x in area.left..<max(area.left, area.right) {
                let alpha = Int(colors[x] >> 24)
                let limit = Int(limits[x] >> 24)
                if alpha == 0 || alpha == 255 || limit == 0 || limit == 255 { continue }
                let hidden = min(alpha * (255 - alpha), limit * (255 - limit)) / 255
                let contrast = Self.difference(colors[x], PixelArithmetic.scaled(below[x], by: UInt32(alpha)))
                error += hidden * min(255, contrast * 255 / alpha)
            }
        }
    }

    private func prepare() {
        guard isEmpty else { return }
        isEmpty = false
        let rows = (height + 7) / 8 * 2
        let count = rows * width
        if isTouched.count == count {
            isTouched.withUnsafeMutableBufferPointer { $0.update(repeating: false) }
        } else {
            isTouched = Array(repeating: false, count: count)
            grounds = Array(repeating: 0, count: count)
        }
    }

    /// Returns the greatest difference of a channel of two pixels, on black or on white: 0 to 255.
    @inline(__always)
    private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
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
