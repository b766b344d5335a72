import VectorGraphics

/// An axis-aligned bounding box.
struct BoundingBox: Equatable {
    var low: Point
    var high: Point

    init(low: Point, high: Point) {
        self.low = low
        self.high = high
    }

    /// Creates the smallest box around a path's curves, or returns nil for a path without points.
    init?(enclosing path: Path) {
        guard let first = path.points.first else { return nil }
        self.init(low: first, high: first)
        for contour in path.contours {
            for index in 0...contour.segmentCount {
                add(path.points[contour.start + 3 * index])
                if index == contour.segmentCount { break }
                let start = contour.start + 3 * index
                let bounds = CubicSegment(
                    path.points[start], path.points[start + 1], path.points[start + 2], path.points[start + 3]
                ).bounds
                add(Point(bounds.low))
                add(Point(bounds.high))
            }
        }
    }

    private mutating func add(_ point: Point) {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
    }

    /// Returns the box around both boxes; nil stands for an empty one.
    static func union(_ a: BoundingBox?, _ b: BoundingBox?) -> BoundingBox? {
        guard let a, let b else { return a ?? b }
        return BoundingBox(low: pointwiseMin(a.low, b.low), high: pointwiseMax(a.high, b.high))
    }

    /// Returns the box around this box's corners, as mapped by `transform`.
    func mapped(by transform: AffineTransform) -> BoundingBox {
        let corner = transform.transformed(low)
        var mapped = BoundingBox(low: corner, high: corner)
        mapped.add(transform.transformed(Point(high.x, low.y)))
        mapped.add(transform.transformed(high))
        mapped.add(transform.transformed(Point(low.x, high.y)))
        return mapped
    }

    /// Returns the box with a margin on each side, as a fraction of the side.
    func widened(by share: Float) -> BoundingBox {
        let margin = (high - low) * share
        return BoundingBox(low: low - margin, high: high + margin)
    }

    /// The box as a path.
    var path: Path {
        var path = Path()
        path.move(to: low)
        path.addLine(to: Point(high.x, low.y))
        path.addLine(to: high)
        path.addLine(to: Point(low.x, high.y))
        path.close()
        return path
    }
}

extension LayerNode {
    /// Returns the bounding box of the layer's content in its own space, as browsers compute it.
    ///
    /// Strokes, clips and masks do not count, but transparent content does.
    func boundingBox(_ work: FrameBudget) -> BoundingBox? {
        // The boxes of nested compositions are computed again at each level, which multiplies the cost.
        guard work.consume(steps: 20) else { return nil }
        return insertions.reduce(ownBoundingBox(work)) { BoundingBox.union($0, $1.givenBox) }
    }

    /// The size of a layer without content, as that of null layers in After Effects.
    private static let emptySize = Point(100, 100)

    /// Returns the box of the layer's own content, which insertions without a box of their own fill.
    func insertionBox(_ work: FrameBudget) -> BoundingBox? {
        switch content {
        case .empty: BoundingBox(low: .zero, high: Self.emptySize)
        case .composition(let node):
            BoundingBox(low: .zero, high: Point(Float(node.width), Float(node.height)))
        case .picture, .shapes, .text: ownBoundingBox(work)
        }
    }

    private func ownBoundingBox(_ work: FrameBudget) -> BoundingBox? {
        switch content {
        case .empty: return nil
        case .picture(let picture): return BoundingBox(enclosing: picture.path)
        case .shapes(let shapes): return shapes.root.boundingBox(work)
        case .text(let text): return text.boundingBox(work)
        case .composition(let node): return node.composition.boundingBox(work)
        }
    }
}

extension CompositionNode {
    /// Returns the bounding box of all visible layers.
    func boundingBox(_ work: FrameBudget) -> BoundingBox? {
        visibleLayers.reduce(nil) { box, layer in
            layer.state.opacity == 0
                ? box : BoundingBox.union(box, layer.boundingBox(work)?.mapped(by: layer.state.matrix))
        }
    }
}

extension GroupNode {
    /// Returns the bounding box of the group's content, in the space of its parent.
    func boundingBox(_ work: FrameBudget) -> BoundingBox? {
        var box: BoundingBox?
        for drawable in drawables where work.consume(steps: 10) {
            switch drawable {
            case .style(let style):
                let path = style.combinedPath(work)
                guard work.consume(steps: 4 * path.points.count) else { return nil }
                // For browsers, a style without a path has the origin as its box.
                box = BoundingBox.union(box, BoundingBox(enclosing: path) ?? BoundingBox(low: .zero, high: .zero))
            case .group(let group): box = BoundingBox.union(box, group.boundingBox(work))
            case .repeater(let repeater):
                for (number, copy) in repeater.copies.enumerated() {
                    let content = repeater.content(ofCopy: number).boundingBox(work)
                    box = BoundingBox.union(box, content?.mapped(by: copy.placement))
                }
            }
        }
        return box?.mapped(by: placement.matrix)
    }
}
