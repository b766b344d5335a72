import CPlatform

/// A stroker that converts paths to the edges of their stroke outlines.
///
/// Each segment adds its two sides. Each corner adds its join on the outside, and on the inside a path through the
/// corner or straight past it. The winding numbers of all pieces add up, so that the non-zero rule fills the stroke
/// without seams.
public struct Stroker {
    private var line = Polyline()
    private var dash = Polyline()

    /// Creates a stroker.
    public init() {}

    /// Adds the area of a path's stroke to a rasterizer.
    ///
    /// The style is in the path's coordinates: under a transform that is not uniform, the line is wider in one
    /// direction than in the other.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - style: The style of the stroke.
    ///   - transform: The map from the path's coordinates to canvas pixels.
    ///   - rasterizer: The rasterizer.
    public mutating func stroke(
        _ path: Path, style: StrokeStyle, transform: AffineTransform, into rasterizer: Rasterizer
    ) {
        guard style.width > 0, style.width.isFinite, transform.isFinite else { return }
        // A similarity transform keeps circles round, so the outline can be computed in pixels. Otherwise each point of
        // the outline is transformed.
        let isSimilarity =
            abs(abs(transform.a) - abs(transform.d)) + abs(abs(transform.b) - abs(transform.c)) < 1e-6
            && abs(transform.a * transform.c + transform.b * transform.d) < 1e-6
        let scale = Float(isSimilarity ? transform.meanScale : transform.maxScale)
        guard scale > 0, scale.isFinite else { return }
        let penScale: Float = isSimilarity ? scale : 1
        let reach = style.width / 2 * penScale
        let lineScale = (isSimilarity ? 1 : scale) * rasterizer.exactness
        let pen = Pen(
            halfWidth: reach, style: style, pixelsPerUnit: lineScale, transform: isSimilarity ? nil : transform)
        let dashing = Dashing(style, scale: penScale)
        let aspect = isSimilarity ? 1 : Float(abs(transform.determinant)) / (scale * scale)
        rasterizer.withEdges { edges in
            for contour in path.contours {
                if edges.remainingWork < 0 { return }
                line.flatten(
                    contour, of: path, transform: isSimilarity ? transform : .identity,
                    scale: lineScale, halfWidth: reach)
                if let dashing, line.points.count > 1 {
                    dashing.forEachDash(of: line, dash: &dash) { pen.draw(&edges, $0) }
                } else if let fold = FoldedLine(line, aspect: aspect) {
                    pen.draw(&edges, fold)
                } else {
                    pen.draw(&edges, line)
                }
            }
        }
    }
}

/// The values of a stroke that stay the same along a path.
private struct Pen {
    /// Half the line width.
    let halfWidth: Float
    let cap: LineCap
    let join: LineJoin
    let miterLimit: Float
    /// The transform of each outline point, or nil if the pen works in pixels.
    let transform: AffineTransform?
    /// The angle of the steps of an arc, in radians; the next two properties are its cosine and sine.
    let arcStep: Float
    let arcCosine: Float
    let arcSine: Float

    /// Creates a pen.
    ///
    /// - Parameters:
    ///   - halfWidth: Half the line width, in pixels or in the path's units.
    ///   - style: The style of the stroke.
    ///   - pixelsPerUnit: The number of pixels per unit of `halfWidth`, less if arcs can be less exact.
    ///   - transform: The transform of each outline point, or nil if `halfWidth` is in pixels.
    init(
        halfWidth: Float, style: StrokeStyle, pixelsPerUnit: Float, transform: AffineTransform?
    ) {
        self.halfWidth = halfWidth
        cap = style.cap
        join = style.join
        miterLimit = style.miterLimit
        self.transform = transform
        let radius = max(0.2, halfWidth * pixelsPerUnit)
        arcStep = max(0.02, 2 * acosf(max(0, 1 - Path.flatness / radius)))
        arcCosine = cosf(arcStep)
        arcSine = sinf(arcStep)
    }

    /// Adds an edge of the outline.
    @inline(__always)
    func addEdge(_ edges: inout EdgeAccumulator, _ from: Point, _ to: Point) {
        if let transform {
            edges.addLine(from: transform.transformed(from), to: transform.transformed(to))
        } else {
            edges.addLine(from: from, to: to)
        }
    }

    /// Adds the outline of a line that leads back on itself.
    func draw(_ edges: inout EdgeAccumulator, _ fold: FoldedLine) {
        let (first, last) = fold.points
        let direction = (last - first) / (last - first).length
        let normal = Point(direction.y, -direction.x) * halfWidth
        addEdge(&edges, first + normal, last + normal)
        addEdge(&edges, last - normal, first - normal)
        addCap(&edges, cap(of: fold.ends.first), at: first, outward: Point.zero - direction)
        addCap(&edges, cap(of: fold.ends.last), at: last, outward: direction)
    }

    /// Returns the cap with the shape of an end; half a turn exceeds every miter limit.
    private func cap(of end: FoldedLine.End) -> LineCap {
        switch end {
        case .open: cap
        case .corner: join == .round ? .round : .butt
        case .curve: .round
        }
    }

