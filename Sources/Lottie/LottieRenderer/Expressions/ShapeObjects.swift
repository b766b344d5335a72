import LottieDocument
import LottieExpressions

/// The items of a shape group in the expression language, accessed by name or number (lottie-web, `ShapeInterface.js`).
final class ContentsObject: ScriptObject, GroupMember {
    private let group: ShapeGroup
    private let layer: LayerScope
    private let frame: Double
    private let path: [Int]
    let parentGroup: ScriptObject?

    init(_ group: ShapeGroup, layer: LayerScope, frame: Double, path: [Int], parentGroup: ScriptObject?) {
        self.group = group
        self.layer = layer
        self.frame = frame
        self.path = path
        self.parentGroup = parentGroup
    }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let key = arguments.first ?? .undefined
        var index: Int?
        if case .number(let number) = key {
            index = Int(exactly: number - 1)
        } else {
            let name = try machine.string(key)
            try machine.spend(steps: 2 * group.labels.count)
            index = group.labels.firstIndex { $0.name == name } ?? group.labels.firstIndex { $0.matchName == name }
        }
        return index.flatMap { item(at: $0) }.map { .object($0) } ?? .undefined
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "numProperties": .number(Double(group.items.count))
        case "name", "_name": .string(group.name ?? "")
        default: nil
        }
    }

    /// Returns the group at `index`, or nil if the item there is not a group.
    func group(at index: Int) -> GroupObject? { item(at: index) as? GroupObject }

    /// Returns the item at `index`, or nil if there is none.
    func item(at index: Int) -> ScriptObject? {
        guard group.items.indices.contains(index) else { return nil }
        let label = group.labels.indices.contains(index) ? group.labels[index] : DocumentLabel()
        if case .group(let inner) = group.items[index] {
            return GroupObject(
                inner, label: label, layer: layer, frame: frame, path: path + [index], parentGroup: self)
        }
        return ItemObject(
            group.items[index], label: label, layer: layer, frame: frame, path: path + [index], parentGroup: self)
    }
}

/// A shape group in the expression language, with its items and its transform.
final class GroupObject: ScriptObject, GroupMember {
    private let group: ShapeGroup
    private let label: DocumentLabel
    private let layer: LayerScope
    private let frame: Double
    private let path: [Int]
    let parentGroup: ScriptObject?

    init(
        _ group: ShapeGroup, label: DocumentLabel, layer: LayerScope, frame: Double, path: [Int],
        parentGroup: ScriptObject?
    ) {
        self.group = group
        self.label = label
        self.layer = layer
        self.frame = frame
        self.path = path
        self.parentGroup = parentGroup
    }

    var content: ContentsObject {
        ContentsObject(group, layer: layer, frame: frame, path: path, parentGroup: self)
    }

    var transform: TransformObject {
        TransformObject(
            group.transform, layer: layer, frame: frame, location: .shape(path, isTransform: true),
            parentGroup: self)
    }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        switch try machine.string(arguments.first ?? .undefined) {
        case "ADBE Vectors Group", "Contents", "2": .object(content)
        default: .object(transform)
        }
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "content", "contents": .object(content)
        case "transform": .object(transform)
        case "name", "_name", "nm": .string(label.name)
        case "mn": .string(label.matchName)
        case "propertyIndex": .number(Double((path.last ?? 0) + 1))
        case "numProperties": .number(Double(group.items.count))
        default: nil
        }
    }
}

/// A shape, style or modifier in the expression language.
final class ItemObject: ScriptObject, GroupMember {
    private let item: ShapeItem
    private let label: DocumentLabel
    private let layer: LayerScope
    private let frame: Double
    private let path: [Int]
    let parentGroup: ScriptObject?

    init(
        _ item: ShapeItem, label: DocumentLabel, layer: LayerScope, frame: Double, path: [Int],
        parentGroup: ScriptObject?
    ) {
        self.item = item
        self.label = label
        self.layer = layer
        self.frame = frame
        self.path = path
        self.parentGroup = parentGroup
    }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let key = arguments.first ?? .undefined
        let members = item.scriptMembers
        try machine.spend(steps: 10)
        if case .number(let number) = key {
            return members.first { Double($0.index) == number }.map { property($0.source) } ?? .undefined
        }
        // Both 'Outer Radius' and 'ADBE Vector Star Outer Radius' refer to `outerRadius`.
        let name = try machine.string(key).filter { $0 != " " }.lowercased()
        let found = members.filter { name.hasSuffix($0.name.lowercased()) }.max { $0.name.count < $1.name.count }
        return found.map { property($0.source) } ?? .undefined
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "name", "_name": return .string(label.name)
        case "mn": return .string(label.matchName)
        case "propertyIndex": return .number(Double((path.last ?? 0) + 1))
        case "transform":
            guard case .repeater(let repeater) = item else { return nil }
            return .object(
                TransformObject(
                    repeater.transform, layer: layer, frame: frame, location: .shape(path, isTransform: false),
                    parentGroup: self))
        case "dash": return .object(DashObject(item, layer: layer, frame: frame, path: path))
        default: return item.scriptMembers.first { $0.name == name }.map { property($0.source) }
        }
    }

    private func property(_ source: PropertySource) -> ScriptValue {
        .object(
            PropertyObject(source, layer: layer, frame: frame, location: .shape(path, isTransform: false)))
    }
}

