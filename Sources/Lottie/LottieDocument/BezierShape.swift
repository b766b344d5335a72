import JSON

/// The path of a shape or mask: one continuous sequence of cubic Bézier segments.
///
/// The points are absolute and in drawing order: the start point, then for each segment its two control points and its
/// end point. A closed path has a last segment back to its start point.
public struct BezierShape: Sendable, Equatable {
    /// The points: 1 + 3 · segments of them, or none for an empty path.
    public var points: [SIMD2<Float>]
    /// Whether the path is closed.
    public var isClosed: Bool

    /// Creates a path from its points.
    public init(points: [SIMD2<Float>], isClosed: Bool) {
        self.points = points
        self.isClosed = isClosed
    }

    /// Creates a path from vertices and from tangents that are relative to their vertices; missing tangents are zero.
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

    /// The number of segments, including the closing segment.
    @inlinable public var segmentCount: Int { max(0, (points.count - 1) / 3) }

    /// The number of vertices; the start point of a closed path counts once.
    @inlinable public var vertexCount: Int { points.isEmpty ? 0 : isClosed ? segmentCount : segmentCount + 1 }
}

extension BezierShape: Interpolatable {
    /// Returns the path between two paths; vertices and tangents are interpolated linearly by the first component of
    /// `progress`.
    ///
    /// If the numbers of vertices differ, the result has the smaller number. The result is closed if `start` is closed.
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        let p = Float(progress.x)
        if start.points.count == end.points.count && start.isClosed == end.isClosed {
            var result = start
            // Both arrays have the same number of points.
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

    /// Returns a vertex and its tangents, which are relative to the vertex.
    ///
    /// - Parameter index: The index of the vertex, less than `vertexCount`.
    public func vertex(_ index: Int) -> (point: SIMD2<Float>, tangentIn: SIMD2<Float>, tangentOut: SIMD2<Float>) {
        let point = points[3 * index]
        let before = index > 0 ? points[3 * index - 1] : isClosed ? points[points.count - 2] : point
        let after = 3 * index + 1 < points.count ? points[3 * index + 1] : point
        return (point, before - point, after - point)
    }
}

extension BezierShape {
    /// Decodes a path in Lottie's own form: an object with the vertices, their tangents and the closed flag.
    package init?(json: [UInt8]) {
        let path = try? JSONReader.read(json) { reader throws(JSONError) in try BezierShape.read(from: &reader) }
        guard let path else { return nil }
        self = path
    }
}
