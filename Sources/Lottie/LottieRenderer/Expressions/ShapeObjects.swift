import LottieDocument
import LottieExpressions

/// Where an object of the expression language stands among the shapes of a layer.
struct ShapePlace {
    let layer: LayerScope
    let frame: Double
    /// The indices that lead to the shape from the layer's outermost group.
    let path: [Int]
    /// The names of the shape.
    var label = DocumentLabel()
    let parentGroup: ScriptObject?

    /// Returns the place of the item at `index` of the group at this place.
    func item(at index: Int, label: DocumentLabel, in group: ScriptObject) -> ShapePlace {
        ShapePlace(layer: layer, frame: frame, path: path + [index], label: label, parentGroup: group)
    }
}

/// An object of the expression language that stands for shapes of a layer.
class ShapeObject: ScriptObject, GroupMember {
    let place: ShapePlace
    final var parentGroup: ScriptObject? { place.parentGroup }

    init(at place: ShapePlace) { self.place = place }

    override final var isCallable: Bool { true }

    /// Returns a member that groups and items have.
    final func commonMember(_ name: String) -> ScriptValue? {
        switch name {
        case "name", "_name": .string(place.label.name)
        case "mn": .string(place.label.matchName)
        case "propertyIndex": .number(Double(place.label.index ?? (place.path.last ?? 0) + 1))
        default: nil
        }
    }
}

/// The items of a shape group in the expression language, accessed by name or number (lottie-web, `ShapeInterface.js`).
final class ContentsObject: ShapeObject {
    private let scope: GroupScope
    private var group: ShapeGroup { scope.group }

    init(_ scope: GroupScope, at place: ShapePlace) {
        self.scope = scope
        super.init(at: place)
    }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let key = arguments.first ?? .undefined
        var index: Int?
        if case .number(let number) = key {
            // The exporter leaves out items, so the number in the file counts before the position.
            try machine.spend(steps: group.labels.count)
            index = group.labels.firstIndex { $0.index.map(Double.init) == number } ?? Int(exactly: number - 1)
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
        let place = place.item(at: index, label: label, in: self)
        if let inner = scope.group(at: index) { return GroupObject(inner, at: place) }
        return ItemObject(group.items[index], at: place)
    }
}

/// A shape group in the expression language, with its items and its transform.
final class GroupObject: ShapeObject {
    private let scope: GroupScope

    init(_ scope: GroupScope, at place: ShapePlace) {
        self.scope = scope
        super.init(at: place)
    }

    var content: ContentsObject {
        ContentsObject(
            scope, at: ShapePlace(layer: place.layer, frame: place.frame, path: place.path, parentGroup: self))
    }

    var transform: TransformObject {
        TransformObject(
            scope.group.transform, layer: place.layer, frame: place.frame,
            location: .shape(place.path, isTransform: true),
            parentGroup: self)
    }

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
        case "nm": .string(place.label.name)
        case "numProperties": .number(Double(scope.group.items.count))
        default: commonMember(name)
        }
    }
}

/// A shape, style or modifier in the expression language.
final class ItemObject: ShapeObject {
    private let item: ShapeItem

    init(_ item: ShapeItem, at place: ShapePlace) {
        self.item = item
        super.init(at: place)
    }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let key = arguments.first ?? .undefined
        let members = item.scriptMembers
        try machine.spend(steps: 10)
        if case .number(let number) = key {
            return members.first { Double($0.index) == number }.map { property($0.source, index: $0.index) }
                ?? .undefined
        }
        // Both 'Outer Radius' and 'ADBE Vector Star Outer Radius' refer to `outerRadius`.
        let name = try machine.string(key).filter { $0 != " " }.lowercased()
        let found = members.filter { name.hasSuffix($0.name.lowercased()) }.max { $0.name.count < $1.name.count }
        return found.map { property($0.source, index: $0.index) } ?? .undefined
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "transform":
            guard case .repeater(let repeater) = item else { return nil }
            return .object(
                TransformObject(
                    repeater.transform, layer: place.layer, frame: place.frame,
                    location: .shape(place.path, isTransform: false), parentGroup: self))
        case "dash": return .object(DashObject(item, at: place))
        default:
            let found = item.scriptMembers.first { $0.name == name }
            return commonMember(name) ?? found.map { property($0.source, index: $0.index) }
        }
    }

    private func property(_ source: PropertySource, index: Int) -> ScriptValue {
        .object(PropertyObject(source, at: place, index: index))
    }
}

extension PropertyObject {
    /// Creates the object of a property of a shape.
    fileprivate convenience init(_ source: PropertySource, at place: ShapePlace, index: Int? = nil) {
        self.init(
            source, layer: place.layer, frame: place.frame, location: .shape(place.path, isTransform: false),
            index: index)
    }
}

/// The dashes of a stroke in the expression language.
final class DashObject: ScriptObject {
    private let item: ShapeItem
    private let place: ShapePlace

    init(_ item: ShapeItem, at place: ShapePlace) {
        self.item = item
        self.place = place
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        guard case .stroke(let stroke) = item else { return nil }
        let indices = ["dash": 0, "gap": 1, "dash2": 2, "gap2": 3, "dash3": 4, "gap3": 5]
        var property: Property<Double>?
        if name == "offset" { property = stroke.dashOffset }
        if let index = indices[name], index < stroke.dashes.count { property = stroke.dashes[index] }
        return property.map { .object(PropertyObject(.number($0), at: place)) }
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
        case .fill(let fill): return fill.paint.scriptMembers(colorIndex: 4) + [("opacity", 5, .number(fill.opacity))]
        case .stroke(let stroke):
            return stroke.paint.scriptMembers(colorIndex: 3) + [
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
    fileprivate func scriptMembers(colorIndex: Int) -> [(name: String, index: Int, source: PropertySource)] {
        switch self {
        case .color(let color): [("color", colorIndex, .color(color))]
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
