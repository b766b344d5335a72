/// An estimate of how much a picture suffers because edges lie on each other.
///
/// A shape that exactly covers another one leaves a trace of it at its edge, because two partly covered pixels mix, and
/// two shapes that touch leave a gap. The smaller the shapes, the larger is the share of such pixels. The tally follows
/// in some of the rows what is painted, so that its owner can draw a picture with large errors finer.
///
/// A tally is a class because it alone owns its memory, which it reuses for every picture.
public final class EdgeTally {
    // Both lists have the pixels of the sampled rows from left to right and from top to bottom; `add` clips every span to
    // `width` and `height`. Every shape of a frame is counted, and nothing that a tally calls calls it back, so exclusive
    // access is not checked at run time.
    /// Whether an edge partly covers each pixel.
    @exclusivity(unchecked)
    var isTouched: [Bool] = []
    /// The pixels before their first edge was painted; undefined where there is none.
    @exclusivity(unchecked)
    var grounds: [UInt32] = []
    @exclusivity(unchecked)
    private var width = 0
    @exclusivity(unchecked)
    private var height = 0
    @exclusivity(unchecked)
    private var sampling = EdgeSampling(height: 0)
    @exclusivity(unchecked)
    var errors: EdgeErrors
    /// The number of bands for which there is memory.
    private var bandCapacity = 0
    @exclusivity(unchecked)
    var isEmpty = true
    /// Whether the edges of the picture are counted.
    @exclusivity(unchecked)
    public private(set) var isCounting = false
    /// Memory for both lists of a picture that is counted on its own.
    @exclusivity(unchecked)
    var spare: (isTouched: [Bool], grounds: [UInt32]) = ([], [])

    /// Creates a tally that counts nothing.
    public init() { errors = EdgeErrors(bands: .allocate(capacity: 0)) }

    deinit { errors.bands.deallocate() }

    /// Begins a picture of this size, in pixels, at the origin of the canvas.
    ///
    /// - Parameter isCounting: Whether edges of this picture are counted.
    public func begin(width: Int, height: Int, isCounting: Bool) {
        (self.width, self.height, self.isCounting) = (width, height, isCounting)
        isEmpty = true
        sampling = EdgeSampling(height: height)
        errors.sum = 0
        if bandCount > bandCapacity {
            errors.bands.deallocate()
            bandCapacity = bandCount
            errors = EdgeErrors(bands: .allocate(capacity: bandCount))
        }
        errors.bands.initialize(repeating: FaultyBand(), count: bandCount)
    }

    var bandCount: Int { (height + FaultyBand.height - 1) / FaultyBand.height }

