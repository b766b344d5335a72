#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Draws along paths with a pen: hands the edges of the stroke's outline to a rasterizer.
///
/// Each segment gives its two sides, each corner its join outside and a way through the corner (or straight past it)
/// inside, so that the windings of all pieces add up and the non-zero rule fills the stroke without seams.
public struct Stroker {
    private var line = Polyline()
    private var dash = Polyline()

    /// A stroker without memory.
    public init() {}

    /// Adds the area that `style`'s pen covers along `path`, seen through `transform`.
    ///
    /// The pen is the path's: a transform that isn't uniform makes the line wider one way than the other.
    public mutating func stroke(
        _ path: Path, style: StrokeStyle, transform: AffineTransform, into rasterizer: Rasterizer
    ) {
        guard style.width > 0, style.width.isFinite, transform.isFinite else { return }
        // A similarity keeps circles round, so the pen may work in pixels; else outlines are mapped point by point.
        let isSimilarity =
            abs(abs(transform.a) - abs(transform.d)) + abs(abs(transform.b) - abs(transform.c)) < 1e-6
            && abs(transform.a * transform.c + transform.b * transform.d) < 1e-6
        let scale = Float(isSimilarity ? transform.meanScale : transform.largestScale)
        guard scale > 0, scale.isFinite else { return }
        let penScale: Float = isSimilarity ? scale : 1
        let reach = style.width / 2 * penScale
        let pen = Pen(
            reach: reach, style: style, pixelsPerUnit: isSimilarity ? 1 : scale,
            transform: isSimilarity ? nil : transform)
        let dashing = Dashing(style, scale: penScale)
        rasterizer.withEdges { edges in
            for contour in path.contours {
                if edges.room < 0 { return }
                line.flatten(
                    contour, of: path, transform: isSimilarity ? transform : .identity,
                    scale: isSimilarity ? 1 : scale, reach: reach)
                if let dashing, line.points.count > 1 {
                    dashing.cut(line, dash: &dash) { pen.draw(&edges, $0) }
                } else {
                    pen.draw(&edges, line)
                }
            }
        }
    }
}

/// One pen at work: everything about it that stays the same along a path.
private struct Pen {
    let reach: Float
    let cap: LineCap
    let join: LineJoin
    let miterLimit: Float
    let transform: AffineTransform?
    /// Steps of arcs: their angle, and its cosine and sine.
    let arcStep: Float
    let arcCosine: Float
    let arcSine: Float

    init(
        reach: Float, style: StrokeStyle, pixelsPerUnit: Float, transform: AffineTransform?
    ) {
        self.reach = reach
        cap = style.cap
        join = style.join
        miterLimit = style.miterLimit
        self.transform = transform
        let radius = max(0.2, reach * pixelsPerUnit)
        arcStep = max(0.02, 2 * acosf(max(0, 1 - Path.flatness / radius)))
        arcCosine = cosf(arcStep)
        arcSine = sinf(arcStep)
    }

    @inline(__always)
    func edge(_ edges: inout EdgeAccumulator, _ from: Point, _ to: Point) {
        if let transform {
            edges.line(from: transform.apply(from), to: transform.apply(to))
        } else {
            edges.line(from: from, to: to)
        }
    }

    func draw(_ edges: inout EdgeAccumulator, _ line: borrowing Polyline) {
        line.points.withUnsafeBufferPointer { points in
            line.isCorner.withUnsafeBufferPointer { corners in
                if points.count < 2 {
                    if points.count == 1 { dot(&edges, points[0]) }
                } else {
                    draw(&edges, points, corners, isClosed: line.isClosed && points.count > 2)
                }
            }
        }
    }

    private func draw(
        _ edges: inout EdgeAccumulator, _ points: UnsafeBufferPointer<Point>, _ corners: UnsafeBufferPointer<Bool>,
        isClosed: Bool
    ) {
        let count = isClosed ? points.count : points.count - 1
        var firstDirection = Point.zero
        var firstLength: Float = 0
        var previous = Point.zero
        var previousLength: Float = 0
        for index in 0..<count {
            if edges.room < 0 { return }
            let from = points[index]
            let to = points[index + 1 == points.count ? 0 : index + 1]
            let vector = to - from
            let length = vector.length
            let direction = vector / length
            let normal = Point(direction.y, -direction.x) * reach
            edge(&edges, from + normal, to + normal)
            edge(&edges, to - normal, from - normal)
            if index == 0 {
                firstDirection = direction
                firstLength = length
                if !isClosed { end(&edges, at: from, outward: Point.zero - direction) }
            } else {
                corner(&edges, from, previous, direction, min(previousLength, length), isJoin: corners[index])
            }
            previous = direction
            previousLength = length
        }
        if isClosed {
            corner(&edges, points[0], previous, firstDirection, min(previousLength, firstLength), isJoin: corners[0])
        } else {
            end(&edges, at: points[count], outward: previous)
        }
    }

