import VectorGraphics

/// The last coverage of a style, with everything that it depends on.
struct CoverageCache {
    /// Everything on which a coverage depends. Comparing it copies no memory.
    struct Key: Equatable {
        var version = -1
        var penVersion = 0
        var transform = AffineTransform.identity
        var clip = PixelRect.empty
    }

    /// What the coverage depends on.
    var key = Key()
    /// Whether the coverage can be used again.
    var isKept = false
    var coverage = Coverage()
    /// The colors of a gradient in the coverage; nil for a color, and before the coverage is reused.
    var colors: ShadedShape?
    /// The part of the rasteriser's budget that the coverage took.
    var cost = 0
    /// The number of points of the path.
    var pointCount = 0
    private var share: CacheShare?

    /// The share that counts the memory of the coverage.
    var countedShare: CacheShare {
        mutating get {
            if let share { return share }
            let new = CacheShare()
            share = new
            return new
        }
    }

    /// Removes the coverage and its memory.
    mutating func drop() {
        coverage = Coverage()
        (isKept, colors, cost) = (false, nil, 0)
    }
}
