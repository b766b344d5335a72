import LottieDocument
import VectorGraphics

/// A target of drawing: a surface and the part of it that may be changed.
struct Canvas {
    let surface: Surface
    /// The pixels that may be changed, inside the surface.
    var clip: PixelRect
    /// A mask that multiplies the opacity of what is drawn; nil for none.
    var mask: AlphaMask?
}

/// The memory for drawing, which is reused for every shape of every frame.
final class DrawingContext {
    let rasterizer = Rasterizer()
    // Every item of a frame uses these properties. Exclusive access to them need not be checked at run time, because the
    // stroker calls only the rasteriser, and the lists are only read and changed as a whole.
    @exclusivity(unchecked)
    var stroker = Stroker()
    /// The memory for a coverage that is drawn at once and not kept.
    @exclusivity(unchecked)
    var scratch = Coverage()
    /// The budget of the frame.
    ///
    /// Nested mattes and repeaters multiply their cost, so a file of one kilobyte could otherwise take years to draw.
    let frameBudget: FrameBudget
    /// The edges of the frame that lie on each other.
    let edges = EdgeTally()
    /// The part of the frame that is drawn: 0 for all of it, 1 or 2 for a part that is drawn finer than it is shown.
    private(set) var part = 0
    /// The number of values of `part`.
    static let partCount = 3
    @exclusivity(unchecked)
    private var surfaces: [OffscreenSurface] = []
    @exclusivity(unchecked)
    private var masks: [AlphaMask] = []
    /// The maximum number of edges and cells of one frame's shapes.
    ///
    /// They take a fraction of a second. The most complex frames have some hundred thousand at a size of 400 pixels.
    private static let maxEdges = 20_000_000

    /// The maximum side length of a surface for effects, in pixels.
    ///
    /// It is three times the frame's longer side, because content farther away hardly affects the frame, and at most
    /// 2,048, to limit memory and time.
    private(set) var maxSurfaceSide = 256

    init(_ work: FrameBudget) { self.frameBudget = work }

    /// Begins a new frame of this size, in pixels.
    ///
    /// - Parameters:
    ///   - width: The width.
    ///   - height: The height.
    ///   - fineness: How many times as wide and high as it is shown the frame is drawn.
    ///   - part: The part of the frame; see ``part``.
    ///   - countsEdges: Whether edges on each other are counted.
    func beginFrame(width: Int, height: Int, fineness: Int, part: Int, countsEdges: Bool) {
        self.part = part
        rasterizer.fineness = fineness
        edges.begin(width: width, height: height, isCounting: countsEdges)
        frameBudget.beginPainting(width: width, height: height)
        rasterizer.remainingWork = Self.maxEdges
        maxSurfaceSide = min(2_048, max(256, 3 * max(width, height)))
    }

    /// Returns how many times as wide and high the complete picture of the frame has to be drawn because of edges that lie
    /// on each other; 1 if it can stay.
    ///
    /// A browser's picture of a usual size, reduced to this one, hardly shows the errors of such edges. They become smaller
    /// with the size of a pixel. Below the limit they are hard to see, also because the estimate is too high for edges that
    /// only cross.
    func neededFineness(in pixmap: borrowing Pixmap) -> Int {
        max(1, Int(min(16, edges.excess(over: 0.025, in: pixmap).rounded(.up))))
    }

    /// Ends the frame.
    func endFrame() {
        if rasterizer.remainingWork < 0 { frameBudget.exhaust(.steps, beyond: Self.maxEdges) }
        frameBudget.endPainting(edges: Self.maxEdges - max(0, rasterizer.remainingWork))
    }

    /// Spends the cost of `items` items and returns whether the budget allowed it.
    ///
    /// An item is a group, style or layer, or 64 points of a path.
    func consumeItems(_ items: Int) -> Bool { consume(steps: items.multipliedClamped(by: DrawingCost.item)) }

    /// Spends `steps` and returns whether the budget allowed it.
    func consume(steps: Int) -> Bool {
        if rasterizer.remainingWork < 0 { frameBudget.exhaust(.steps, beyond: Self.maxEdges) }
        return frameBudget.consume(steps: steps)
    }

    /// Calls `body` with a transparent surface over `bounds`, which is reused afterwards; does nothing if the budget is
    /// exceeded.
    ///
    /// - Parameters:
    ///   - bounds: The pixels of the surface.
    ///   - mode: The blend mode with which the surface will be drawn on another one.
    ///   - body: The closure to call.
    func withSurface(_ bounds: PixelRect, mode: BlendMode = .normal, _ body: (Surface) -> Void) {
        guard frameBudget.reserve(pixels: bounds.area) else { return }
        let memory = surfaces.popLast() ?? OffscreenSurface()
        let surface = memory.makeSurface(bounds)
        body(surface)
        let painted = surface.painted.area
        frameBudget.spend(steps: mode == .normal ? DrawingCost.composing(painted) : DrawingCost.blending(painted))
        frameBudget.release(pixels: bounds.area)
        surfaces.append(memory)
    }