    /// Returns how many times the mean expected error of the painted pixels of a complete picture exceeds a limit; 0 if it
    /// does not.
    ///
    /// - Parameters:
    ///   - limit: The limit, from 0 to 1.
    ///   - pixmap: The picture.
    public func excess(over limit: Double, in pixmap: borrowing Pixmap) -> Double {
        let weighted = Double(errors.sum) / (limit * Double(EdgeErrors.unit))
        // A few pixels in an empty picture are no reason to draw it again.
        guard weighted > Double(max(width * height / (100 * sampling.distance), 1)) else { return 0 }
        var painted = 0
        pixmap.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height where sampling.contains(y) {
                painted &+= Self.paintedPixels(UnsafeBufferPointer(rebasing: pixels[y &* width..<(y &+ 1) &* width]))
            }
        }
        return weighted > Double(painted) ? weighted / Double(max(painted, 1)) : 0
    }

    /// The parts of the picture in which edges lie on each other, at most two, from top to bottom, with the rows between the
    /// sampled ones.
    public var faultyAreas: [PixelRect] {
        FaultyBand.areas(of: UnsafeBufferPointer(start: errors.bands, count: bandCount), width: width, height: height)
    }

    /// Returns the number of pixels that are not empty.
    private static func paintedPixels(_ pixels: UnsafeBufferPointer<UInt32>) -> Int {
        var count: UInt32 = 0
        // A number or its negative has the highest bit, unless it is 0; the compiler counts several pixels at a time.
        for index in 0..<pixels.count {
            let pixel = pixels[index]
            count &+= (pixel | (0 &- pixel)) &>> 31
        }
        return Int(count)
    }

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
        let mask = mask?.unlessShowing(coverage.bounds)
        var area = surface.bounds.intersection(PixelRect(left: 0, top: 0, right: width, bottom: height))
        if let mask { area = area.intersection(mask.bounds) }
        defer { withExtendedLifetime(mask) {} }
        let bytes = mask?.bytes
        let sampling = sampling
        // A local copy, because each change of a property of the class would be checked for exclusive access.
        var found = errors
        isTouched.withUnsafeMutableBufferPointer { isTouched in
            grounds.withUnsafeMutableBufferPointer { grounds in
                guard let isTouched = isTouched.baseAddress, let grounds = grounds.baseAddress else { return }
                Self.forEachSampledSpan(of: coverage, sampling) { span in
                    let y = Int(span.y)
                    let first = max(Int(span.x), area.left)
                    let last = min(Int(span.x) &+ Int(span.length), area.right)
                    if y < area.top || y >= area.bottom || first >= last { return }
                    let start = sampling.place(of: y) &* width
                    let row = SampledRow(
                        y: y, isTouched: isTouched + start, grounds: grounds + start, pixels: surface.row(y))
                    if let bytes {
                        row.add(first..<last, of: span.coverage, color, maskedBy: bytes.row(y), to: &found)
                    } else if span.coverage < 255 {
                        for x in first..<last { row.addEdge(Int(span.coverage), at: x, to: &found) }
                    } else if color >> 24 == 255 {
                        row.hide(first..<last)
                    }
                }
            }
        }
        errors = found
    }

    /// Calls `body` with each span in a sampled row.
    @inline(__always)
    private static func forEachSampledSpan(
        of coverage: borrowing Coverage, _ sampling: EdgeSampling, _ body: (Span) -> Void
    ) {
        coverage.spans.withUnsafeBufferPointer { spans in
            // A coverage keeps the indices of its own spans.
            for range in coverage.sampledSpans {
                let (start, end) = (Int(range.lowerBound), Int(range.upperBound))
                if !sampling.contains(Int(spans[start].y)) { continue }
                for index in start..<end { body(spans[index]) }
            }
        }
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
        var found = errors
        for y in area.top..<max(area.top, area.bottom) where sampling.contains(y) {
            let (colors, limits, below) = (picture.row(y), matte.row(y), ground.row(y))
            for x in area.left..<max(area.left, area.right) {
                let alpha = Int(colors[x] >> 24)
                let limit = Int(limits[x] >> 24)
                if alpha == 0 || alpha == 255 || limit == 0 || limit == 255 { continue }
                // Where both are translucent over a distance, as glows are, no edges lie on each other.
                guard Self.isEdge(picture, x: x, y: y), Self.isEdge(matte, x: x, y: y) else { continue }
                let hidden = min(alpha * (255 - alpha), limit * (255 - limit)) / 255
                let contrast = EdgeErrors.difference(colors[x], PixelArithmetic.scaled(below[x], by: UInt32(alpha)))
                found.add(hidden * min(255, contrast * 255 / alpha), x: x, y: y)
            }
        }
        errors = found
    }

    /// Counts the edges of a picture that is about to be painted as a whole, where they lie on edges of `ground`.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - ground: The surface on which the picture is painted.
    public func add(_ picture: Surface, paintedOn ground: Surface) {
        guard isCounting else { return }
        let area = picture.painted.intersection(ground.painted)
            .intersection(PixelRect(left: 0, top: 0, right: width, bottom: height))
        var found = errors
        for y in area.top..<max(area.top, area.bottom) where sampling.contains(y) {
            let colors = picture.row(y)
            for x in area.left..<max(area.left, area.right) {
                let alpha = Int(colors[x] >> 24)
                if alpha == 0 || alpha == 255 || !Self.isEdge(picture, x: x, y: y) { continue }
                found.add(Self.greatestStep(ground, x: x, y: y) * min(alpha, 255 - alpha), x: x, y: y)
            }
        }
        errors = found
    }

    /// Returns the greatest difference of a pixel and its neighbours: 0 to 255.
    private static func greatestStep(_ surface: Surface, x: Int, y: Int) -> Int {
        let (bounds, own) = (surface.bounds, surface.row(y)[x])
        func difference(_ x: Int, _ y: Int) -> Int {
            guard x >= bounds.left, x < bounds.right, y >= bounds.top, y < bounds.bottom else { return 0 }
            return EdgeErrors.difference(surface.row(y)[x], own)
        }
        return max(difference(x - 1, y), difference(x + 1, y), difference(x, y - 1), difference(x, y + 1))
    }

    /// The smallest difference of the alpha of two neighbours at an edge. A pixel that a shape covers partly differs by half
    /// the shape's alpha or more from the inside or from the outside.
    private static let leastStep: Int32 = 48
    /// The smallest change of that difference from one side of a pixel to the other, at a line thinner than a pixel or at
    /// the edge of a faint shape; along a gradient it hardly changes.
    private static let leastBend: Int32 = 24

    /// Returns whether the alpha of a pixel differs so much from that of its neighbours that an edge must be there, and no
    /// gradient.
    private static func isEdge(_ surface: Surface, x: Int, y: Int) -> Bool {
        let bounds = surface.bounds
        let own = Int32(surface.row(y)[x] >> 24)
        // A shape may go on outside the surface.
        func difference(_ x: Int, _ y: Int) -> Int32 {
            guard x >= bounds.left, x < bounds.right, y >= bounds.top, y < bounds.bottom else { return 0 }
            return Int32(surface.row(y)[x] >> 24) - own
        }
        func isEdge(_ before: Int32, _ after: Int32) -> Bool {
            max(abs(before), abs(after)) >= leastStep || abs(before + after) >= leastBend
        }
        return isEdge(difference(x - 1, y), difference(x + 1, y)) || isEdge(difference(x, y - 1), difference(x, y + 1))
    }

    private func prepare() {
        guard isEmpty else { return }
        isEmpty = false
        let rows = sampling.rowCount
        let count = rows * width
        if isTouched.count == count {
            isTouched.withUnsafeMutableBufferPointer { $0.update(repeating: false) }
        } else {
            isTouched = Array(repeating: false, count: count)
            grounds = Array(repeating: 0, count: count)
        }
    }
}