/// The dashes of a stroke in the expression language.
final class DashObject: ScriptObject {
    private let item: ShapeItem
    private let layer: LayerScope
    private let frame: Double
    private let path: [Int]

    init(_ item: ShapeItem, layer: LayerScope, frame: Double, path: [Int]) {
        self.item = item
        self.layer = layer
        self.frame = frame
        self.path = path
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        guard case .stroke(let stroke) = item else { return nil }
        let places = ["dash": 0, "gap": 1, "dash2": 2, "gap2": 3, "dash3": 4, "gap3": 5]
        var property: Property<Double>?
        if name == "offset" { property = stroke.dashOffset }
        if let place = places[name], place < stroke.dashes.count { property = stroke.dashes[place] }
        return property.map {
            .object(
                PropertyObject(.number($0), layer: layer, frame: frame, location: .shape(path, isTransform: false)))
        }
    }
}

extension ShapeItem {
    /// The properties that expressions can read, by name and by their property index in After Effects.
    fileprivate var scriptMembers: [(name: String, index: Int, source: PropertySource)] {
        switch self {
        case .path(let path): return [("path", 2, .path(path)), ("shape", 2, .path(path))]
        case .rectangle(let shape):
            return [
                ("size", 2, .vector(shape.size, count: 2)), ("position", 3, .position(shape.position, count: 2)),
                ("roundness", 4, .number(shape.roundness)),
            ]
        case .ellipse(let shape):
            return [("size", 2, .vector(shape.size, count: 2)), ("position", 3, .position(shape.position, count: 2))]
        case .polystar(let shape):
            return [
                ("points", 3, .number(shape.points)), ("position", 4, .position(shape.position, count: 2)),
                ("rotation", 5, .number(shape.rotation)), ("innerRadius", 6, .number(shape.innerRadius)),
                ("outerRadius", 7, .number(shape.outerRadius)),
                ("innerRoundness", 8, .number(shape.innerRoundness)),
                ("outerRoundness", 9, .number(shape.outerRoundness)),
            ]
        case .fill(let fill): return fill.paint.scriptMembers + [("opacity", 5, .number(fill.opacity))]
        case .stroke(let stroke):
            return stroke.paint.scriptMembers + [
                ("opacity", 4, .number(stroke.opacity)), ("strokeWidth", 5, .number(stroke.width)),
                ("width", 5, .number(stroke.width)),
            ]
        case .trim(let trim):
            return [
                ("start", 1, .number(trim.start)), ("end", 2, .number(trim.end)), ("offset", 3, .number(trim.offset)),
            ]
        case .repeater(let repeater):
            return [("copies", 1, .number(repeater.copies)), ("offset", 2, .number(repeater.offset))]
        case .roundedCorners(let radius): return [("radius", 1, .number(radius))]
        case .puckerBloat(let amount): return [("amount", 1, .number(amount))]
        case .zigZag(let zigZag):
            return [("amplitude", 1, .number(zigZag.amplitude)), ("frequency", 2, .number(zigZag.frequency))]
        case .offsetPath(let offset): return [("amount", 1, .number(offset.amount))]
        case .twist(let twist):
            return [("angle", 1, .number(twist.angle)), ("center", 2, .vector(twist.center, count: 2))]
        case .group, .mergePaths: return []
        }
    }
}

extension StylePaint {
    fileprivate var scriptMembers: [(name: String, index: Int, source: PropertySource)] {
        switch self {
        case .color(let color): [("color", 4, .color(color))]
        case .gradient(let gradient):
            [
                ("startPoint", 5, .position(gradient.start, count: 2)),
                ("endPoint", 6, .position(gradient.end, count: 2)), ("s", 5, .position(gradient.start, count: 2)),
                ("e", 6, .position(gradient.end, count: 2)), ("hl", 7, .number(gradient.highlightLength)),
                ("ha", 8, .number(gradient.highlightAngle)), ("colors", 9, .list(gradient.stops)),
            ]
        }
    }
}
