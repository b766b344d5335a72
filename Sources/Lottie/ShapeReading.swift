extension JSONReader {
    /// Reads a transform.
    mutating func transform() throws(JSONError) -> Transform {
        var fields = TransformFields()
        if try null() { return fields.transform }
        try object("a transform") { reader, key throws(JSONError) in
            try reader.transformField(key, of: &fields)
        }
        return fields.assembled
    }

    private mutating func transformField(_ key: JSONKey, of fields: inout TransformFields) throws(JSONError) {
        switch key {
        case "a": fields.transform.anchor = try position()
        case "p": fields.transform.position = try position()
        case "s": fields.transform.scale = try property(Vector(100, 100, 100))
        case "r": fields.transform.rotation = try property(0)
        case "rx":
            fields.axes.x = try property(0)
            fields.hasAxes = true
        case "ry": fields.axes.y = try property(0)
        case "rz": fields.axes.z = try property(0)
        case "or": fields.axes.orientation = try property(.zero)
        case "o": fields.transform.opacity = try property(100)
        case "sk": fields.transform.skew = try property(0)
        case "sa": fields.transform.skewAxis = try property(0)
        default: try skip()
        }
    }

    /// Reads a list of shape items into a group, and replaces the items of an earlier list. Hidden items are left out.
    mutating func shapeItems(into group: inout ShapeGroup) throws(JSONError) {
        group.items = []
        group.names = []
        try array("a list of shape items") { reader throws(JSONError) in
            guard try reader.kind() == .object else { throw try reader.mismatch("a shape item") }
            try reader.countItem()
            let type = try reader.peek("ty") ?? ""
            if type == "tr" {
                group.transform = try reader.transform()
            } else {
                let label = reader.document.keepsLabels ? try reader.label() : nil
                reader.document.itemName = ""
                guard let item = try reader.shapeItem(type) else { return }
                group.items.append(item)
                group.noteName(reader.document.itemName)
                if let label { group.labels.append(label) }
            }
        }
    }

    /// Reads a shape item of the given type. Returns `nil` for a hidden item and for one that is not drawn.
    private mutating func shapeItem(_ type: String) throws(JSONError) -> ShapeItem? {
        // Groups and paths are long, so their flag is read along with the other fields instead of looked up first.
        if type == "gr" { return try shapeGroup().map { .group($0) } }
        if type == "sh" { return try pathItem() }
        if var hidden = try ahead(to: "hd"), try hidden.bool() {
            try skip()
            return nil
        }
        switch type {
        case "rc": return .rectangle(try rectangle())
        case "el": return .ellipse(try ellipse())
        case "sr": return .polystar(try polystar())
        case "fl", "gf": return .fill(try fillStyle(isGradient: type == "gf"))
        case "st", "gs": return .stroke(try strokeStyle(isGradient: type == "gs"))
        case "tm": return .trim(try trimPath())
        case "rp": return .repeater(try repeater())
        case "rd": return .roundedCorners(radius: try field("r", fallback: 0))
        case "pb": return .puckerBloat(amount: try field("a", fallback: 0))
        case "zz": return .zigZag(try zigZag())
        case "op": return .offsetPath(try offsetPath())
        case "tw": return .twist(try twist())
        case "mm":
            let mode = try field("mm", fallback: 1).value(at: 0)
            return .mergePaths(MergeMode(rawValue: wholeNumber(mode) ?? 1) ?? .merge)
        default:
            noteUndrawn(type.isEmpty ? "shape without a type" : "shape '\(type)'")
            try skip()
            return nil
        }
    }

    /// Reads an object of which only one property is needed.
    private mutating func field(_ name: JSONKey, fallback: Double) throws(JSONError) -> Property<Double> {
        var value = Property<Double>.fixed(fallback)
        try object { reader, key throws(JSONError) in
            if key == name { value = try reader.property(fallback) } else { try reader.otherItemField(key) }
        }
        return value
    }

    /// Returns the number without its fraction, or `nil` if `Int` cannot represent it.
    func wholeNumber(_ number: Double) -> Int? { Int(exactly: number.rounded(.towardZero)) }

    /// Reads a whole number, such as an index or an enumeration value.
    mutating func integer() throws(JSONError) -> Int? { wholeNumber(try number("a whole number")) }

    private mutating func shapeGroup() throws(JSONError) -> ShapeGroup? {
        var group = ShapeGroup()
        var isHidden = false
        try object { reader, key throws(JSONError) in
            switch key {
            case "hd": isHidden = try reader.bool()
            case "nm": group.name = try reader.name()
            case "it": try reader.shapeItems(into: &group)
            case "bm": group.blendMode = try reader.blendMode()
            default: try reader.skip()
            }
        }
        // The last item in the group has left its own name here.
        document.itemName = ""
        return isHidden ? nil : group
    }

    /// Reads a field of a shape item or effect: keeps its name and skips everything else.
    mutating func otherItemField(_ key: JSONKey) throws(JSONError) {
        if key == "nm" { document.itemName = try name() } else { try skip() }
    }

    /// Reads a name; a value that is not a string or number becomes an empty name.
    mutating func name() throws(JSONError) -> String {
        switch try kind() {
        case .string, .number: return try string()
        default:
            try skip()
            return ""
        }
    }

    /// Reads the number of a blend mode.
    mutating func blendMode() throws(JSONError) -> BlendMode {
        try integer().flatMap(BlendMode.init(rawValue:)) ?? .normal
    }

    private mutating func pathItem() throws(JSONError) -> ShapeItem? {
        // In old files the flag is in the item, before or after the path itself.
        if document.hasFlagsBesidePaths, var closed = try ahead(to: "closed") {
            document.closesPaths = try closed.bool()
        }
        defer { document.closesPaths = false }
        var path: Property<BezierShape>?
        var isHidden = false
        try object { reader, key throws(JSONError) in
            switch key {
            case "ks": path = try reader.property(BezierShape(points: [], isClosed: false))
            case "hd": isHidden = try reader.bool()
            default: try reader.otherItemField(key)
            }
        }
        return isHidden ? nil : path.map { .path($0) }
    }
}

