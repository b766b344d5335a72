import LottieDocument
import VectorGraphics

/// The content of a layer that is a single rectangle.
///
/// The conforming types are classes because the content of every layer is copied in every frame, and a reference is
/// cheap to copy.
protocol PictureNode: AnyObject {
    /// The rectangle.
    var path: Path { get }
    /// Whether the picture is always the same.
    var isStill: Bool { get }
    /// Evaluates what changes with time, in frames of the composition.
    func evaluate(at time: Double)
    /// Draws the content; `transform` maps the layer's space to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext)
}

extension PictureNode {
    var isStill: Bool { false }
    func evaluate(at time: Double) {}
}

/// A rectangle with a single color.
final class SolidNode: PictureNode {
    private let pixel: UInt32
    let path: Path
    let isStill = true

    init(color: Color, width: Double, height: Double) {
        pixel = PixelArithmetic.pixel(color)
        path = Path(rectangleOfWidth: width, height: height)
    }

    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        var coverage = Coverage()
        context.rasterizer.begin(clip: canvas.clip)
        context.rasterizer.fill(path, transform: transform)
        context.rasterizer.finish(.nonZero, into: &coverage)
        guard context.consumePainting(coverage, with: .color(pixel)) else { return }
        context.edges.add(coverage, with: .color(pixel), opacity: opacity, mask: canvas.mask, on: canvas.surface)
        canvas.surface.fill(coverage, with: .color(pixel), opacity: opacity, mask: canvas.mask)
    }
}

/// A picture that fills its box.
///
/// It is scaled uniformly until it covers the box, centred, and clipped to the box (lottie-web's `xMidYMid slice`).
final class ImageNode: PictureNode {
    private let picture: MipmappedPicture
    let path: Path
    let isStill = true
    private let toLayer: AffineTransform
    // What changes it draws the path and calls no node.
    @exclusivity(unchecked)
    private var place = PictureShape()
    @exclusivity(unchecked)
    private var finePlaces = FineCaches(PictureShape())

    init(_ picture: MipmappedPicture, width: Double, height: Double) {
        self.picture = picture
        let pictureWidth = Double(picture.width)
        let pictureHeight = Double(picture.height)
        let boxWidth = width > 0 ? width : pictureWidth
        let boxHeight = height > 0 ? height : pictureHeight
        path = Path(rectangleOfWidth: boxWidth, height: boxHeight)
        let scale = max(boxWidth / max(1, pictureWidth), boxHeight / max(1, pictureHeight))
        toLayer = AffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: (boxWidth - pictureWidth * scale) / 2,
            ty: (boxHeight - pictureHeight * scale) / 2)
    }

    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        finePlaces.exchange(&place, part: context.part)
        defer { finePlaces.exchange(&place, part: context.part) }
        let key = PictureShape.Key(transform: transform, clip: canvas.clip)
        let wasKept = place.reuse(key, of: path, context: context)
        defer { place.dropUncounted() }
        let paint = Paint.picture(picture, transform: toLayer.concatenating(transform))
        guard context.consumePainting(place.coverage, with: paint) else { return }
        // Most pictures move in each frame or never, so a second frame in the same place promises more.
        if wasKept { place.keepColors(of: paint, frameBudget: context.frameBudget) }
        if let colors = place.colors {
            canvas.surface.fill(place.coverage, with: colors, opacity: opacity, mask: canvas.mask)
        } else {
            canvas.surface.fill(place.coverage, with: paint, opacity: opacity, mask: canvas.mask)
        }
    }
}

/// The last coverage of a picture's rectangle, with everything that it depends on, and the colors in it.
private struct PictureShape {
    struct Key: Equatable {
        let transform: AffineTransform
        let clip: PixelRect
    }

    private var key: Key?
    private(set) var coverage = Coverage()
    /// The picture's colors in the coverage; nil before the second frame in the same place.
    private(set) var colors: ShadedShape?
    /// The part of the rasteriser's budget that the coverage took.
    private var cost = 0
    private let share = CacheShare()

    /// Computes the coverage of `path`, or reuses it, and returns whether it was reused.
    mutating func reuse(_ key: Key, of path: Path, context: DrawingContext) -> Bool {
        if self.key == key {
            context.rasterizer.remainingWork -= cost
            return true
        }
        let roomBefore = context.rasterizer.remainingWork
        context.rasterizer.begin(clip: key.clip)
        context.rasterizer.fill(path, transform: key.transform)
        context.rasterizer.finish(.nonZero, into: &coverage)
        cost = roomBefore - context.rasterizer.remainingWork
        colors = nil
        let isCounted = share.setSpans(coverage.spans.count, in: context.frameBudget)
        self.key = isCounted && context.rasterizer.remainingWork >= 0 ? key : nil
        return false
    }

    /// Drops a coverage that is not reused, because nothing counts its memory.
    mutating func dropUncounted() { if key == nil { coverage = Coverage() } }

    /// Keeps the colors of the picture, if the limit for caches allows it.
    mutating func keepColors(of paint: Paint, frameBudget: FrameBudget) {
        if colors == nil, share.setShading(coverage, in: frameBudget) { colors = ShadedShape(coverage, with: paint) }
    }
}
