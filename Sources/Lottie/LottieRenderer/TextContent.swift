import LottieDocument
import VectorGraphics

/// The content of a text layer: separate letters if they move, otherwise a single path.
final class TextContent {
    private let layer: TextLayer
    private let glyphSource: GlyphSource
    private let pathSource: Property<BezierShape>?
    private let firstTime: Double
    private var compositions: LetterCompositions
    private var layout: (index: Int, layout: TextLayout)?
    private var placedGlyphs: [PlacedGlyph] = [] {
        didSet { version += 1 }
    }
    /// A number that increases whenever letters are placed.
    private(set) var version = 0
    private let coverages = KeptCoverages()
    private let movedCoverages = MovedCoverages()

    /// Creates the content of a text layer.
    ///
    /// - Parameters:
    ///   - layer: The text layer.
    ///   - masks: The layer's masks, one of which may be the path of the text.
    ///   - glyphSource: The source of the letters.
    ///   - compositions: The letters that are compositions.
    ///   - firstTime: The first frame of the layer.
    init(
        _ layer: TextLayer, masks: [Mask], glyphSource: GlyphSource, compositions: LetterCompositions, firstTime: Double
    ) {
        self.layer = layer
        self.glyphSource = glyphSource
        self.compositions = compositions
        self.firstTime = firstTime
        pathSource = layer.path.flatMap { masks.indices.contains($0.mask) ? masks[$0.mask].path : nil }
    }

    /// Returns the letters to the shared limit, because another text may replace this one.
    deinit { glyphSource.remainingGlyphs += layout?.layout.glyphs.count ?? 0 }

    /// Whether the letters stay in their places until the text changes, and have outlines.
    var isStill: Bool { layer.animators.isEmpty && pathSource == nil && compositions.isEmpty }

    /// The number of items drawn over each other; 2 stands for two or more.
    var drawnItemCount: Int {
        min(2, placedGlyphs.reduce(0) { $0 + $1.drawnItemCount })
    }

    /// Evaluates the letters at `time`.
    func evaluate(at time: Double, frameBudget: FrameBudget) {
        placeLetters(at: time, frameBudget: frameBudget)
        compositions.evaluate(at: time)
    }

    /// Evaluates the positions and colors of the letters at `time`.
    private func placeLetters(at time: Double, frameBudget: FrameBudget) {
        guard let (index, original) = layer.document(at: time) else { return }
        var document = original
        if document.stroke == nil, glyphSource.compatibility == .lottieWeb,
            let kept = layer.strokeKept(by: index, since: max(0, firstTime))
        {
            (document.stroke, document.strokeWidth) = kept
        }
        if layer.script?.binding != nil || layer.binding != nil {
            document.text = layer.string(at: time)
            if let old = layout?.layout, old.document != document {
                glyphSource.remainingGlyphs += old.glyphs.count
                layout = nil
            }
        }
        let isStill = layer.animators.isEmpty && pathSource == nil
        if layout?.index == index && isStill { return }
        if layout?.index != index {
            glyphSource.remainingGlyphs += layout?.layout.glyphs.count ?? 0
            let next = TextLayout(document, of: layer, glyphSource: glyphSource)
            // Each animator numbers all letters in an order of its own.
            frameBudget.spend(steps: next.glyphs.count * (100 + 30 * layer.animators.count))
            glyphSource.remainingGlyphs -= next.glyphs.count
            layout = (index, next)
            coverages.removeAll()
            movedCoverages.removeAll()
        }
        guard let layout = layout?.layout else { return }
        defer { compositions.use(placedGlyphs) }
        if isStill {
            placedGlyphs = Self.staticGlyphs(layout)
            let points = placedGlyphs.reduce(0) { $0 + $1.path.points.count }
            if !frameBudget.consume(points: points, stepsEach: 1) { placedGlyphs = [] }
        } else {
            let path = pathSource?.value(at: time)
            guard
                frameBudget.consume(steps: layout.glyphs.count * (20 + 20 * layer.animators.count)),
                frameBudget.consume(
                    points: (path?.segmentCount ?? 0).multipliedClamped(by: SampledPath.chordsPerSegment), stepsEach: 3)
            else {
                placedGlyphs = []
                return
            }
            var placement = GlyphPlacement(layout, layer: layer, path: path, time: time, firstTime: firstTime)
            placedGlyphs = placement.placeGlyphs()
        }
    }

