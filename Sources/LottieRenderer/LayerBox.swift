import Lottie
import VectorGraphics

/// An axis-aligned bounding box.
struct Box: Equatable {
    var low: Point
    var high: Point

    init(low: Point, high: Point) {
        self.low = low
        self.high = high
    }

    /// Creates the smallest box around a path's curves, or returns nil for a path without points.
    init?(tightlyAround path: Path) {
        guard let first = path.points.first else { return nil }
        self.init(low: first, high: first)
        for contour in path.contours {
            for index in 0...contour.segments {
                add(path.points[contour.start + 3 * index])
                if index == contour.segments { break }
                let place = contour.start + 3 * index
                let bounds = CubicSegment(
                    path.points[place], path.points[place + 1], path.points[place + 2], path.points[place + 3]
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
    static func union(_ a: Box?, _ b: Box?) -> Box? {
        guard let a, let b else { return a ?? b }
        return Box(low: pointwiseMin(a.low, b.low), high: pointwiseMax(a.high, b.high))
    }

    /// Returns the box around this box's corners, as mapped by `transform`.
    func mapped(by transform: AffineTransform) -> Box? {
        path.bounds(transform: transform).map { Box(low: $0.low, high: $0.high) }
    }

    /// The box as a path.
    var path: Path {
        var path = Path()
        path.move(to: low)
        path.line(to: Point(high.x, low.y))
        path.line(to: high)
        path.line(to: Point(low.x, high.y))
        path.close()
        return path
    }
}

extension LayerNode {
    /// Returns the bounding box of the layer's content in its own space, as browsers compute it.
    ///
    /// Strokes, clips and masks do not count, but transparent content does.
    func box(_ work: FrameWork) -> Box? {
        // The boxes of nested compositions are computed again at each level, which multiplies the cost.
        guard work.takes(steps: 20) else { return nil }
        switch content {
        case .nothing: return nil
        case .picture(let picture): return Box(tightlyAround: picture.path)
        case .shapes(let shapes): return shapes.root.box(work)
        case .text(let text): return text.box(work)
        case .composition(let node): return node.composition.box(work)
        }
    }
}

extension CompositionNode {
    /// Returns the bounding box of all visible layers.
    func box(_ work: FrameWork) -> Box? {
        shownLayers.reduce(nil) { box, layer in
            layer.opacity == 0 ? box : Box.union(box, layer.box(work)?.mapped(by: layer.matrix))
        }
    }
}

extension GroupNode {
    /// Returns the bounding box of the group's content, in the space of its parent.
    func box(_ work: FrameWork) -> Box? {
        var box: Box?
        for drawable in drawables where work.takes(steps: 10) {
            switch drawable {
            case .style(let style):
                let path = style.wholePath(work)
                guard work.takes(steps: 4 * path.points.count) else { return nil }
                // For browsers, a style without a path has the origin as its box.
                box = Box.union(box, Box(tightlyAround: path) ?? Box(low: .zero, high: .zero))
            case .group(let group): box = Box.union(box, group.box(work))
            case .repeater(let repeater):
                let content = repeater.content.box(work)
                for placement in repeater.placements { box = Box.union(box, content?.mapped(by: placement)) }
            }
        }
        return box?.mapped(by: placement.matrix)
    }
}
