import LottieDocument
import VectorGraphics

/// The content of a layer that is a single rectangle.
///
/// The conforming types are classes because the content of every layer is copied in every frame, and a reference is
/// cheap to copy.
protocol PictureNode: AnyObject {
    /// The rectangle.
    var path: Path { get }
    /// Draws the content; `transform` maps the layer's space to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext)
}

/// A rectangle with a single color.
final class SolidNode: PictureNode {
    private let pixel: UInt32
    let path: Path

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
        canvas.surface.fill(coverage, with: .color(pixel), opacity: opacity, mask: canvas.mask)
    }
}

/// A picture that fills its box.
///
/// It is scaled uniformly until it covers the box, centred, and clipped to the box (lottie-web's `xMidYMid slice`).
final class ImageNode: PictureNode {
    private let picture: MipmappedPicture
    let path: Path
    private let toLayer: AffineTransform

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
        var coverage = Coverage()
        context.rasterizer.begin(clip: canvas.clip)
        context.rasterizer.fill(path, transform: transform)
        context.rasterizer.finish(.nonZero, into: &coverage)
        let paint = Paint.picture(picture, transform: toLayer.concatenating(transform))
        guard context.consumePainting(coverage, with: paint) else { return }
        canvas.surface.fill(coverage, with: paint, opacity: opacity, mask: canvas.mask)
    }
}