    /// Returns letters without animation: as one path, or one for each line if its baseline is aligned, unless they have
    /// strokes, which may overlap.
    private static func staticGlyphs(_ layout: TextLayout) -> [PlacedGlyph] {
        let document = layout.document
        var whole = PlacedGlyph(
            path: Path(), matrix: .identity, opacity: 255, fill: document.fill.map(PixelArithmetic.pixel) ?? 0,
            stroke: document.stroke.map(PixelArithmetic.pixel) ?? 0, strokeWidth: document.strokeWidth,
            isStrokeBelowFill: layout.isStrokeBelowFill, alignsBaseline: layout.alignsBaselines)
        let isOnePath = !whole.hasStroke
        var letters: [PlacedGlyph] = []
        var (x, y) = (0.0, 0.0)
        let origin = Vector(document.boxPosition?.x ?? 0, (document.boxPosition?.y).map { $0 + layout.ascent } ?? 0, 0)
        for letter in layout.glyphs {
            if letter.endsLine {
                x = 0
                y += layout.height(ofLine: letter.line)
                if layout.alignsBaselines, isOnePath {
                    letters.append(whole)
                    whole.path = Path()
                }
                continue
            }
            let left = origin.x + layout.justification(ofLine: letter.line) + x
            let baseline = origin.y - document.baselineShift + y
            let place = AffineTransform.translation(x: left, y: baseline)
            x += letter.advance + layout.tracking(after: letter)
            if let composition = letter.composition {
                var single = whole
                (single.path, single.composition) = (Path(), composition)
                single.matrix = document.letterScale.concatenating(place)
                letters.append(single)
            } else if isOnePath {
                // Long texts of complex letters; more points than this exceed the frame's budget anyway.
                if whole.path.points.count > 2_000_000 { break }
                if layout.alignsBaselines {
                    whole.matrix = .translation(x: 0, y: baseline)
                    whole.path.append(letter.path, transform: .translation(x: left, y: 0))
                } else {
                    whole.path.append(letter.path, transform: place)
                }
            } else {
                var single = whole
                single.path = letter.path
                single.matrix = place
                letters.append(single)
            }
        }
        return isOnePath ? letters + [whole] : letters
    }

    /// Returns what a reader sees of the text at the evaluated time, or `nil` if it does not contain some words.
    func visibleText(containing words: String, _ toPixels: AffineTransform, _ work: FrameBudget) -> VisibleText? {
        guard let layout = layout?.layout, layout.document.text.contains(words) else { return nil }
        let lacksLetters = glyphSource.lacksLetters(for: layout.document)
        // A text without any outline has its place at its anchor.
        let box = boundingBox(work)?.mapped(by: toPixels)
        let anchor = Point(Float(toPixels.tx), Float(toPixels.ty))
        let (low, high) = box.map { ($0.low, $0.high) } ?? (anchor, anchor)
        return VisibleText(
            text: layout.document.text, center: (Double(low.x + high.x) / 2, Double(low.y + high.y) / 2),
            letterHeight: layout.document.size * abs(toPixels.determinant).squareRoot(), lacksLetters: lacksLetters)
    }

    /// Returns the bounding box of all letters, without strokes.
    func boundingBox(_ work: FrameBudget) -> BoundingBox? {
        let points = placedGlyphs.reduce(0) { $0 + $1.path.points.count }
        guard work.consume(steps: 4 * points + 10 * placedGlyphs.count) else { return nil }
        return placedGlyphs.reduce(nil) { box, letter in
            let own =
                letter.composition.map { compositions.boundingBox($0, work) } ?? BoundingBox(enclosing: letter.path)
            return BoundingBox.union(box, own?.mapped(by: letter.matrix))
        }
    }

