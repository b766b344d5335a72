import JSON

/// A type of property value that can be read from Lottie's JSON.
protocol JSONReadable: Interpolatable {
    /// The kind of a slot for such a value.
    static var slotKind: Slot.Kind { get }
    /// Reads the next value.
    static func read(from reader: inout JSONReader) throws(JSONError) -> Self
}

extension Double: JSONReadable {
    static var slotKind: Slot.Kind { .number }

    static func read(from reader: inout JSONReader) throws(JSONError) -> Double {
        guard try reader.peekKind() == .array else { return try reader.readNumber() }
        var first: Double?
        try reader.readArray { reader throws(JSONError) in
            if first == nil { first = try reader.readNumber() } else { try reader.skipValue() }
        }
        return first ?? 0
    }
}

extension SIMD3<Double>: JSONReadable {
    static var slotKind: Slot.Kind { .vector }

    static func read(from reader: inout JSONReader) throws(JSONError) -> Vector {
        guard try reader.peekKind() == .array else {
            return Vector(repeating: try reader.readNumber("a list of numbers"))
        }
        // A vector whose elements are set by a variable index is kept in memory, which takes twice as long.
        var (x, y, z) = (0.0, 0.0, 0.0)
        var count = 0
        try reader.readArray { reader throws(JSONError) in
            let value = try reader.readNumber()
            switch count {
            case 0: x = value
            case 1: y = value
            case 2: z = value
            default: break
            }
            count += 1
        }
        return Vector(x, y, z)
    }
}

extension SIMD4<Float>: JSONReadable {
    static var slotKind: Slot.Kind { .color }

    static func read(from reader: inout JSONReader) throws(JSONError) -> Color {
        _ = try reader.peekKind()
        let place = reader.offset
        var color = Color(0, 0, 0, 1)
        var count = 0
        try reader.readArray("a colour of 3 or 4 numbers") { reader throws(JSONError) in
            let value = Float(try reader.readNumber())
            if count < 3 { color[count] = value }
            count += 1
        }
        guard count >= 3 else {
            throw reader.error("expected a colour of 3 or 4 numbers, found \(count)", at: place)
        }
        if reader.context.rules.hasByteColors { color /= Color(255, 255, 255, 1) }
        return color.clamped(lowerBound: .zero, upperBound: .one)
    }
}

extension [Float]: JSONReadable {
    static var slotKind: Slot.Kind { .gradient }

    static func read(from reader: inout JSONReader) throws(JSONError) -> [Float] {
        var numbers: [Float] = []
        try reader.readArray("a list of numbers") { reader throws(JSONError) in
            // Sixteen numbers need as much memory as one keyframe.
            if numbers.count % 16 == 15 { try reader.countItem() }
            numbers.append(Float(try reader.readNumber()))
        }
        return numbers
    }
}

extension BezierShape: JSONReadable {
    static var slotKind: Slot.Kind { .path }

    static func read(from reader: inout JSONReader) throws(JSONError) -> BezierShape {
        if try reader.peekKind() == .array {
            var first: BezierShape?
            try reader.readArray("a path") { reader throws(JSONError) in
                if first == nil { first = try readPath(from: &reader) } else { try reader.skipValue() }
            }
            return first ?? BezierShape(points: [], isClosed: false)
        }
        return try readPath(from: &reader)
    }

    private static func readPath(from reader: inout JSONReader) throws(JSONError) -> BezierShape {
        // The lists are reused, because a file has thousands of paths and new lists would grow from zero capacity each
        // time.
        var lists = reader.context.pointLists
        reader.context.pointLists = PointLists()
        lists.removeAll()
        var isClosed: Bool?
        var hasAbsoluteTangents = reader.context.hasAbsoluteTangents
        try reader.readObject("a path") { reader, key throws(JSONError) in
            switch key {
            case "v": try reader.readPoints(into: &lists.vertices)
            case "i": try reader.readPoints(into: &lists.tangentsIn)
            case "o": try reader.readPoints(into: &lists.tangentsOut)
            case "c": isClosed = try reader.readBool()
            // An exporter has written a path that lottie-web has already converted.
            case "completed": hasAbsoluteTangents = try reader.readBool() || hasAbsoluteTangents
            default: try reader.skipValue()
            }
        }
        if hasAbsoluteTangents { lists.makeTangentsRelative() }
        let shape = BezierShape(
            vertices: lists.vertices, tangentsIn: lists.tangentsIn, tangentsOut: lists.tangentsOut,
            isClosed: isClosed ?? reader.context.closesUnflaggedPaths)
        reader.context.pointLists = lists
        return shape
    }
}

extension JSONReader {
    /// Reads a list of points, which replaces an earlier list of the same path.
    fileprivate mutating func readPoints(into points: inout [SIMD2<Float>]) throws(JSONError) {
        points.removeAll(keepingCapacity: true)
        if try readNull() { return }
        try readArray("a list of points") { reader throws(JSONError) in
            var point = SIMD2<Float>.zero
            var count = 0
            try reader.readArray("a point") { reader throws(JSONError) in
                let value = Float(try reader.readNumber())
                if count == 0 { point.x = value } else if count == 1 { point.y = value }
                count += 1
            }
            points.append(point)
        }
    }
}
