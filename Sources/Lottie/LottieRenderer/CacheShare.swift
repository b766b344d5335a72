import VectorGraphics

/// The cached points and spans of one node, which count in its renderer's ``FrameBudget`` while the node exists.
///
/// A renderer whose properties change creates nodes anew; without this, the nodes that it drops would count forever.
final class CacheShare {
    private var budget: FrameBudget?
    private var points = 0
    private var spans = 0

    deinit {
        _ = budget?.reserveCache(points: -points)
        _ = budget?.reserveCache(spans: -spans)
    }

    /// Changes the number of cached points to `count`, or to 0 if the limit is exceeded, and returns whether it is `count`.
    func setPoints(_ count: Int, in frameBudget: FrameBudget) -> Bool {
        if count == points { return true }
        budget = frameBudget
        let isCached = frameBudget.reserveCache(points: count - points)
        if !isCached { _ = frameBudget.reserveCache(points: -points) }
        points = isCached ? count : 0
        return isCached
    }

    /// Changes the number of cached spans to `count`, or to 0 if the limit is exceeded, and returns whether it is `count`.
    func setSpans(_ count: Int, in frameBudget: FrameBudget) -> Bool {
        budget = frameBudget
        let isCached = frameBudget.reserveCache(spans: count - spans)
        if !isCached { _ = frameBudget.reserveCache(spans: -spans) }
        spans = isCached ? count : 0
        return isCached
    }

    /// Gives back what exceeds `count` cached spans.
    func reduceSpans(to count: Int) {
        guard count < spans else { return }
        _ = budget?.reserveCache(spans: count - spans)
        spans = count
    }

    /// Changes the number of cached spans to those of `coverage` and as many as its colors take, and returns whether the
    /// limit allows it; otherwise only the coverage counts.
    func setShading(_ coverage: borrowing Coverage, in frameBudget: FrameBudget) -> Bool {
        // Two pixels take as much memory as a span.
        if setSpans(coverage.spans.count + coverage.bounds.area / 2, in: frameBudget) { return true }
        _ = setSpans(coverage.spans.count, in: frameBudget)
        return false
    }
}