    /// Draws the letters; `transform` maps the layer's space to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        let moves = !layer.animators.isEmpty || pathSource != nil
        for (index, letter) in placedGlyphs.enumerated() {
            let exact = letter.matrix.concatenating(transform)
            let toPixels = letter.alignsBaseline ? exact.withAlignedBaseline : exact
            let own = UInt8(truncatingIfNeeded: PixelArithmetic.product(UInt32(letter.opacity), UInt32(opacity)))
            if own == 0 || !toPixels.isFinite { continue }
            guard context.consumeItems(1 + letter.path.points.count / 64) else { return }
            if let key = letter.composition {
                compositions.draw(key, on: canvas, transform: toPixels, opacity: own, context: context)
                continue
            }
            let target = Target(
                index: index, canvas: canvas, toPixels: toPixels, opacity: own, coverages: coverages,
                moved: moves ? movedCoverages : nil)
            if letter.opacity < 255, letter.fill != 0, letter.hasStroke {
                Self.drawAsGroup(letter, target, context)
            } else {
                Self.draw(letter, target, context)
            }
        }
    }

    private static func draw(_ letter: PlacedGlyph, _ target: Target, _ context: DrawingContext) {
        if letter.isStrokeBelowFill { stroke(letter, target, context) }
        fill(letter, target, context)
        if !letter.isStrokeBelowFill { stroke(letter, target, context) }
    }

    /// Draws a translucent letter so that its fill does not show through its stroke, as browsers draw an element with an
    /// opacity.
    private static func drawAsGroup(_ letter: PlacedGlyph, _ target: Target, _ context: DrawingContext) {
        guard let (low, high) = letter.path.bounds(transform: target.toPixels) else { return }
        let reach = letter.strokeWidth * target.toPixels.maxScale
        guard reach < Double(Rasterizer.maxSide) else { return }
        let area = PixelRect(covering: low, high).inset(by: -Int(reach.rounded(.up)) - 1)
            .intersection(target.canvas.clip)
        context.withSurface(area) { surface in
            let inner = Target(
                index: target.index, canvas: Canvas(surface: surface, clip: area, mask: nil),
                toPixels: target.toPixels, opacity: 255, coverages: target.coverages, moved: target.moved)
            draw(letter, inner, context)
            target.canvas.surface.draw(
                surface, within: area, opacity: target.opacity, mask: target.canvas.mask)
        }
    }

    /// Where and how a letter is drawn.
    private struct Target {
        let index: Int
        let canvas: Canvas
        let toPixels: AffineTransform
        let opacity: UInt8
        let coverages: KeptCoverages
        /// The coverages of letters that move; nil for a text whose letters stay in their places.
        let moved: MovedCoverages?

        func key(strokeWidth: Double) -> KeptCoverages.Key {
            KeptCoverages.Key(transform: toPixels, clip: canvas.clip, strokeWidth: strokeWidth)
        }

        /// Paints the fill or the stroke of the letter.
        func paint(_ coverage: borrowing Coverage, _ color: UInt32, _ context: DrawingContext) {
            guard context.consumePainting(coverage, with: .color(color)) else { return }
            context.edges.add(coverage, with: .color(color), opacity: opacity, mask: canvas.mask, on: canvas.surface)
            canvas.surface.fill(coverage, with: .color(color), opacity: opacity, mask: canvas.mask)
        }
    }

    private static func fill(_ letter: PlacedGlyph, _ target: Target, _ context: DrawingContext) {
        guard letter.fill != 0 else { return }
        if let moved = target.moved {
            let outline = MovedCoverages.Outline(index: 2 * target.index, path: letter.path, strokeWidth: 0)
            return moved.withCoverage(of: outline, target.toPixels, clip: target.canvas.clip, context) { coverage in
                target.paint(coverage, letter.fill, context)
            }
        }
        let key = target.key(strokeWidth: 0)
        target.coverages.withCoverage(of: 2 * target.index, key, context) { coverage in
            context.rasterizer.begin(clip: target.canvas.clip)
            context.rasterizer.fill(letter.path, transform: target.toPixels)
            context.rasterizer.finish(.nonZero, into: &coverage)
        } _: { coverage in
            target.paint(coverage, letter.fill, context)
        }
    }

    private static func stroke(_ letter: PlacedGlyph, _ target: Target, _ context: DrawingContext) {
        guard letter.hasStroke else { return }
        if let moved = target.moved {
            let outline = MovedCoverages.Outline(
                index: 2 * target.index + 1, path: letter.path, strokeWidth: letter.strokeWidth)
            return moved.withCoverage(of: outline, target.toPixels, clip: target.canvas.clip, context) { coverage in
                target.paint(coverage, letter.stroke, context)
            }
        }
        let key = target.key(strokeWidth: letter.strokeWidth)
        target.coverages.withCoverage(of: 2 * target.index + 1, key, context) { coverage in
            let pen = VectorGraphics.StrokeStyle(width: Float(letter.strokeWidth), cap: .butt, join: .round)
            context.rasterizer.begin(clip: target.canvas.clip)
            context.stroker.stroke(letter.path, style: pen, transform: target.toPixels, into: context.rasterizer)
            context.rasterizer.finish(.nonZero, into: &coverage)
        } _: { coverage in
            target.paint(coverage, letter.stroke, context)
        }
    }
}

/// One or more letters, ready to be drawn.
struct PlacedGlyph {
    var path: Path
    /// The key of a letter that is a composition, which has no path; nil for others.
    var composition: Glyph.Key?
    /// The map from the letter's space to the layer's.
    var matrix: AffineTransform
    var opacity: UInt8
    /// The premultiplied colors of the fill and stroke; 0 for none.
    var fill: UInt32
    var stroke: UInt32
    var strokeWidth: Double
    /// Whether the stroke is drawn before the fill.
    var isStrokeBelowFill: Bool
    /// Whether the baseline is on a whole pixel of a browser if it is upright or vertical.
    var alignsBaseline: Bool

    /// Whether the letter has a visible stroke.
    var hasStroke: Bool { stroke != 0 && strokeWidth > 0 }

    /// The number of items drawn over each other; 2 stands for two or more.
    var drawnItemCount: Int { composition == nil ? (fill == 0 ? 0 : 1) + (stroke == 0 ? 0 : 1) : 2 }
}

extension AffineTransform {
    /// The number of a browser's pixels in one pixel of the picture: the frames of lottie-web with which the renderer is
    /// compared have four times its size.
    private static let browserPixels = 4.0

    /// The map with the origin's baseline on a whole pixel of a browser, unless the baseline is oblique.
    ///
    /// Browsers place letters at fractions of pixels along the baseline but at whole pixels across it (Skia,
    /// `SkFont::isBaselineSnap`).
    fileprivate var withAlignedBaseline: AffineTransform {
        var map = self
        if b == 0 && c == 0 { map.ty = (ty * Self.browserPixels).rounded() / Self.browserPixels }
        if a == 0 && d == 0 { map.tx = (tx * Self.browserPixels).rounded() / Self.browserPixels }
        return map
    }
}
