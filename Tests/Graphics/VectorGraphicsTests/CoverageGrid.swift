import VectorGraphics

/// The coverage of each pixel of a canvas, from 0 to 255.
struct CoverageGrid: Equatable {
    let width: Int
    let height: Int
    private(set) var bytes: [UInt8]
    /// Whether the spans are in order from top to bottom and from left to right, do not overlap and lie inside the
    /// canvas.
    private(set) var hasOrderedSpans = true

    /// Creates the coverage of everything that `draw` adds to a rasterizer clipped to the canvas.
    init(_ width: Int, _ height: Int, rule: FillRule = .nonZero, _ draw: (Rasterizer) -> Void) {
        let rasterizer = Rasterizer()
        rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: width, bottom: height))
        draw(rasterizer)
        var coverage = Coverage()
        rasterizer.finish(rule, into: &coverage)
        self.init(coverage, width: width, height: height)
    }

    /// Creates the coverage of a filled path.
    init(
        _ width: Int, _ height: Int, filling path: Path, rule: FillRule = .nonZero,
        transform: AffineTransform = .identity
    ) {
        self.init(width, height, rule: rule) { $0.fill(path, transform: transform) }
    }

    /// Creates the coverage of a stroked path.
    init(
        _ width: Int, _ height: Int, stroking path: Path, _ style: StrokeStyle, transform: AffineTransform = .identity
    ) {
        self.init(width, height) { rasterizer in
            var stroker = Stroker()
            stroker.stroke(path, style: style, transform: transform, into: rasterizer)
        }
    }

    init(_ coverage: borrowing Coverage, width: Int, height: Int) {
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: 0, count: width * height)
        var last = -1
        for span in coverage.spans {
            let first = Int(span.y) * width + Int(span.x)
            let end = first + Int(span.length)
            let isInside = span.x >= 0 && span.y >= 0 && Int(span.x) + Int(span.length) <= width && span.y < height
            guard first > last, span.length > 0, span.coverage > 0, isInside else {
                hasOrderedSpans = false
                continue
            }
            for index in first..<end { bytes[index] = span.coverage }
            last = end - 1
        }
    }

    subscript(x: Int, y: Int) -> Int { Int(bytes[y * width + x]) }

    /// The covered area in pixels, with partially covered pixels by their share.
    var area: Double { Double(bytes.reduce(0) { $0 + Int($1) }) / 255 }

    /// Returns the coverage of one row.
    func row(_ y: Int) -> [Int] { (0..<width).map { self[$0, y] } }
}
