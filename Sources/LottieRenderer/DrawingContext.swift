import Lottie
import VectorGraphics

/// Where painting goes: a surface, and what of it may be painted.
struct Canvas {
    let surface: Surface
    /// The pixels that may be painted, inside the surface.
    var clip: PixelRect
    /// Where given, multiplies what is painted.
    var mask: AlphaMask?
}

/// Memory that painting works in, used again for every shape of every frame.
final class DrawingContext {
    let rasterizer = Rasterizer()
    var stroker = Stroker()
    private var surfaces: [OffscreenSurface] = []
    private var masks: [AlphaMask] = []
    private var workLeft = mostWork
    /// Groups, styles, masks and layers that one frame paints, and every 64 points of a path, at most: mattes and repeaters
    /// in each other multiply, and a file of a kilobyte could otherwise keep a frame busy for years.
    private static let mostWork = 50_000
    /// Edges and cells that one frame's shapes add up, at most: a fraction of a second, where the richest frames at 400
    /// pixels a side have some hundred thousand.
    private static let mostEdges = 20_000_000

    /// Longest side of a surface that effects draw on: three times that of the frame, as what lies farther away adds
    /// next to nothing to it, held to what any machine has memory and time for.
    private(set) var longestSide = 256

    /// Begins a new frame of this size.
    func beginFrame(width: Int, height: Int) {
        workLeft = Self.mostWork
        rasterizer.room = Self.mostEdges
        longestSide = min(2_048, max(256, 3 * max(width, height)))
    }

    /// Whether the frame has room for `work` more.
    func takes(_ work: Int) -> Bool {
        workLeft -= work
        return workLeft >= 0
    }

    /// Whether the frame has room to blend a surface in `mode`: one of the others takes as long as several plain ones.
    func takesBlending(_ mode: BlendMode) -> Bool { mode == .normal || takes(10) }

    /// Calls `body` with a transparent surface over `bounds`, which is taken back afterwards.
    func withSurface(_ bounds: PixelRect, _ body: (Surface) -> Void) {
        let memory = surfaces.popLast() ?? OffscreenSurface()
        body(memory.surface(bounds))
        surfaces.append(memory)
    }

    /// Calls `body` with a mask in an undefined state, which is taken back afterwards.
    func withMask(_ body: (AlphaMask) -> Void) {
        let mask = masks.popLast() ?? AlphaMask()
        body(mask)
        masks.append(mask)
    }

    /// Calls `body` with the canvas limited to a rectangle from the origin, as `transform` maps it.
    ///
    /// A rectangle that holds the whole clip needs no mask; its edges are anti-aliased otherwise.
    /// - Parameter isHeld: whether what `body` paints lies in the rectangle anyway; asked for only where it matters.
    func withClip(
        width: Double, height: Double, transform: AffineTransform, canvas: Canvas,
        unless isHeld: @autoclosure () -> Bool = false, _ body: (Canvas) -> Void
    ) {
        guard width > 0, height > 0 else { return }
        withClip(
            Path(rectangleOfWidth: width, height: height), transform: transform, canvas: canvas, unless: isHeld(), body)
    }

    /// Calls `body` with the canvas limited to an upright rectangle, as `transform` maps it.
    func withClip(
        _ rectangle: Path, transform: AffineTransform, canvas: Canvas, unless isHeld: @autoclosure () -> Bool = false,
        _ body: (Canvas) -> Void
    ) {
        guard let (low, high) = rectangle.bounds(transform: transform) else { return }
        var inner = canvas
        inner.clip = canvas.clip.intersection(PixelRect(holding: low, high))
        if inner.clip.isEmpty { return }
        if transform.b == 0, transform.c == 0, inner.clip.isInside(low, high) { return body(inner) }
        if isHeld() { return body(inner) }
        withMask { mask in
            mask.reset(inner.clip, to: 0)
            var coverage = Coverage()
            rasterizer.begin(clip: inner.clip)
            rasterizer.fill(rectangle, transform: transform)
            rasterizer.finish(.nonZero, into: &coverage)
            mask.add(coverage, opacity: 255)
            if let outer = canvas.mask { mask.multiply(by: outer) }
            inner.mask = mask
            body(inner)
        }
    }
}

extension Path {
    /// A rectangle whose top left is the origin.
    init(rectangleOfWidth width: Double, height: Double) {
        self.init()
        move(to: .zero)
        line(to: Point(Float(width), 0))
        line(to: Point(Float(width), Float(height)))
        line(to: Point(0, Float(height)))
        close()
    }
}

extension PixelRect {
    /// The pixels that an upright rectangle touches; edges within a thousandth of a pixel count as on the grid.
    init(holding low: Point, _ high: Point) {
        let limit = Float(Rasterizer.largestSide * 2)
        func whole(_ value: Float) -> Int { value.isNaN ? 0 : Int(max(-limit, min(limit, value))) }
        self.init(
            left: whole((low.x + 0.001).rounded(.down)), top: whole((low.y + 0.001).rounded(.down)),
            right: whole((high.x - 0.001).rounded(.up)), bottom: whole((high.y - 0.001).rounded(.up)))
    }

    /// Whether all the pixels lie wholly in an upright rectangle.
    func isInside(_ low: Point, _ high: Point) -> Bool {
        low.x - 0.001 <= Float(left) && low.y - 0.001 <= Float(top) && high.x + 0.001 >= Float(right)
            && high.y + 0.001 >= Float(bottom)
    }
}
