import Lottie
import VectorGraphics

/// An upright rectangle that holds something.
struct Box: Equatable {
    var low: Point
    var high: Point

    init(low: Point, high: Point) {
        self.low = low
        self.high = high
    }

    /// The smallest box of a path's curves; nil for a path without points.
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

    /// The box of both; of one alone where there is no other.
    static func union(_ a: Box?, _ b: Box?) -> Box? {
        guard let a, let b else { return a ?? b }
        return Box(low: pointwiseMin(a.low, b.low), high: pointwiseMax(a.high, b.high))
    }

    /// The box of this box's corners as `transform` maps them.
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
    /// The box of what the layer shows, in its own space, as browsers measure it: without strokes, clips and masks, but
    /// with everything that is transparent.
    var box: Box? {
        switch content {
        case .nothing: nil
        case .picture(let picture): Box(tightlyAround: picture.path)
        case .shapes(let shapes): shapes.box
        case .text(let text): text.box
        case .composition(let node): node.composition.box
        }
    }
}

extension CompositionNode {
    /// The box of all layers that show.
    var box: Box? {
        shownLayers.reduce(nil) { box, layer in
            layer.opacity == 0 ? box : Box.union(box, layer.box?.mapped(by: layer.matrix))
        }
    }
}

extension GroupNode {
    /// The box of what the group paints, in the space that it stands in.
    var box: Box? {
        var box: Box?
        for drawable in drawables {
            switch drawable {
            case .style(let style):
                // A style without a path is a point to browsers.
                box = Box.union(box, Box(tightlyAround: style.wholePath()) ?? Box(low: .zero, high: .zero))
            case .group(let group): box = Box.union(box, group.box)
            case .repeater(let repeater):
                let content = repeater.content.box
                for placement in repeater.placements { box = Box.union(box, content?.mapped(by: placement)) }
            }
        }
        return box?.mapped(by: placement.matrix)
    }
}
