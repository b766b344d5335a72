import LottieDocument

extension Layer {
    /// Returns the number of parts that each use of the layer creates, besides its shapes and letters: masks, effects
    /// and styles, and the texts that it searches in each frame.
    ///
    /// A part needs at most about as much memory as a mask, less than a kilobyte.
    ///
    /// - Parameter isCopied: Whether each use has its own copy of everything in the layer, to bind expressions or to
    ///   replace values.
    func partCount(isCopied: Bool) -> Int {
        var count = masks.count + styles.count
        for effect in effects.list { count += effect.partCount(masks: masks.count) }
        if case .text(let text) = content { count += text.documents.count }
        guard isCopied else { return count }
        count += effects.controls.partCount
        switch content {
        case .shapes(let group): return count + group.partCount
        case .text(let text): return count + text.animators.count
        case .precomposition, .solid, .image, .null, .unsupported: return count
        }
    }
}

extension Effect {
    /// The number of parts of a levels channel, whose table has 256 numbers.
    private static let partsOfTable = 10

    /// Returns the number of parts of the effect on a layer with this many masks.
    fileprivate func partCount(masks: Int) -> Int {
        switch self {
        case .levels(let levels): (1 + levels.channels.count) * Self.partsOfTable
        // A stroke has its own list of the masks' paths.
        case .stroke: 1 + masks
        case .fill, .tint, .tritone, .dropShadow, .gaussianBlur, .radialWipe, .setMatte, .transform: 1
        }
    }
}

extension [EffectControl] {
    /// The number of controls, including those in groups.
    fileprivate var partCount: Int {
        reduce(count) { sum, control in
            if case .group(let inner) = control.content { sum + inner.partCount } else { sum }
        }
    }
}

extension ShapeGroup {
    /// The number of items, including those in groups, and of dashes.
    fileprivate var partCount: Int {
        items.reduce(items.count) { sum, item in
            switch item {
            case .group(let inner): sum + inner.partCount
            case .stroke(let stroke): sum + stroke.dashes.count
            default: sum
            }
        }
    }
}
