public import Lottie
public import Typography
public import VectorGraphics

/// Draws the frames of one animation at one size.
///
/// It keeps what doesn't change from frame to frame, so drawing frames in any order gives the same pixels as drawing each
/// with a new renderer. It is a class because that memory has one owner; it belongs to one task at a time.
public final class AnimationRenderer {
    /// Pixels in a row of what is drawn.
    public let width: Int
    /// Rows of what is drawn.
    public let height: Int

    let composition: Composition
    private(set) var root: CompositionNode
    let viewport: AffineTransform
    let context: DrawingContext
    /// What expressions reach, which they don't own; nil where there are none.
    private(set) var expressions: ExpressionWorld?
    private var builder: NodeBuilder
    private let rules: DrawingRules
    private let fonts: any FontSource

    /// How a composition is brought to the size of the picture; always uniformly and centred.
    public enum Scaling: Sendable {
        /// All of it is seen; what is left of the picture stays empty.
        case fit
        /// All of the picture is covered; what is left of the composition is cut off.
        case cover
    }

    /// A renderer of `composition` at `width` × `height` pixels.
    ///
    /// Letters that have no outlines in the file are set in `fonts`, which are looked for when the first one shows.
    /// - Parameters:
    ///   - rules: whose way it goes where players differ.
    ///   - fonts: where letters come from that have no outlines in the file.
    ///   - properties: values in place of those of the file.
    /// - Precondition: both sides are 0 or more, and at most `Rasterizer.largestSide`.
    public init(
        _ composition: Composition, width: Int, height: Int, scaling: Scaling = .fit, rules: DrawingRules = .lottieWeb,
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
        self.rules = rules
        self.fonts = fonts
        builder = NodeBuilder(composition, rules: rules, fonts: fonts, properties: properties)
        root = builder.root()
        expressions = builder.expressions
        context = DrawingContext()
    }

    /// Values in place of those of the file; new ones count from the next frame that is evaluated.
    ///
    /// Where only values change, and not the paths, the layers that they concern are made anew, which takes tens of microseconds
    /// each; other paths, and documents with expressions, take as long as a new renderer. What changes in every frame had
    /// better be a closure, which costs as much as keyframes.
    public var properties: DynamicProperties {
        get { builder.use?.properties ?? DynamicProperties() }
        set {
            if builder.use == nil && newValue.isEmpty { return }
            if !builder.change(to: newValue) {
                builder = NodeBuilder(composition, rules: rules, fonts: fonts, properties: newValue)
                root = builder.root()
                expressions = builder.expressions
            }
            root.forgetTime()
        }
    }

    /// Draws a frame: clears `pixmap`, then paints the composition, clipped to its own rectangle.
    /// - Parameter frame: in the composition's own numbers; fractions are frames in between.
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(frame: Double, into pixmap: inout Pixmap) {
        evaluate(frame: frame)
        draw(into: &pixmap)
    }

    /// Finds where everything stands at `frame`; `draw(into:)` then paints it.
    ///
    /// The two halves of drawing are apart so that their times can be measured.
    public func evaluate(frame: Double) {
        expressions?.beginFrame()
        root.evaluate(at: frame.isFinite ? frame : composition.inPoint)
    }

    /// Expressions that failed in the frames evaluated so far, each kind once.
    public var expressionFailures: [ExpressionFailure] { expressions?.failures ?? [] }

    /// Paints the frame that was evaluated last.
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(into pixmap: inout Pixmap) {
        paint(into: &pixmap) { canvas in root.draw(on: canvas, transform: viewport, context: context) }
    }

    /// Clears `pixmap` and calls `body` with what of it the composition may paint.
    func paint(into pixmap: inout Pixmap, _ body: (Canvas) -> Void) {
        precondition(pixmap.width == width && pixmap.height == height, "the pixmap has the renderer's size")
        pixmap.clear()
        context.beginFrame(width: width, height: height)
        let bounds = PixelRect(left: 0, top: 0, right: width, bottom: height)
        pixmap.withSurface { surface in
            context.withClip(
                width: composition.width, height: composition.height, transform: viewport,
                canvas: Canvas(surface: surface, clip: bounds, mask: nil), body)
        }
    }
}