    /// Adds the outline of a line.
    func draw(_ edges: inout EdgeAccumulator, _ line: borrowing Polyline) {
        // A line has one mark per point, and both arrays are indexed by points only.
        line.points.withUnsafeBufferPointer { points in
            line.isCorner.withUnsafeBufferPointer { corners in
                if points.count < 2 {
                    if points.count == 1 { addDot(&edges, points[0]) }
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
            if edges.remainingWork < 0 { return }
            let from = points[index]
            let to = points[index + 1 == points.count ? 0 : index + 1]
            let vector = to - from
            let length = vector.length
            let direction = vector / length
            let normal = Point(direction.y, -direction.x) * halfWidth
            addEdge(&edges, from + normal, to + normal)
            addEdge(&edges, to - normal, from - normal)
            if index == 0 {
                firstDirection = direction
                firstLength = length
                if !isClosed { addCap(&edges, cap, at: from, outward: Point.zero - direction) }
            } else {
                addCorner(&edges, from, previous, direction, min(previousLength, length), isJoin: corners[index])
            }
            previous = direction
            previousLength = length
        }
        if isClosed {
            addCorner(&edges, points[0], previous, firstDirection, min(previousLength, firstLength), isJoin: corners[0])
        } else {
            addCap(&edges, cap, at: points[count], outward: previous)
        }
    }

    /// Adds the two chains of edges around a corner.
    ///
    /// The left chain leads from the incoming normal to the outgoing one, the right chain back.
    private func addCorner(
        _ edges: inout EdgeAccumulator, _ point: Point, _ incoming: Point, _ outgoing: Point, _ shorter: Float,
        isJoin: Bool
    ) {
        let cosine = incoming.dot(outgoing)
        let sine = incoming.cross(outgoing)
        let before = Point(incoming.y, -incoming.x) * halfWidth
        let after = Point(outgoing.y, -outgoing.x) * halfWidth
        if before == after { return }
        let isLeftOuter = sine >= 0
        let outerFrom = isLeftOuter ? before : Point.zero - after
        let outerTo = isLeftOuter ? after : Point.zero - before
        let innerFrom = isLeftOuter ? Point.zero - after : before
        let innerTo = isLeftOuter ? Point.zero - before : after
        if cosine > 0.7 && shorter > halfWidth * abs(sine) {
            addEdge(&edges, point + innerFrom, point + innerTo)
        } else {
            addEdge(&edges, point + innerFrom, point)
            addEdge(&edges, point, point + innerTo)
        }
        addOuterJoin(&edges, point, outerFrom, outerTo, cosine: cosine, isJoin: isJoin)
    }

    /// Adds the join on the outside of a corner.
    private func addOuterJoin(
        _ edges: inout EdgeAccumulator, _ point: Point, _ from: Point, _ to: Point, cosine: Float, isJoin: Bool
    ) {
        // A flattened curve has no visible corners between its pieces; only a cusp needs rounding.
        let kind: LineJoin = isJoin ? join : (cosine > 0.9 ? .bevel : .round)
        switch kind {
        case .bevel:
            addEdge(&edges, point + from, point + to)
        case .round:
            addArc(&edges, point, from, to, cosine: cosine)
        case .miter:
            // The ratio of miter length to width is 1/cos(φ/2), and cos²(φ/2) = (1 + cos φ)/2.
            let halfCosineSquared = (1 + cosine) / 2
            if halfCosineSquared > 1e-6 && miterLimit * miterLimit * halfCosineSquared >= 1 {
                let tip = point + (from + to) / (1 + cosine)
                addEdge(&edges, point + from, tip)
                addEdge(&edges, tip, point + to)
            } else {
                addEdge(&edges, point + from, point + to)
            }
        }
    }

    /// Adds a clockwise arc around `centre` from the radius `from` to the radius `to`.
    private func addArc(_ edges: inout EdgeAccumulator, _ centre: Point, _ from: Point, _ to: Point, cosine: Float) {
        let angle = acosf(max(-1, min(1, cosine)))
        var radius = from
        var turned = arcStep
        // The last step covers the remaining angle up to `to`.
        while turned < angle {
            let next = Point(
                radius.x * arcCosine - radius.y * arcSine, radius.x * arcSine + radius.y * arcCosine)
            addEdge(&edges, centre + radius, centre + next)
            radius = next
            turned += arcStep
        }
        addEdge(&edges, centre + radius, centre + to)
    }

    /// Adds the cap at the end of an open line, from its left to its right side as seen along `outward`.
    private func addCap(_ edges: inout EdgeAccumulator, _ cap: LineCap, at point: Point, outward: Point) {
        let normal = Point(outward.y, -outward.x) * halfWidth
        switch cap {
        case .butt:
            addEdge(&edges, point + normal, point - normal)
        case .square:
            let beyond = outward * halfWidth
            addEdge(&edges, point + normal, point + normal + beyond)
            addEdge(&edges, point + normal + beyond, point - normal + beyond)
            addEdge(&edges, point - normal + beyond, point - normal)
        case .round:
            addArc(&edges, point, normal, outward * halfWidth, cosine: 0)
            addArc(&edges, point, outward * halfWidth, Point.zero - normal, cosine: 0)
        }
    }

    /// Adds the stroke of a line of length 0: as in SVG, a dot for round caps and a square for square caps.
    private func addDot(_ edges: inout EdgeAccumulator, _ point: Point) {
        if cap == .butt { return }
        addCap(&edges, cap, at: point, outward: Point(1, 0))
        addCap(&edges, cap, at: point, outward: Point(-1, 0))
    }
}
