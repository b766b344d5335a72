import JSON

extension JSONReader {
    /// Reads a transform.
    mutating func readTransform() throws(JSONError) -> Transform {
        var fields = TransformFields()
        if try readNull() { return fields.transform }
        try readItem("a transform") { reader, key throws(JSONError) in
            try reader.readTransformField(key, of: &fields)
        }
        return fields.assembledTransform
    }

    private mutating func readTransformField(_ key: JSONKey, of fields: inout TransformFields) throws(JSONError) {
        switch key {
        case "a": fields.transform.anchor = try readPosition()
        case "p": fields.transform.position = try readPosition()
        case "s": fields.transform.scale = try readProperty(Vector(100, 100, 100))
        case "r": fields.transform.rotation = try readProperty(0)
        case "rx":
            fields.axes.x = try readProperty(0)
            fields.hasAxes = true
        case "ry": fields.axes.y = try readProperty(0)
        case "rz": fields.axes.z = try readProperty(0)
        case "or": fields.axes.orientation = try readProperty(.zero)
        case "o": fields.transform.opacity = try readProperty(100)
        case "sk": fields.transform.skew = try readProperty(0)
        case "sa": fields.transform.skewAxis = try readProperty(0)
        default: try skipValue()
        }
    }

    /// Reads a list of shape items into a group, and replaces the items of an earlier list. Hidden items
    /// other than groups are left out.
    mutating func readShapeItems(into group: inout ShapeGroup) throws(JSONError) {
        group.items = []
        group.names = []
        try readArray("a list of shape items") { reader throws(JSONError) in
            guard try reader.peekKind() == .object else { throw reader.mismatchError("a shape item") }
            try reader.countItem()
            let type = try reader.peekWord("ty")
            if type == "tr" {
                group.transform = try reader.readTransform()
            } else {
                reader.context.item = ItemNames()
                guard let item = try reader.readShapeItem(type) else { return }
                group.items.append(item)
                group.recordName(reader.context.item.name)
                if reader.context.plan.keepsLabels { group.labels.append(reader.context.item.label) }
            }
        }
    }

    /// Reads a shape item of the given type. Returns `nil` for one that is not drawn, and for a hidden one that is
    /// not a group.
    private mutating func readShapeItem(_ type: JSONKey?) throws(JSONError) -> ShapeItem? {
        // Groups and paths are long, so their flag is read along with the other fields instead of looked up first.
        if type == "gr" { return .group(try readShapeGroup()) }
        if type == "sh" { return try readPathItem() }
        if hasHiddenItems, var hidden = try lookahead(to: "hd"), try hidden.readBool() {
            try skipValue()
            return nil
        }
        switch type {
        case "rc": return .rectangle(try readRectangle())
        case "el": return .ellipse(try readEllipse())
        case "sr": return .polystar(try readPolystar())
        case "fl", "gf": return .fill(try readFillStyle(isGradient: type == "gf"))
        case "st", "gs": return .stroke(try readStrokeStyle(isGradient: type == "gs"))
        case "tm": return .trim(try readTrimPath())
        case "rp": return .repeater(try readRepeater())
        case "rd": return .roundedCorners(radius: try readPropertyField("r", fallback: 0))
        case "pb": return .puckerBloat(amount: try readPropertyField("a", fallback: 0))
        case "zz": return .zigZag(try readZigZag())
        case "op": return .offsetPath(try readOffsetPath())
        case "tw": return .twist(try readTwist())
        case "mm":
            let mode = try readPropertyField("mm", fallback: 1).value(at: 0)
            let known = truncatedInteger(mode).flatMap(MergeMode.init(rawValue:))
            if known == nil { recordUnsupported("merge mode \(truncatedInteger(mode).map(String.init) ?? "\(mode)")") }
            return .mergePaths(known ?? .merge)
        default:
            let name = try peek("ty") ?? ""
            recordUnsupported(name.isEmpty ? "shape without a type" : "shape '\(name)'")
            try skipValue()
            return nil
        }
    }