    /// The two chains of edges round a corner: left from the incoming normal to the outgoing, right back again.
    private func corner(
        _ edges: inout EdgeAccumulator, _ point: Point, _ incoming: Point, _ outgoing: Point, _ shorter: Float,
        isJoin: Bool
    ) {
        let cosine = incoming.dot(outgoing)
        let sine = incoming.cross(outgoing)
        let before = Point(incoming.y, -incoming.x) * reach
        let after = Point(outgoing.y, -outgoing.x) * reach
        if before == after { return }
        let isLeftOuter = sine >= 0
        let outerFrom = isLeftOuter ? before : Point.zero - after
        let outerTo = isLeftOuter ? after : Point.zero - before
        let innerFrom = isLeftOuter ? Point.zero - after : before
        let innerTo = isLeftOuter ? Point.zero - before : after
        if cosine > 0.7 && shorter > reach * abs(sine) {
            edge(&edges, point + innerFrom, point + innerTo)
        } else {
            edge(&edges, point + innerFrom, point)
            edge(&edges, point, point + innerTo)
        }
        outer(&edges, point, outerFrom, outerTo, cosine: cosine, isJoin: isJoin)
    }

    private func outer(
        _ edges: inout EdgeAccumulator, _ point: Point, _ from: Point, _ to: Point, cosine: Float, isJoin: Bool
    ) {
        // Between the pieces of one curve there is no corner to see; only a cusp needs to be rounded.
        let kind: LineJoin = isJoin ? join : (cosine > 0.9 ? .bevel : .round)
        switch kind {
        case .bevel:
            edge(&edges, point + from, point + to)
        case .round:
            arc(&edges, point, from, to, cosine: cosine)
        case .miter:
            // Miter length over width is 1/cos(φ/2), and cos²(φ/2) = (1 + cos φ)/2.
            let halfCosineSquared = (1 + cosine) / 2
            if halfCosineSquared > 1e-6 && miterLimit * miterLimit * halfCosineSquared >= 1 {
                let tip = point + (from + to) / (1 + cosine)
                edge(&edges, point + from, tip)
                edge(&edges, tip, point + to)
            } else {
                edge(&edges, point + from, point + to)
            }
        }
    }

    /// A clockwise arc around `centre` from the radius `from` to the radius `to`.
    private func arc(_ edges: inout EdgeAccumulator, _ centre: Point, _ from: Point, _ to: Point, cosine: Float) {
        let angle = acosf(max(-1, min(1, cosine)))
        var radius = from
        var turned = arcStep
        // The last step is the rest to `to` itself.
        while turned < angle {
            let next = Point(
                radius.x * arcCosine - radius.y * arcSine, radius.x * arcSine + radius.y * arcCosine)
            edge(&edges, centre + radius, centre + next)
            radius = next
            turned += arcStep
        }
        edge(&edges, centre + radius, centre + to)
    }

    /// The end of an open line: from its left side to its right, as seen along `outward`.
    private func end(_ edges: inout EdgeAccumulator, at point: Point, outward: Point) {
        let normal = Point(outward.y, -outward.x) * reach
        switch cap {
        case .butt:
            edge(&edges, point + normal, point - normal)
        case .square:
            let beyond = outward * reach
            edge(&edges, point + normal, point + normal + beyond)
            edge(&edges, point + normal + beyond, point - normal + beyond)
            edge(&edges, point - normal + beyond, point - normal)
        case .round:
            arc(&edges, point, normal, outward * reach, cosine: 0)
            arc(&edges, point, outward * reach, Point.zero - normal, cosine: 0)
        }
    }

    /// A line of no length: SVG draws a dot with round caps and a square with square ones.
    private func dot(_ edges: inout EdgeAccumulator, _ point: Point) {
        if cap == .butt { return }
        end(&edges, at: point, outward: Point(1, 0))
        end(&edges, at: point, outward: Point(-1, 0))
    }
}
