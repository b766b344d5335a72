import VectorGraphics

/// The coverages of outlines that stay in their places, such as letters and masks, so that only those that move are
/// rasterized again.
///
/// A text often fades, or changes its colors, while its letters stand still. The caller takes care that an index means
/// the same outline until ``removeAll()``. Parts of pictures that are drawn finer alternate with the whole ones, and have
/// their own coverages.
final class KeptCoverages {
    /// Everything besides the outline on which a coverage depends.
    struct Key: Equatable {
        let transform: AffineTransform
        let clip: PixelRect
        /// The width of the stroke; 0 for a fill.
        let strokeWidth: Double
    }

    private struct Entry {
        var key: Key?
        /// The coverage; `nil` until the outline is drawn in the same place a second time.
        var kept: Coverage?
        /// The part of the rasterizer's budget that the coverage took.
        var cost = 0
    }

    // Only this class accesses the list, and the closures that it calls never call it back.
    @exclusivity(unchecked)
    private var entries: [Entry] = []
    /// The maximum number of entries, more than the letters of a text that can be read in a picture of a terminal's size.
    private static let maxCount = DrawingContext.partCount * 2_048
    private var spanCount = 0
    private let share = CacheShare()

    /// Removes all coverages, as the outlines are other ones.
    func removeAll() {
        for index in entries.indices { entries[index] = Entry() }
        drop(spans: spanCount)
    }

    /// Calls `body` with the coverage of an outline, unless the frame's budget is exceeded.
    ///
    /// - Parameters:
    ///   - index: The index of the outline.
    ///   - key: What the coverage depends on.
    ///   - context: The context with the rasterizer.
    ///   - rasterize: The closure that computes the coverage.
    ///   - body: The closure to call.
    func withCoverage(
        of index: Int, _ key: Key, _ context: DrawingContext, rasterize: (inout Coverage) -> Void,
        _ body: (borrowing Coverage) -> Void
    ) {
        let index = DrawingContext.partCount * index + context.part
        guard index < Self.maxCount else {
            rasterize(&context.scratch)
            body(context.scratch)
            return
        }
        while entries.count <= index { entries.append(Entry()) }
        let isSame = entries[index].key == key
        if isSame, let kept = entries[index].kept {
            context.rasterizer.remainingWork -= entries[index].cost
            if context.rasterizer.remainingWork >= 0 { body(kept) }
            return
        }
        if let kept = entries[index].kept { drop(spans: kept.spans.count) }
        let roomBefore = context.rasterizer.remainingWork
        rasterize(&context.scratch)
        entries[index] = Entry(key: key, cost: roomBefore - context.rasterizer.remainingWork)
        if isSame, context.rasterizer.remainingWork >= 0 { keep(context.scratch, at: index, context.frameBudget) }
        body(context.scratch)
    }

    /// Keeps a coverage, if the limit for caches allows it.
    private func keep(_ coverage: borrowing Coverage, at index: Int, _ frameBudget: FrameBudget) {
        guard share.setSpans(spanCount + coverage.spans.count, in: frameBudget) else {
            // Nothing counts any of the coverages now.
            entries = []
            spanCount = 0
            return
        }
        spanCount += coverage.spans.count
        // A coverage of its own takes no more memory than it needs.
        var own = Coverage()
        own.set(to: coverage)
        entries[index].kept = own
    }

    private func drop(spans: Int) {
        spanCount -= spans
        share.reduceSpans(to: spanCount)
    }
}