    /// Reads an object of which only one property is needed.
    private mutating func readPropertyField(_ name: JSONKey, fallback: Double) throws(JSONError) -> Property<Double> {
        var value = Property<Double>.fixed(fallback)
        try readItem { reader, key throws(JSONError) in
            if key == name { value = try reader.readProperty(fallback) } else { try reader.readOtherItemField(key) }
        }
        return value
    }

    /// Returns the number without its fraction, or `nil` if `Int` cannot represent it.
    func truncatedInteger(_ number: Double) -> Int? { Int(exactly: number.rounded(.towardZero)) }

    /// Reads a whole number, such as an index or an enumeration value.
    mutating func readInteger() throws(JSONError) -> Int? { truncatedInteger(try readNumber("a whole number")) }

    /// Reads a whole number that selects one of several kinds of a feature, and records one that no kind has.
    mutating func readKind(of feature: String, in known: ClosedRange<Int>) throws(JSONError) -> Int? {
        let number = try readNumber("a whole number")
        let kind = truncatedInteger(number)
        if kind.map(known.contains) != true { recordUnsupported("\(feature) \(kind.map(String.init) ?? "\(number)")") }
        return kind
    }

    private mutating func readShapeGroup() throws(JSONError) -> ShapeGroup {
        var group = ShapeGroup()
        var names = ItemNames()
        try readItem { reader, key throws(JSONError) in
            try reader.recordLabel(key, in: &names)
            switch key {
            case "hd": group.isHidden = try reader.readBool()
            case "nm": group.name = try reader.readName()
            case "it": try reader.readShapeItems(into: &group)
            case "bm": group.blendMode = try reader.readBlendMode()
            default: try reader.skipValue()
            }
        }
        // The last item in the group has left its own names here.
        context.item = names
        return group
    }

    /// Reads a field of a shape item or effect: keeps its name and skips everything else.
    mutating func readOtherItemField(_ key: JSONKey) throws(JSONError) {
        try recordLabel(key, in: &context.item)
        if key == "nm" { context.item.name = try readName() } else { try skipValue() }
    }

    /// Reads a name; a value that is not a string or number becomes an empty name.
    mutating func readName() throws(JSONError) -> String {
        switch try peekKind() {
        case .string, .number: return try readString()
        default:
            try skipValue()
            return ""
        }
    }

    /// Reads the number of a blend mode.
    mutating func readBlendMode() throws(JSONError) -> BlendMode {
        try readKind(of: "blend mode", in: 0...BlendMode.hardMix.rawValue).flatMap(BlendMode.init(rawValue:)) ?? .normal
    }

    private mutating func readPathItem() throws(JSONError) -> ShapeItem? {
        // In old files the flag is in the item, before or after the path itself.
        if context.rules.hasClosedFlagsOutsidePaths, var closed = try lookahead(to: "closed") {
            context.closesUnflaggedPaths = try closed.readBool()
        }
        defer { context.closesUnflaggedPaths = false }
        var path: Property<BezierShape>?
        var isHidden = false
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "ks": path = try reader.readProperty(BezierShape(points: [], isClosed: false))
            case "hd": isHidden = try reader.readBool()
            default: try reader.readOtherItemField(key)
            }
        }
        return isHidden ? nil : path.map { .path($0) }
    }
}

// MARK: - Parametric shapes

