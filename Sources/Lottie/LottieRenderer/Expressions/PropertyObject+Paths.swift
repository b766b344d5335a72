import LottieDocument
import LottieExpressions

extension PropertyObject {
    /// Calls a function of paths: the points and tangents, and positions on the path.
    func callPathFunction(
        _ name: String, _ arguments: [ScriptValue], _ machine: ScriptMachine
    ) throws(ScriptFailure) -> ScriptValue {
        let isPlace = name.hasSuffix("OnPath")
        let time = isPlace ? (arguments.count > 1 ? arguments[1] : nil) : arguments.first
        var path = self.path
        try machine.spend(steps: (path?.points.count ?? 0) / 4)
        if let time, case .number = time { path = try plainPath(at: frame(time, machine), machine) }
        guard let path else { throw machine.typeError("'\(name)' is for paths") }
        switch name {
        case "isClosed": return .bool(path.isClosed)
        case "points", "inTangents", "outTangents":
            try machine.spend(steps: path.vertexCount)
            var points: [ScriptValue] = []
            for index in 0..<path.vertexCount {
                let vertex = path.vertex(index)
                let point =
                    name == "points" ? vertex.point : name == "inTangents" ? vertex.tangentIn : vertex.tangentOut
                points.append(try machine.makeArray([Double(point.x), Double(point.y)]))
            }
            return try machine.makeArray(points)
        default:
            let share = arguments.isEmpty ? 0.5 : try machine.number(arguments[0])
            try machine.spend(steps: path.segmentCount * 200)
            let place = path.position(at: share)
            switch name {
            case "pointOnPath": return try machine.makeArray([place.point.x, place.point.y])
            case "tangentOnPath": return try machine.makeArray([place.tangent.x, place.tangent.y])
            default: return try machine.makeArray([-place.tangent.y, place.tangent.x])
            }
        }
    }
}

extension BezierShape {
    /// The number of chords per segment; an accuracy of half a hundredth of a segment's length is sufficient.
    private static let chordsPerSegment = 100

    /// Returns the point at a fraction of the path's length, and the unit tangent there.
    fileprivate func position(at share: Double) -> (point: SIMD2<Double>, tangent: SIMD2<Double>) {
        guard let first = points.first, points.count > 3 else { return (SIMD2(points.first ?? .zero), .zero) }
        var places: [SIMD2<Double>] = [SIMD2(first)]
        var lengths = [0.0]
        for segment in 0..<segmentCount {
            let p = (0..<4).map { SIMD2<Double>(points[3 * segment + $0]) }
            for step in 1...Self.chordsPerSegment {
                let t = Double(step) / Double(Self.chordsPerSegment)
                let u = 1 - t
                let near = p[0] * (u * u * u) + p[1] * (3 * u * u * t)
                let point = near + p[2] * (3 * u * t * t) + p[3] * (t * t * t)
                let chord = point - places[places.count - 1]
                lengths.append(lengths[lengths.count - 1] + (chord * chord).sum().squareRoot())
                places.append(point)
            }
        }
        let target = max(0, min(1, share.isFinite ? share : 0)) * lengths[lengths.count - 1]
        let index = max(1, lengths.firstIndex { $0 >= target } ?? lengths.count - 1)
        let span = lengths[index] - lengths[index - 1]
        let chord = places[index] - places[index - 1]
        let part = span > 0 ? (target - lengths[index - 1]) / span : 0
        return (places[index - 1] + chord * part, span > 0 ? chord / span : .zero)
    }
}
