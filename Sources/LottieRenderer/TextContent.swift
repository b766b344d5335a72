import Lottie
import VectorGraphics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What a text layer paints: letter by letter where they move, else all of them as one path.
final class TextContent {
    private let layer: TextLayer
    private let letters: LetterSource
    private let pathSource: Property<BezierShape>?
    private var layout: (index: Int, layout: TextLayout)?
    private var placed: [PlacedLetter] = []

    /// - Parameter masks: the layer's, one of which may be the path that letters stand on.
    init(_ layer: TextLayer, masks: [Mask], letters: LetterSource) {
        self.layer = layer
        self.letters = letters
        pathSource = layer.path.flatMap { masks.indices.contains($0.mask) ? masks[$0.mask].path : nil }
    }

    /// Gives the letters back, as another text may take this one's place.
    deinit { letters.room += layout?.layout.letters.count ?? 0 }

    /// Things painted one over the other, so far as matters: 0, 1 or 2 for more.
    var paintCount: Int { min(2, placed.reduce(0) { $0 + ($1.fill == 0 ? 0 : 1) + ($1.stroke == 0 ? 0 : 1) }) }

    /// Finds where the letters stand at `time`, and their colours.
    func evaluate(at time: Double) {
        guard let (index, original) = layer.document(at: time) else { return }
        var document = original
        if layer.script?.binding != nil || layer.binding != nil {
            document.text = layer.string(at: time)
            if let old = layout?.layout, old.document != document {
                letters.room += old.letters.count
                layout = nil
            }
        }
        let isStill = layer.animators.isEmpty && pathSource == nil
        if layout?.index == index && isStill { return }
        if layout?.index != index {
            letters.room += layout?.layout.letters.count ?? 0
            let next = TextLayout(document, of: layer, letters: letters)
            letters.room -= next.letters.count
            layout = (index, next)
        }
        guard let layout = layout?.layout else { return }
        if isStill {
            placed = Self.still(layout)
        } else {
            var placement = LetterPlacement(layout, layer: layer, path: pathSource?.value(at: time), time: time)
            placed = placement.letters()
        }
    }

    /// The letters where the text has them: as one path, unless they have outlines that may lie over each other.
    private static func still(_ layout: TextLayout) -> [PlacedLetter] {
        let document = layout.document
        var whole = PlacedLetter(
            path: Path(), matrix: .identity, opacity: 255, fill: document.fill.map(PixelArithmetic.pixel) ?? 0,
            stroke: document.stroke.map(PixelArithmetic.pixel) ?? 0, strokeWidth: document.strokeWidth,
            isStrokeUnder: layout.isStrokeUnder)
        let isOnePath = whole.stroke == 0 || !(whole.strokeWidth > 0)
        var letters: [PlacedLetter] = []
        var (x, y) = (0.0, 0.0)
        let origin = Vector(document.boxPosition?.x ?? 0, (document.boxPosition?.y).map { $0 + layout.ascent } ?? 0, 0)
        for letter in layout.letters {
            if letter.endsLine {
                x = 0
                y += layout.height(ofLine: letter.line)
                continue
            }
            let left = origin.x + layout.justification(ofLine: letter.line) + x
            let place = AffineTransform.translation(x: left, y: origin.y - document.baselineShift + y)
            x += letter.advance + layout.tracking
            if isOnePath {
                // Long texts in letters of very many points: more than a frame has time for anyway.
                if whole.path.points.count > 2_000_000 { break }
                whole.path.append(letter.path, transform: place)
            } else {
                var single = whole
                single.path = letter.path
                single.matrix = place
                letters.append(single)
            }
        }
        return isOnePath ? [whole] : letters
    }

    /// The box of all letters, without strokes.
    var box: Box? {
        placed.reduce(nil) { box, letter in Box.union(box, Box(tightlyAround: letter.path)?.mapped(by: letter.matrix)) }
    }

    /// Paints the letters; `transform` maps the layer's space to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        var coverage = Coverage()
        for letter in placed {
            let toPixels = letter.matrix.concatenating(transform)
            let own = UInt8(truncatingIfNeeded: PixelArithmetic.product(UInt32(letter.opacity), UInt32(opacity)))
            if own == 0 || !toPixels.isFinite { continue }
            guard context.takes(1 + letter.path.points.count / 64) else { return }
            let target = (canvas, toPixels, own)
            if letter.isStrokeUnder { Self.stroke(letter, target, context, into: &coverage) }
            Self.fill(letter, target, context, into: &coverage)
            if !letter.isStrokeUnder { Self.stroke(letter, target, context, into: &coverage) }
        }
    }

    private typealias Target = (canvas: Canvas, toPixels: AffineTransform, opacity: UInt8)

    private static func fill(
        _ letter: PlacedLetter, _ target: Target, _ context: DrawingContext, into coverage: inout Coverage
    ) {
        guard letter.fill != 0 else { return }
        let canvas = target.canvas
        context.rasterizer.begin(clip: canvas.clip)
        context.rasterizer.fill(letter.path, transform: target.toPixels)
        context.rasterizer.finish(.nonZero, into: &coverage)
        canvas.surface.fill(coverage, with: .color(letter.fill), opacity: target.opacity, mask: canvas.mask)
    }

    private static func stroke(
        _ letter: PlacedLetter, _ target: Target, _ context: DrawingContext, into coverage: inout Coverage
    ) {
        guard letter.stroke != 0, letter.strokeWidth > 0 else { return }
        let canvas = target.canvas
        let pen = VectorGraphics.StrokeStyle(width: Float(letter.strokeWidth), cap: .butt, join: .round)
        context.rasterizer.begin(clip: canvas.clip)
        context.stroker.stroke(letter.path, style: pen, transform: target.toPixels, into: context.rasterizer)
        context.rasterizer.finish(.nonZero, into: &coverage)
        canvas.surface.fill(coverage, with: .color(letter.stroke), opacity: target.opacity, mask: canvas.mask)
    }
}

/// A letter, or several, ready to be painted.
struct PlacedLetter {
    var path: Path
    /// From the letter's space to the layer's.
    var matrix: AffineTransform
    var opacity: UInt8
    /// Premultiplied pixels; 0 for none.
    var fill: UInt32
    var stroke: UInt32
    var strokeWidth: Double
    /// Whether the outlines are painted before the letter.
    var isStrokeUnder: Bool
}