// MARK: - Parametric shapes

extension JSONReader {
    private mutating func rectangle() throws(JSONError) -> RectangleShape {
        var shape = RectangleShape()
        // Without a direction, lottie-web draws a rectangle anticlockwise, and no other shape (`ShapeProperty.js`).
        shape.isReversed = true
        try object { reader, key throws(JSONError) in
            switch key {
            case "p": shape.position = try reader.position()
            case "s": shape.size = try reader.property(.zero)
            case "r": shape.roundness = try reader.property(0)
            case "d":
                let direction = try reader.integer()
                shape.isReversed = direction != 1 && direction != 2
            default: try reader.otherItemField(key)
            }
        }
        return shape
    }

    private mutating func ellipse() throws(JSONError) -> EllipseShape {
        var shape = EllipseShape()
        try object { reader, key throws(JSONError) in
            switch key {
            case "p": shape.position = try reader.position()
            case "s": shape.size = try reader.property(.zero)
            case "d": shape.isReversed = try reader.integer() == 3
            default: try reader.otherItemField(key)
            }
        }
        return shape
    }

    private mutating func polystar() throws(JSONError) -> PolystarShape {
        var shape = PolystarShape()
        try object { reader, key throws(JSONError) in
            switch key {
            case "sy": shape.isStar = try reader.integer() != 2
            case "p": shape.position = try reader.position()
            case "pt": shape.points = try reader.property(5)
            case "r": shape.rotation = try reader.property(0)
            case "or": shape.outerRadius = try reader.property(0)
            case "os": shape.outerRoundness = try reader.property(0)
            case "ir": shape.innerRadius = try reader.property(0)
            case "is": shape.innerRoundness = try reader.property(0)
            case "d": shape.isReversed = try reader.integer() == 3
            default: try reader.otherItemField(key)
            }
        }
        return shape
    }
}

// MARK: - Modifiers

extension JSONReader {
    private mutating func trimPath() throws(JSONError) -> TrimPath {
        var trim = TrimPath()
        try object { reader, key throws(JSONError) in
            switch key {
            case "s": trim.start = try reader.property(0)
            case "e": trim.end = try reader.property(100)
            case "o": trim.offset = try reader.property(0)
            case "m": trim.isSequential = try reader.integer() == 2
            default: try reader.otherItemField(key)
            }
        }
        return trim
    }

    private mutating func repeater() throws(JSONError) -> Repeater {
        var repeater = Repeater()
        var fields = TransformFields()
        try object { reader, key throws(JSONError) in
            switch key {
            case "c": repeater.copies = try reader.property(0)
            case "o": repeater.offset = try reader.property(0)
            case "m": repeater.isAbove = try reader.integer() == 2
            case "tr": try reader.repeaterTransform(into: &repeater, &fields)
            default: try reader.otherItemField(key)
            }
        }
        repeater.transform = fields.assembled
        return repeater
    }

    private mutating func repeaterTransform(
        into repeater: inout Repeater, _ fields: inout TransformFields
    ) throws(JSONError) {
        try object("a transform") { reader, key throws(JSONError) in
            switch key {
            case "so": repeater.startOpacity = try reader.property(100)
            case "eo": repeater.endOpacity = try reader.property(100)
            default: try reader.transformField(key, of: &fields)
            }
        }
    }

    private mutating func zigZag() throws(JSONError) -> ZigZag {
        var zigZag = ZigZag()
        try object { reader, key throws(JSONError) in
            switch key {
            case "s": zigZag.amplitude = try reader.property(0)
            case "r": zigZag.frequency = try reader.property(0)
            case "pt": zigZag.pointType = try reader.property(1)
            default: try reader.otherItemField(key)
            }
        }
        return zigZag
    }

    private mutating func twist() throws(JSONError) -> Twist {
        var twist = Twist()
        try object { reader, key throws(JSONError) in
            switch key {
            case "a": twist.angle = try reader.property(0)
            case "c": twist.center = try reader.property(.zero)
            default: try reader.otherItemField(key)
            }
        }
        return twist
    }

    private mutating func offsetPath() throws(JSONError) -> OffsetPath {
        var offset = OffsetPath()
        try object { reader, key throws(JSONError) in
            switch key {
            case "a": offset.amount = try reader.property(0)
            case "lj": offset.join = try reader.strokeJoin()
            case "ml": offset.miterLimit = try reader.property(100)
            default: try reader.otherItemField(key)
            }
        }
        return offset
    }
}

extension ShapeGroup {
    /// Stores the name of the item added last. The list stays empty if no item has a name, as in most minified files.
    fileprivate mutating func noteName(_ name: String) {
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

    var assembled: Transform {
        var transform = transform
        if hasAxes { transform.axes = axes }
        return transform
    }
}