extension JSONReader {
    private mutating func readRectangle() throws(JSONError) -> RectangleShape {
        var shape = RectangleShape()
        // Without a direction, lottie-web draws a rectangle anticlockwise, and no other shape (`ShapeProperty.js`).
        shape.isReversed = true
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "p": shape.position = try reader.readPosition()
            case "s": shape.size = try reader.readProperty(.zero)
            case "r": shape.roundness = try reader.readProperty(0)
            case "d":
                let direction = try reader.readInteger()
                shape.isReversed = direction != 1 && direction != 2
            default: try reader.readOtherItemField(key)
            }
        }
        return shape
    }

    private mutating func readEllipse() throws(JSONError) -> EllipseShape {
        var shape = EllipseShape()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "p": shape.position = try reader.readPosition()
            case "s": shape.size = try reader.readProperty(.zero)
            case "d": shape.isReversed = try reader.readInteger() == 3
            default: try reader.readOtherItemField(key)
            }
        }
        return shape
    }

    private mutating func readPolystar() throws(JSONError) -> PolystarShape {
        var shape = PolystarShape()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "sy": shape.isStar = try reader.readKind(of: "star type", in: 1...2) == 1
            case "p": shape.position = try reader.readPosition()
            case "pt": shape.points = try reader.readProperty(5)
            case "r": shape.rotation = try reader.readProperty(0)
            case "or": shape.outerRadius = try reader.readProperty(0)
            case "os": shape.outerRoundness = try reader.readProperty(0)
            case "ir": shape.innerRadius = try reader.readProperty(0)
            case "is": shape.innerRoundness = try reader.readProperty(0)
            case "d": shape.isReversed = try reader.readInteger() == 3
            default: try reader.readOtherItemField(key)
            }
        }
        return shape
    }
}

// MARK: - Modifiers

extension JSONReader {
    private mutating func readTrimPath() throws(JSONError) -> TrimPath {
        var trim = TrimPath()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "s": trim.start = try reader.readProperty(0)
            case "e": trim.end = try reader.readProperty(100)
            case "o": trim.offset = try reader.readProperty(0)
            case "m": trim.isSequential = try reader.readInteger() == 2
            default: try reader.readOtherItemField(key)
            }
        }
        return trim
    }

    private mutating func readRepeater() throws(JSONError) -> Repeater {
        var repeater = Repeater()
        var fields = TransformFields()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "c": repeater.copies = try reader.readProperty(0)
            case "o": repeater.offset = try reader.readProperty(0)
            case "m": repeater.isAbove = try reader.readInteger() == 2
            case "tr": try reader.readRepeaterTransform(into: &repeater, &fields)
            default: try reader.readOtherItemField(key)
            }
        }
        repeater.transform = fields.assembledTransform
        return repeater
    }

    private mutating func readRepeaterTransform(
        into repeater: inout Repeater, _ fields: inout TransformFields
    ) throws(JSONError) {
        try readItem("a transform") { reader, key throws(JSONError) in
            switch key {
            case "so": repeater.startOpacity = try reader.readProperty(100)
            case "eo": repeater.endOpacity = try reader.readProperty(100)
            default: try reader.readTransformField(key, of: &fields)
            }
        }
    }

    private mutating func readZigZag() throws(JSONError) -> ZigZag {
        var zigZag = ZigZag()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "s": zigZag.amplitude = try reader.readProperty(0)
            case "r": zigZag.frequency = try reader.readProperty(0)
            case "pt": zigZag.pointType = try reader.readProperty(1)
            default: try reader.readOtherItemField(key)
            }
        }
        return zigZag
    }

    private mutating func readTwist() throws(JSONError) -> Twist {
        var twist = Twist()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "a": twist.angle = try reader.readProperty(0)
            case "c": twist.center = try reader.readProperty(.zero)
            default: try reader.readOtherItemField(key)
            }
        }
        return twist
    }

    private mutating func readOffsetPath() throws(JSONError) -> OffsetPath {
        var offset = OffsetPath()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "a": offset.amount = try reader.readProperty(0)
            case "lj": offset.join = try reader.readStrokeJoin()
            case "ml": offset.miterLimit = try reader.readProperty(100)
            default: try reader.readOtherItemField(key)
            }
        }
        return offset
    }
}

extension ShapeGroup {
    /// Stores the name of the item added last. The list stays empty if no item has a name, as in most minified files.
    fileprivate mutating func recordName(_ name: String) {
        if name.isEmpty { return }
        while names.count < items.count - 1 { names.append("") }
        names.append(name)
    }
}

/// The fields of a transform that is being read; whether it has rotations about three axes can follow them.
private struct TransformFields {
    var transform = Transform()
    var axes = AxisRotations()
    /// Whether there is a rotation about x; without one the other axes are ignored (lottie-web,
    /// `TransformProperty.js`).
    var hasAxes = false

    var assembledTransform: Transform {
        var transform = transform
        if hasAxes { transform.axes = axes }
        return transform
    }
}
