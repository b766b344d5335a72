import VectorGraphics

/// The coverages of letters that move along the rows of pixels, as they do if their tracking changes.
///
/// A letter is placed at 64ths of a pixel along a row, of which each has a coverage, which is moved by whole pixels. The
/// error of a coverage is at most two of 255. Letters are placed so whether their coverages are kept or not, so that frames
/// do not depend on those before.
final class MovedCoverages {
    /// The outline of a letter, and how it is drawn.
    struct Outline {
        /// The number of the outline, with that of its stroke; it means the same outline until ``removeAll()``.
        let index: Int
        let path: Path
        /// The width of the stroke; 0 for a fill.
        let strokeWidth: Double
    }

    /// The coverages of an outline at the places of a pixel.
    ///
    /// It is a class so that looking for a coverage copies nothing.
    private final class Row {
        /// Everything besides the outline and its place along the row on which a coverage depends.
        struct Key: Equatable {
            /// The map to the pixels, without a movement along the row.
            let transform: AffineTransform
            let top: Int
            let bottom: Int
            let strokeWidth: Double
        }

        let key: Key
        /// The columns that the outline reaches at any of its places; nil if there are none, or too many.
        let columns: Range<Int>?
        /// Whether the outline was drawn with the same key before, so that coverages are worth keeping.
        var isStable = false
        /// The coverages, one for each place; empty before the first one is kept.
        var places: [Place?] = []
        /// The number of spans in all coverages.
        var spanCount = 0

        init(_ outline: Outline, key: Key) {
            self.key = key
            guard let (low, high) = outline.path.bounds(transform: key.transform) else {
                columns = nil
                return
            }
            // Round joins and butt caps reach half the width.
            let reach = Float(outline.strokeWidth / 2 * key.transform.maxScale) + 1
            let (left, right) = ((low.x - reach).rounded(.down), (high.x + 1 + reach).rounded(.up))
            let limit = Float(Rasterizer.maxSide / 2)
            columns = left > -limit && right < limit ? Int(left)..<Int(right) : nil
        }
    }

    private struct Place {
        let coverage: Coverage
        /// The part of the rasterizer's budget that the coverage took.
        let cost: Int
    }

    /// The places of a pixel.
    private static let placeCount = 64
    /// The maximum number of outlines, as many as in ``KeptCoverages``.
    private static let maxCount = DrawingContext.partCount * 2_048
    /// The maximum number of spans of all coverages, which take eight bytes each.
    private static let maxSpans = 500_000

    // Only this class accesses the list, and the closures that it calls never call it back.
    @exclusivity(unchecked)
    private var rows: [Row?] = []
    private var spanCount = 0
    private let share = CacheShare()

    /// Removes all coverages, as the outlines are other ones.
    func removeAll() {
        rows = []
        spanCount = 0
        share.reduceSpans(to: 0)
    }

    /// Calls `body` with the coverage of an outline, unless the frame's budget is exceeded.
    ///
    /// - Parameters:
    ///   - outline: The outline.
    ///   - transform: The map to the pixels.
    ///   - clip: The pixels that may be changed.
    ///   - context: The context with the rasterizer.
    ///   - body: The closure to call.
    func withCoverage(
        of outline: Outline, _ transform: AffineTransform, clip: PixelRect, _ context: DrawingContext,
        _ body: (borrowing Coverage) -> Void
    ) {
        let steps = (transform.tx * Double(Self.placeCount)).rounded()
        let whole = (steps / Double(Self.placeCount)).rounded(.down)
        var placed = transform
        placed.tx = steps / Double(Self.placeCount)
        guard abs(whole) < Double(Rasterizer.maxSide),
            let row = row(of: outline, transform, clip, context), let columns = row.columns,
            clip.left <= columns.lowerBound + Int(whole), columns.upperBound + Int(whole) <= clip.right
        else {
            rasterize(outline, placed, clip, context)
            return body(context.scratch)
        }
        let place = Int(steps) - Int(whole) * Self.placeCount
        if !row.places.isEmpty, let kept = row.places[place] {
            context.rasterizer.remainingWork -= kept.cost
            guard context.rasterizer.remainingWork >= 0 else { return }
            context.scratch.set(to: kept.coverage)
        } else {
            placed.tx -= whole
            let own = PixelRect(
                left: columns.lowerBound, top: clip.top, right: columns.upperBound, bottom: clip.bottom)
            let roomBefore = context.rasterizer.remainingWork
            rasterize(outline, placed, own, context)
            keep(context.scratch, cost: roomBefore - context.rasterizer.remainingWork, in: row, place, context)
        }
        context.scratch.moveRight(by: Int(whole))
        body(context.scratch)
    }

    /// Returns the row of an outline, or nil if there are too many outlines.
    private func row(
        of outline: Outline, _ transform: AffineTransform, _ clip: PixelRect, _ context: DrawingContext
    ) -> Row? {
        let index = DrawingContext.partCount * outline.index + context.part
        guard index < Self.maxCount else { return nil }
        var upright = transform
        upright.tx = 0
        let key = Row.Key(transform: upright, top: clip.top, bottom: clip.bottom, strokeWidth: outline.strokeWidth)
        while rows.count <= index { rows.append(nil) }
        if let row = rows[index] {
            if row.key == key {
                row.isStable = true
                return row
            }
            spanCount -= row.spanCount
            share.reduceSpans(to: spanCount)
        }
        let row = Row(outline, key: key)
        rows[index] = row
        return row
    }

    private func rasterize(
        _ outline: Outline, _ transform: AffineTransform, _ clip: PixelRect, _ context: DrawingContext
    ) {
        context.rasterizer.begin(clip: clip)
        if outline.strokeWidth > 0 {
            let pen = VectorGraphics.StrokeStyle(width: Float(outline.strokeWidth), cap: .butt, join: .round)
            context.stroker.stroke(outline.path, style: pen, transform: transform, into: context.rasterizer)
        } else {
            context.rasterizer.fill(outline.path, transform: transform)
        }
        context.rasterizer.finish(.nonZero, into: &context.scratch)
    }

    /// Keeps a coverage, if the limits allow it.
    private func keep(
        _ coverage: borrowing Coverage, cost: Int, in row: Row, _ place: Int, _ context: DrawingContext
    ) {
        guard row.isStable, context.rasterizer.remainingWork >= 0 else { return }
        // The list of places is as large as some hundred spans.
        let list = row.places.isEmpty ? Self.placeCount * MemoryLayout<Place?>.stride / MemoryLayout<Span>.stride : 0
        // A coverage of its own takes no more memory than it needs, and as much as some spans for its lists.
        let added = coverage.memoryInSpans + list
        // Nothing tells which coverages will be used again, so all make room for the next ones.
        guard spanCount + added <= Self.maxSpans, share.setSpans(spanCount + added, in: context.frameBudget) else {
            return removeAll()
        }
        spanCount += added
        row.spanCount += added
        if row.places.isEmpty { row.places = Array(repeating: nil, count: Self.placeCount) }
        var own = Coverage()
        own.set(to: coverage)
        row.places[place] = Place(coverage: own, cost: cost)
    }
}
