import LottieDocument
import LottieExpressions

/// A transform in the expression language (lottie-web, `TransformInterface.js`).
final class TransformObject: ScriptObject, GroupMember {
    private let transform: Transform
    private let layer: LayerScope
    private let frame: Double
    private let location: PropertyLocation
    let parentGroup: ScriptObject?

    init(
        _ transform: Transform, layer: LayerScope, frame: Double, location: PropertyLocation,
        parentGroup: ScriptObject?
    ) {
        self.transform = transform
        self.layer = layer
        self.frame = frame
        self.location = location
        self.parentGroup = parentGroup
    }

    private var isLayerTransform: Bool {
        if case .transform = location { true } else { false }
    }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let key = try machine.string(arguments.first ?? .undefined)
        let numbers = isLayerTransform ? Self.layerMembers : Self.groupMembers
        let name = numbers[key] ?? Self.members[key.filter { $0 != " " }.lowercased()] ?? key
        return try member(name, in: machine) ?? .undefined
    }

    /// The members of a layer's transform by their number.
    private static let layerMembers = [
        "1": "anchorPoint", "2": "position", "6": "scale", "10": "rotation", "11": "opacity",
    ]

    /// The members of a group's transform by their number.
    private static let groupMembers = [
        "1": "anchorPoint", "2": "position", "3": "scale", "4": "skew", "5": "skewAxis", "6": "rotation",
        "7": "opacity",
    ]

    /// The members by display name and by After Effects match name, both in lower case without spaces.
    private static let members: [String: String] = [
        "anchorpoint": "anchorPoint", "adbeanchorpoint": "anchorPoint", "adbevectoranchor": "anchorPoint",
        "position": "position", "adbeposition": "position", "adbevectorposition": "position", "scale": "scale",
        "adbescale": "scale", "adbevectorscale": "scale", "rotation": "rotation", "adberotation": "rotation",
        "adberotatez": "rotation", "adbevectorrotation": "rotation", "zrotation": "rotation", "opacity": "opacity",
        "adbeopacity": "opacity", "adbevectorgroupopacity": "opacity", "skew": "skew", "adbevectorskew": "skew",
        "skewaxis": "skewAxis", "adbevectorskewaxis": "skewAxis", "adberotatex": "xRotation",
        "xrotation": "xRotation", "adberotatey": "yRotation", "yrotation": "yRotation",
        "adbeposition_0": "xPosition", "xposition": "xPosition", "adbeposition_1": "yPosition",
        "yposition": "yPosition", "adbeposition_2": "zPosition", "zposition": "zPosition",
        "orientation": "orientation", "adbeorientation": "orientation",
    ]

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        guard let source = source(name) else { return nil }
        return .object(PropertyObject(source, layer: layer, frame: frame, location: location))
    }

    private func source(_ name: String) -> PropertySource? {
        let count = isLayerTransform ? 3 : 2
        switch name {
        case "anchorPoint": return .position(transform.anchor, count: count)
        case "position": return .position(transform.position, count: count)
        case "scale": return .vector(transform.scale, count: count)
        case "rotation", "zRotation": return .number(transform.axes?.z ?? transform.rotation)
        case "xRotation": return .number(transform.axes?.x ?? .fixed(0))
        case "yRotation": return .number(transform.axes?.y ?? .fixed(0))
        case "orientation": return .vector(transform.axes?.orientation ?? .fixed(.zero), count: 3)
        case "opacity": return .number(transform.opacity)
        case "skew": return .number(transform.skew)
        case "skewAxis": return .number(transform.skewAxis)
        case "xPosition", "yPosition", "zPosition":
            guard case .split(let x, let y, let z) = transform.position else {
                layer.environment.recordRead(of: .position(transform.position, count: count))
                let position = transform.position.value(at: frame)
                return .number(.fixed(name == "xPosition" ? position.x : name == "yPosition" ? position.y : position.z))
            }
            return .number(name == "xPosition" ? x : name == "yPosition" ? y : z)
        default: return nil
        }
    }
}