    /// Calls `body` with a mask for the pixels in `bounds`, which is reused afterwards; does nothing if the budget is
    /// exceeded.
    ///
    /// The contents of the mask are undefined at first.
    func withMask(_ bounds: PixelRect, _ body: (AlphaMask) -> Void) {
        let size = bounds.area / 4
        guard frameBudget.reserve(pixels: size), consume(steps: DrawingCost.masking(bounds.area)) else { return }
        let mask = masks.popLast() ?? AlphaMask()
        body(mask)
        frameBudget.release(pixels: size)
        masks.append(mask)
    }

    /// Spends the cost of painting a coverage and returns whether the budget allowed it.
    func consumePainting(_ coverage: borrowing Coverage, with paint: Paint) -> Bool {
        let area = coverage.bounds.area
        if case .color = paint { return consume(steps: DrawingCost.painting(area)) }
        return consume(steps: DrawingCost.shading(area))
    }

    /// Calls `body` with the canvas clipped to a rectangle at the origin, as mapped by `transform`.
    ///
    /// A rectangle that contains the whole current clip needs no mask; otherwise its edges are anti-aliased.
    ///
    /// - Parameters:
    ///   - width: The width of the rectangle.
    ///   - height: The height of the rectangle.
    ///   - transform: The map from the rectangle's space to pixels.
    ///   - canvas: The canvas to clip.
    ///   - isHeld: Whether everything that `body` draws lies inside the rectangle anyway; evaluated only when needed.
    ///   - body: The closure to call.
    func withClip(
        width: Double, height: Double, transform: AffineTransform, canvas: Canvas,
        unless isHeld: @autoclosure () -> Bool = false, _ body: (Canvas) -> Void
    ) {
        guard width > 0, height > 0 else { return }
        withClip(
            Path(rectangleOfWidth: width, height: height), transform: transform, canvas: canvas, unless: isHeld(), body)
    }

    /// Calls `body` with the canvas clipped to an axis-aligned rectangle, as mapped by `transform`.
    func withClip(
        _ rectangle: Path, transform: AffineTransform, canvas: Canvas, unless isHeld: @autoclosure () -> Bool = false,
        _ body: (Canvas) -> Void
    ) {
        guard let (low, high) = rectangle.bounds(transform: transform) else { return }
        var inner = canvas
        inner.clip = canvas.clip.intersection(PixelRect(covering: low, high))
        if inner.clip.isEmpty { return }
        if transform.b == 0, transform.c == 0, inner.clip.isInside(low, high) { return body(inner) }
        if isHeld() { return body(inner) }
        withMask(inner.clip) { mask in
            mask.reset(inner.clip, to: 0)
            var coverage = Coverage()
            rasterizer.begin(clip: inner.clip)
            rasterizer.fill(rectangle, transform: transform)
            rasterizer.finish(.nonZero, into: &coverage)
            mask.add(coverage, opacity: 255)
            // Most shapes lie inside, where no edge of the rectangle matters.
            let isUpright = transform.b == 0 && transform.c == 0
            mask.shownArea = isUpright ? PixelRect(inside: low, high).intersection(inner.clip) : .empty
            if let outer = canvas.mask {
                mask.multiply(by: outer)
                mask.shownArea = mask.shownArea.intersection(outer.shownArea)
            }
            inner.mask = mask
            body(inner)
        }
    }
}

extension Path {
    /// Creates a rectangle whose top-left corner is the origin.
    init(rectangleOfWidth width: Double, height: Double) {
        self.init()
        move(to: .zero)
        addLine(to: Point(Float(width), 0))
        addLine(to: Point(Float(width), Float(height)))
        addLine(to: Point(0, Float(height)))
        close()
    }
}

extension PixelRect {
    /// The number of pixels.
    var area: Int { width * height }

    /// Creates the rectangle of all pixels that an axis-aligned rectangle touches.
    ///
    /// Edges within a thousandth of a pixel of the grid count as on the grid.
    init(covering low: Point, _ high: Point) {
        self.init(
            left: Self.whole((low.x + 0.001).rounded(.down)), top: Self.whole((low.y + 0.001).rounded(.down)),
            right: Self.whole((high.x - 0.001).rounded(.up)), bottom: Self.whole((high.y - 0.001).rounded(.up)))
    }

    /// Creates the rectangle of all pixels that lie completely inside an axis-aligned rectangle; empty if a corner is not
    /// finite.
    init(inside low: Point, _ high: Point) {
        guard low.x.isFinite, low.y.isFinite, high.x.isFinite, high.y.isFinite else {
            self = .empty
            return
        }
        self.init(
            left: Self.whole(low.x.rounded(.up)), top: Self.whole(low.y.rounded(.up)),
            right: Self.whole(high.x.rounded(.down)), bottom: Self.whole(high.y.rounded(.down)))
    }

    /// Converts a whole number, limited to what any picture needs.
    private static func whole(_ value: Float) -> Int {
        let limit = Float(Rasterizer.maxSide * 2)
        return value.isNaN ? 0 : Int(max(-limit, min(limit, value)))
    }

    /// Returns whether all pixels lie completely inside an axis-aligned rectangle.
    func isInside(_ low: Point, _ high: Point) -> Bool {
        low.x - 0.001 <= Float(left) && low.y - 0.001 <= Float(top) && high.x + 0.001 >= Float(right)
            && high.y + 0.001 >= Float(bottom)
    }
}
