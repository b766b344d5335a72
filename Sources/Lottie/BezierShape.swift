/// A path of a shape or a mask: one run of cubic segments.
///
/// Points are absolute and stand in drawing order: the start, then for each segment its two control points and its
/// end. A closed path has a last segment back to its start.
public struct BezierShape: Sendable, Equatable {
    /// 1 + 3 · segments points, or none for an empty path.
    public var points: [SIMD2<Float>]
    /// Whether the end is joined to the start.
    public var isClosed: Bool

    /// A path of these points.
    public init(points: [SIMD2<Float>], isClosed: Bool) {
        self.points = points
        self.isClosed = isClosed
    }

    /// The path with these vertices and tangents relative to them; missing tangents are zero.
    public init(vertices: [SIMD2<Float>], tangentsIn: [SIMD2<Float>], tangentsOut: [SIMD2<Float>], isClosed: Bool) {
        self.isClosed = isClosed
        points = []
        guard let first = vertices.first else { return }
        points.reserveCapacity(1 + 3 * vertices.count)
        points.append(first)
        let segments = isClosed ? vertices.count : vertices.count - 1
        for index in 0..<segments {
            let next = index + 1 == vertices.count ? 0 : index + 1
            points.append(index < tangentsOut.count ? vertices[index] + tangentsOut[index] : vertices[index])
            points.append(next < tangentsIn.count ? vertices[next] + tangentsIn[next] : vertices[next])
            points.append(vertices[next])
        }
    }

    /// Segments, the closing one included.
    @inlinable public var segments: Int { max(0, (points.count - 1) / 3) }

    /// Vertices, each counted once.
    @inlinable public var vertexCount: Int { points.isEmpty ? 0 : isClosed ? segments : segments + 1 }
}

extension BezierShape: Interpolatable {
    /// The path at `progress` by its first component: vertices and handles move straight.
    ///
    /// Where the ends differ in vertices the smaller number counts, and closedness is the start's.
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        let p = Float(progress.x)
        if start.points.count == end.points.count && start.isClosed == end.isClosed {
            var result = start
            end.points.withUnsafeBufferPointer { target in
                result.points.withUnsafeMutableBufferPointer { points in
                    for index in points.indices { points[index] += (target[index] - points[index]) * p }
                }
            }
            return result
        }
        let count = min(start.vertexCount, end.vertexCount)
        var vertices: [SIMD2<Float>] = []
        var tangentsIn: [SIMD2<Float>] = []
        var tangentsOut: [SIMD2<Float>] = []
        for index in 0..<count {
            let a = start.vertex(index)
            let b = end.vertex(index)
            vertices.append(a.point + (b.point - a.point) * p)
            tangentsIn.append(a.tangentIn + (b.tangentIn - a.tangentIn) * p)
            tangentsOut.append(a.tangentOut + (b.tangentOut - a.tangentOut) * p)
        }
        return BezierShape(
            vertices: vertices, tangentsIn: tangentsIn, tangentsOut: tangentsOut, isClosed: start.isClosed)
    }

    /// The vertex at `index`, below `vertexCount`, with its tangents relative to it.
    public func vertex(_ index: Int) -> (point: SIMD2<Float>, tangentIn: SIMD2<Float>, tangentOut: SIMD2<Float>) {
        let point = points[3 * index]
        let before = index > 0 ? points[3 * index - 1] : isClosed ? points[points.count - 2] : point
        let after = 3 * index + 1 < points.count ? points[3 * index + 1] : point
        return (point, before - point, after - point)
    }
}

extension BezierShape {
    /// The path that `json` spells in the format's own form: an object of vertices, their tangents, and whether it is closed.
    package init?(json: [UInt8]) {
        let path = try? JSONReader.read(json) { reader throws(JSONError) in try BezierShape.read(from: &reader) }
        guard let path else { return nil }
        self = path
    }
}
