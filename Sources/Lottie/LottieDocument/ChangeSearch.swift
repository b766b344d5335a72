/// A search for the times at which the layers of a composition change.
///
/// It never leaves out a time of a change. Hidden layers count as well, because a caller can show them.
struct ChangeSearch {
    /// The ranges in which something changes, in frames of the whole animation and without order; nil if something can
    /// change at any time, or if there are too many.
    private(set) var found: [ClosedRange<Double>]? = []
    private let composition: Composition
    /// The number of layers, items, texts, keyframes and points of paths that may still be visited: compositions in each
    /// other multiply them.
    private var remainingVisits = 200_000
    /// Whether letters are compositions, which change in ways of their own.
    private lazy var hasChangingLetters = composition.glyphs?.values.contains { $0.composition != nil } ?? false

    init(_ composition: Composition) { self.composition = composition }

    /// Visits the layers of a composition, of which only a part of the time matters.
    mutating func visit(_ layers: [Layer], in time: SearchedTime, depth: Int) {
        // Deeper compositions are not drawn.
        guard depth <= 32 else { return }
        let parents = Set(layers.compactMap(\.parent))
        for layer in layers where takesVisit() {
            if let index = layer.index, parents.contains(index) { visitPlacement(of: layer, in: time) }
            switch layer.content {
            case .null, .unsupported: continue
            default: break
            }
            guard let shown = time.limited(from: layer.timing.inPoint, to: layer.timing.outPoint) else { continue }
            insert(layer.timing.inPoint...layer.timing.inPoint, in: time)
            insert(layer.timing.outPoint...layer.timing.outPoint, in: time)
            visitPlacement(of: layer, in: shown)
            visit(layer.transform.opacity, in: shown)
            for mask in layer.masks where takesVisit() { visit(mask, in: shown) }
            for effect in layer.effects.list where takesVisit() { visit(effect, in: shown) }
            for style in layer.styles where takesVisit() { visit(style, in: shown) }
            visitContent(of: layer, in: shown, depth: depth)
        }
    }

    private mutating func visitContent(of layer: Layer, in time: SearchedTime, depth: Int) {
        switch layer.content {
        case .shapes(let group): visitItems(of: group, in: time)
        case .text(let text):
            if hasChangingLetters { found = nil }
            visit(text, in: time)
        case .precomposition(let id, _, _):
            if let remap = layer.timing.timeRemap {
                // The content stands still where the time remap does.
                visit(remap, in: time)
            } else if let layers = composition.assets.precompositions[id] {
                visit(layers, in: time.content(of: layer.timing), depth: depth + 1)
            }
        case .solid, .image, .null, .unsupported: break
        }
    }

    /// Visits where a layer is.
    private mutating func visitPlacement(of layer: Layer, in time: SearchedTime) {
        visit(layer.transform, in: time)
        // The direction of a motion is that from a place a moment before, also while a keyframe holds.
        guard layer.isAutoOriented, let times = layer.transform.position.changingTimes else { return }
        insert(times.lowerBound - 0.1...times.upperBound + 0.1, in: time)
    }

    // MARK: - Properties

    /// Visits a property.
    ///
    /// - Parameter isCurved: Whether the value can change between two keyframes that are equal.
    mutating func visit<Value: Equatable>(
        _ property: Property<Value>, in time: SearchedTime, isCurved: Bool = false
    ) {
        switch property {
        case .fixed: break
        case .animated(let track): visit(track, in: time) { _ in isCurved }
        case .scripted, .bound: found = nil
        }
    }

    /// Visits a property if it exists.
    mutating func visit<Value: Equatable>(_ property: Property<Value>?, in time: SearchedTime) {
        if let property { visit(property, in: time) }
    }

    /// Visits a position.
    mutating func visit(_ position: PositionProperty, in time: SearchedTime) {
        switch position {
        case .fixed: break
        case .animated(let track, let curves): visit(track, in: time) { curves[$0] != nil }
        case .split(let x, let y, let z):
            visit(x, in: time)
            visit(y, in: time)
            visit(z, in: time)
        case .scripted, .bound: found = nil
        }
    }

    /// Visits a position if it exists.
    mutating func visit(_ position: PositionProperty?, in time: SearchedTime) {
        if let position { visit(position, in: time) }
    }

    /// Inserts a time at which something jumps.
    mutating func insertJump(at time: Double, in searched: SearchedTime) { insert(time...time, in: searched) }

    /// Records that something can change at any time.
    mutating func insertAllTimes() { found = nil }

    /// Visits keyframes.
    ///
    /// - Parameter isCurved: Whether the values of the keyframe at an index follow a curve to the next one, so that they
    ///   change even if both are equal.
    private mutating func visit<Value: Equatable>(
        _ track: KeyframeTrack<Value>, in time: SearchedTime, isCurved: (Int) -> Bool
    ) {
        guard track.loop == nil else {
            found = nil
            return
        }
        let keys = track.keyframes
        for index in 0..<keys.count - 1 where takesVisit() {
            let (key, next) = (keys[index], keys[index + 1])
            // Whether two paths are equal takes a look at each point.
            if let path = key.start as? BezierShape { remainingVisits -= path.points.count / 16 }
            if key.easing == .hold || (key.start == key.end && !isCurved(index)) {
                if next.start != key.start { insert(next.time...next.time, in: time) }
            } else if key.time <= next.time {
                insert(key.time...next.time, in: time)
            }
        }
    }

    private mutating func insert(_ range: ClosedRange<Double>, in time: SearchedTime) {
        if let range = time.whole(range) { found?.append(range) }
    }

    /// Counts a visit, and returns whether there is still something to find.
    mutating func takesVisit() -> Bool {
        remainingVisits -= 1
        if remainingVisits < 0 { found = nil }
        return found != nil
    }
}
