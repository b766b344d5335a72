public import Budgets
public import LottieDocument
public import Typography
public import VectorGraphics

/// A renderer that draws the frames of one animation at one size.
///
/// It caches what does not change between frames. The frames can be drawn in any order; the pixels are the same as
/// those of a new renderer for each frame. The renderer is a class because the caches have a single owner; only one
/// task may use it at a time.
public final class AnimationRenderer {
    /// The width of the picture, in pixels.
    public let width: Int
    /// The height of the picture, in pixels.
    public let height: Int

    let composition: Composition
    private(set) var root: CompositionNode
    let viewport: AffineTransform
    let context: DrawingContext
    /// The environment of the expressions; nil if there are none. Expressions do not own it.
    private(set) var expressionEnvironment: ExpressionEnvironment?
    private var builder: NodeBuilder
    private let compatibility: RenderingCompatibility
    private let fonts: any FontSource
    let frameBudget = FrameBudget()
    /// How many times as wide and high a picture is drawn at most if many edges lie on each other; 1 if it never is.
    private let maxFineness: Int
    /// The memory of finer pictures.
    private let fineMemory = OffscreenSurface()
    /// What the renderer knows of the pictures that it has drawn.
    var drawn = DrawnPictures()

    /// The scaling of a composition to the picture's size, always uniform and centred.
    public enum Scaling: Sendable {
        /// The whole composition is visible; the rest of the picture stays empty.
        case fit
        /// The composition covers the whole picture; the rest of the composition is cut off.
        case cover
    }

    /// Creates a renderer of `composition` for a picture of `width` × `height` pixels.
    ///
    /// The fonts are loaded when the first letter without an outline in the file appears.
    ///
    /// - Parameters:
    ///   - composition: The animation to draw.
    ///   - width: The width of the picture, in pixels.
    ///   - height: The height of the picture, in pixels.
    ///   - scaling: The scaling of the composition to the picture.
    ///   - compatibility: The player to imitate where players differ.
    ///   - fonts: The source of letters that have no outlines in the file.
    ///   - properties: Values that replace those of the file.
    /// - Precondition: `width` and `height` are from 0 to `Rasterizer.maxSide`.
    public init(
        _ composition: Composition, width: Int, height: Int, scaling: Scaling = .fit,
        compatibility: RenderingCompatibility = .lottieWeb,
        fonts: any FontSource = SystemFonts.installed, properties: DynamicProperties = DynamicProperties()
    ) {
        self.composition = composition
        self.width = width
        self.height = height
        let (wide, high) = (Double(width) / composition.width, Double(height) / composition.height)
        let scale = scaling == .fit ? min(wide, high) : max(wide, high)
        viewport = AffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: (Double(width) - composition.width * scale) / 2,
            ty: (Double(height) - composition.height * scale) / 2)
        self.compatibility = compatibility
        self.fonts = fonts
        builder = NodeBuilder(
            composition, compatibility: compatibility, fonts: fonts, properties: properties, frameBudget: frameBudget)
        root = builder.makeRoot()
        expressionEnvironment = builder.expressionEnvironment
        context = DrawingContext(frameBudget)
        maxFineness = Self.maxFineness(width: width, height: height)
    }

    /// The values that replace those of the file; new ones apply from the next evaluated frame.
    ///
    /// If only values change and the key paths stay the same, the affected layers are rebuilt, which takes tens of
    /// microseconds each. Other key paths, or a document with expressions, take as long as a new renderer. For a value
    /// that changes in every frame use a closure, which costs as much as keyframes.
    public var properties: DynamicProperties {
        get { builder.appliedProperties?.properties ?? DynamicProperties() }
        set {
            if builder.appliedProperties == nil && newValue.isEmpty { return }
            if !builder.replaceProperties(with: newValue) {
                builder = NodeBuilder(
                    composition, compatibility: compatibility, fonts: fonts, properties: newValue,
                    frameBudget: frameBudget)
                root = builder.makeRoot()
                expressionEnvironment = builder.expressionEnvironment
            }
            root.invalidateTime()
            drawn.forget()
        }
    }

    /// Draws a frame: clears `pixmap` and draws the composition, clipped to its own rectangle.
    ///
    /// - Parameters:
    ///   - frame: The frame in the composition's own numbers; fractional numbers lie between two frames.
    ///   - pixmap: The picture to draw into.
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(frame: Double, into pixmap: inout Pixmap) {
        evaluate(frame: frame)
        draw(into: &pixmap)
    }

    /// Evaluates all properties at `frame`; `draw(into:)` then draws the result.
    ///
    /// The two steps are separate so that their times can be measured.
    public func evaluate(frame: Double) {
        let frame = shownFrame(frame)
        withEvaluationBudget { root.evaluate(at: frame) }
        drawn.evaluatedFrame = frame
    }

    /// Returns the frame that is drawn for a number that a caller gives.
    private func shownFrame(_ frame: Double) -> Double { frame.isFinite ? frame : composition.inPoint }

    /// Returns whether a picture shows a frame already, so that it need not be drawn again: this renderer has drawn the frame
    /// into it, or another one that looks the same, and nobody has changed the picture since.
    ///
    ///     if !renderer.isShown(frame: frame, in: picture) { renderer.draw(frame: frame, into: &picture) }
    ///
    /// Animations stand still before their first keyframe, after the last one, and while keyframes hold. Values that the
    /// caller computes, animations inside layers, and expressions can change at any time.
    ///
    /// - Parameters:
    ///   - frame: The frame, as for `draw(frame:into:)`.
    ///   - pixmap: The picture.
    public func isShown(frame: Double, in pixmap: Pixmap) -> Bool {
        drawn.isShown(shownFrame(frame), in: pixmap) {
            builder.appliedProperties?.properties.isFixed == false ? ChangeTimes() : ChangeTimes(of: composition)
        }
    }

    /// Calls `body` within the budget for evaluating one frame.
    func withEvaluationBudget(_ body: () -> Void) {
        drawn.evaluatedFrame = nil
        expressionEnvironment?.beginFrame()
        frameBudget.beginEvaluation()
        body()
        if let expressionEnvironment {
            frameBudget.spend(steps: expressionEnvironment.spentSteps * DrawingCost.expressionStep)
        }
        frameBudget.endEvaluation()
    }

    /// The first resource that the last frame exceeded; nil if the frame is complete.
    ///
    /// Do not show a frame with a shortage: an arbitrary part of it is missing. A shortage of the document itself, such
    /// as too many layers, persists for all frames.
    public var shortage: BudgetExceeded? { frameBudget.shortage }

    /// Draws a frame like `draw(frame:into:)` and spends its cost from `budget`, which several frames may share.
    ///
    /// - Throws: `BudgetExceeded` if the frame costs more than `budget` has left or more than a single frame may cost.
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(
        frame: Double, into pixmap: inout Pixmap, within budget: inout Budget
    ) throws(BudgetExceeded) {
        frameBudget.beginSharedBudget(budget)
        draw(frame: frame, into: &pixmap)
        budget = frameBudget.endSharedBudget() ?? budget
        if let shortage { throw shortage }
        try budget.check(at: "")
    }

    /// The expressions that failed in the frames evaluated so far, each kind of failure once.
    public var expressionFailures: [ExpressionFailure] { expressionEnvironment?.failures ?? [] }

    /// Draws the last evaluated frame.
    ///
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(into pixmap: inout Pixmap) {
        precondition(pixmap.width == width && pixmap.height == height, "the pixmap has the renderer's size")
        defer { pixmap.origin = shortage == nil ? drawn.origin : nil }
        paint(into: &pixmap, countsEdges: maxFineness > 1) { canvas in
            root.draw(on: canvas, transform: viewport, context: context)
        }
        guard maxFineness > 1, shortage == nil else { return }
        let fineness = min(maxFineness, context.neededFineness(in: pixmap))
        if fineness > 1 { drawFinely(fineness, into: &pixmap) }
    }

    /// Returns how many times as wide and high the finer picture of a small picture is at most; 1 for a large one, where
    /// edges are a small part and a finer picture takes long.
    private static func maxFineness(width: Int, height: Int) -> Int {
        let area = width * height
        return area <= 64_000 ? 4 : area <= 256_000 ? 2 : 1
    }

    /// Draws the parts of the last evaluated frame with edges on each other `fineness` times as wide and high, and averages
    /// the pixels.
    private func drawFinely(_ fineness: Int, into pixmap: inout Pixmap) {
        let enlarged = viewport.concatenating(.scale(x: Double(fineness), y: Double(fineness)))
        for (index, area) in context.edges.faultyAreas.enumerated() {
            let fine = fineMemory.makeSurface(area.multiplied(by: fineness))
            paint(on: fine, viewport: enlarged, fineness: fineness, part: index + 1) { canvas in
                root.draw(on: canvas, transform: enlarged, context: context)
            }
            if shortage != nil {
                // A frame that exceeds the budget only when it is drawn finely remains as it is.
                paint(into: &pixmap) { canvas in root.draw(on: canvas, transform: viewport, context: context) }
                return
            }
            pixmap.average(fine, factor: fineness)
        }
    }

    /// Clears `pixmap` and calls `body` with a canvas clipped to the composition.
    func paint(into pixmap: inout Pixmap, countsEdges: Bool = false, _ body: (Canvas) -> Void) {
        precondition(pixmap.width == width && pixmap.height == height, "the pixmap has the renderer's size")
        pixmap.clear()
        pixmap.withSurface { paint(on: $0, viewport: viewport, countsEdges: countsEdges, body) }
    }

    /// Calls `body` with a canvas clipped to the composition, which `viewport` maps to the pixels of an empty surface.
    private func paint(
        on surface: Surface, viewport: AffineTransform, fineness: Int = 1, part: Int = 0, countsEdges: Bool = false,
        _ body: (Canvas) -> Void
    ) {
        context.beginFrame(
            width: width * fineness, height: height * fineness, fineness: fineness, part: part,
            countsEdges: countsEdges)
        context.withClip(
            width: composition.width, height: composition.height, transform: viewport,
            canvas: Canvas(surface: surface, clip: surface.bounds, mask: nil), body)
        context.endFrame()
    }
}
