import LottieDocument
import LottieExpressions
import VectorGraphics

/// An object of the expression language that belongs to another one.
protocol GroupMember: ScriptObject {
    /// The object that contains this one.
    var parentGroup: ScriptObject? { get }
}

/// A layer in the expression language (lottie-web, `LayerInterface.js`).
final class LayerObject: ScriptObject, ScriptIdentity {
    let scope: LayerScope
    let frame: Double

    init(_ scope: LayerScope, frame: Double) {
        self.scope = scope
        self.frame = frame
    }

    private var layer: Layer { scope.layer }
    private var frameRate: Double { scope.composition.frameRate }

    var transform: TransformObject {
        TransformObject(layer.transform, layer: scope, frame: frame, location: .transform, parentGroup: self)
    }

    var content: ContentsObject? {
        scope.contents.map {
            ContentsObject($0, at: ShapePlace(layer: scope, frame: frame, path: [], parentGroup: self))
        }
    }

    func isSame(as other: ScriptObject) -> Bool { (other as? LayerObject)?.scope === scope }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        switch try machine.string(arguments.first ?? .undefined) {
        case "ADBE Root Vectors Group", "Contents", "contents", "2": return content.map { .object($0) } ?? .undefined
        case "1", "6", "Transform", "transform", "ADBE Transform Group": return .object(transform)
        case "4", "ADBE Effect Parade", "effects", "Effects": return try member("effect", in: machine) ?? .undefined
        case "ADBE Text Properties": return try member("text", in: machine) ?? .undefined
        case "ADBE Mask Parade", "Masks": return try member("mask", in: machine) ?? .undefined
        default: return .null
        }
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "name", "_name": return .string(layer.name)
        case "index": return .number(Double(layer.index ?? 0))
        case "inPoint": return .number(layer.timing.inPoint / frameRate)
        case "outPoint": return .number(layer.timing.outPoint / frameRate)
        case "startTime": return .number(layer.timing.startTime / frameRate)
        case "width": return .number(scope.size.width)
        case "height": return .number(scope.size.height)
        case "hasParent": return .bool(try parent(of: scope, machine) != nil)
        case "parent":
            return try parent(of: scope, machine).map { .object(LayerObject($0, frame: frame)) } ?? .null
        case "active", "enabled":
            scope.environment.recordChangingRead()
            return .bool(!layer.isHidden && layer.timing.inPoint <= frame && frame < layer.timing.outPoint)
        case "hasVideo": return .bool(true)
        case "hasAudio", "audioActive": return .bool(false)
        case "source": return source
        case "transform": return .object(transform)
        case "content", "contents": return content.map { .object($0) }
        case "effect", "effects":
            return .object(
                EffectsObject(layer.effects.controls, layer: scope, frame: frame, path: [], parentGroup: self))
        case "mask":
            return .object(
                HostFunction { [self] arguments, machine throws(ScriptFailure) in try mask(arguments, machine) })
        case "text": return text
        case "timeRemap":
            return layer.timing.timeRemap.map {
                .object(PropertyObject(.number($0), layer: scope, frame: frame, location: .layer))
            }
        case "marker": return .object(MarkersObject([], frameRate: frameRate))
        case "sourceRectAtTime", "toComp", "toWorld", "fromComp", "fromWorld", "toCompVec", "toWorldVec",
            "fromCompVec", "fromWorldVec", "sampleImage", "sourceTime":
            return .object(
                HostFunction { [self] arguments, machine throws(ScriptFailure) in try call(name, arguments, machine) })
        default: return try transform.member(name, in: machine)
        }
    }

    /// Returns the parent of a layer and spends the cost of a search through all layers of the composition.
    private func parent(of layer: LayerScope, _ machine: ScriptMachine) throws(ScriptFailure) -> LayerScope? {
        if layer.layer.parent == nil { return nil }
        try machine.spend(steps: layer.composition.layers.count / 4)
        return layer.parent
    }

    private var source: ScriptValue {
        switch layer.content {
        case .precomposition(let id, _, _), .image(let id): .string(id)
        default: .undefined
        }
    }

    private var text: ScriptValue? {
        guard case .text(let text) = layer.content else { return nil }
        scope.environment.recordChangingRead()
        return .object(TextObject(text, frame: frame))
    }

    private func mask(_ arguments: [ScriptValue], _ machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let key = arguments.first ?? .undefined
        var index: Int?
        if case .number(let number) = key {
            index = Int(exactly: number - 1)
        } else {
            let name = try machine.string(key)
            try machine.spend(steps: layer.masks.count)
            index = layer.masks.firstIndex { $0.name == name }
        }
        guard let index, layer.masks.indices.contains(index) else { return .null }
        return .object(MaskObject(layer.masks[index], layer: scope, frame: frame, index: index, parentGroup: self))
    }

    /// Returns the object that contains the properties at a location in the layer.
    func object(at location: PropertyLocation) -> ScriptObject? {
        switch location {
        case .transform: return transform
        case .layer: return self
        case .mask(let index):
            guard layer.masks.indices.contains(index) else { return nil }
            return MaskObject(layer.masks[index], layer: scope, frame: frame, index: index, parentGroup: self)
        case .effect(let path):
            var object = EffectsObject(layer.effects.controls, layer: scope, frame: frame, path: [], parentGroup: self)
            for index in path {
                guard let inner = object.group(at: index) else { return nil }
                object = inner
            }
            return object
        case .shape(let path, let isTransform):
            guard var contents = content else { return nil }
            if path.isEmpty { return transform }
            for index in path.dropLast() {
                guard let inner = contents.group(at: index)?.content else { return nil }
                contents = inner
            }
            if isTransform { return contents.group(at: path[path.count - 1])?.transform }
            return contents.item(at: path[path.count - 1])
        }
    }
}

// MARK: - Coordinate spaces

extension LayerObject {
    private func call(
        _ name: String, _ arguments: [ScriptValue], _ machine: ScriptMachine
    ) throws(ScriptFailure) -> ScriptValue {
        switch name {
        case "sampleImage": return try machine.makeArray([1, 1, 1, 1])
        case "sourceTime":
            scope.environment.recordChangingRead()
            let time = arguments.isEmpty ? frame / frameRate : try machine.number(arguments[0])
            return .number((time - layer.timing.startTime / frameRate) / layer.timing.stretch)
        case "sourceRectAtTime":
            let (width, height) = scope.size
            return .object(
                ScriptRecord([
                    ("top", .number(0)), ("left", .number(0)), ("width", .number(width)), ("height", .number(height)),
                ]))
        default: break
        }
        let point = try machine.vector(arguments.first ?? .undefined) ?? []
        var time = frame
        if arguments.count > 1 { time = try machine.number(arguments[1]) * frameRate }
        var matrix = try matrix(at: time.isFinite ? time : frame, machine)
        if name.hasSuffix("Vec") { (matrix.tx, matrix.ty) = (0, 0) }
        if name.hasPrefix("from") {
            let determinant = matrix.a * matrix.d - matrix.b * matrix.c
            guard determinant != 0, determinant.isFinite else { return try machine.makeArray(point) }
            matrix = matrix.inverted(determinant)
        }
        let x = point.first ?? 0
        let y = point.count > 1 ? point[1] : 0
        let moved = [x * matrix.a + y * matrix.c + matrix.tx, x * matrix.b + y * matrix.d + matrix.ty]
        return try machine.makeArray(moved + [point.count > 2 ? point[2] : 0])
    }

    /// Returns the map from the layer's space to its composition's.
    private func matrix(at time: Double, _ machine: ScriptMachine) throws(ScriptFailure) -> AffineTransform {
        var matrix = matrix(of: scope, at: time)
        var ancestor = try parent(of: scope, machine)
        // The chain of parents may be a cycle.
        var room = 64
        try machine.spend(steps: 50)
        while let parent = ancestor, room > 0 {
            try machine.spend(steps: 50)
            matrix = matrix.concatenating(self.matrix(of: parent, at: time))
            ancestor = try self.parent(of: parent, machine)
            room -= 1
        }
        return matrix
    }

    /// Returns the map from the space of a layer to its parent's.
    private func matrix(of layer: LayerScope, at time: Double) -> AffineTransform {
        if !layer.layer.transform.isUnchanging { layer.environment.recordChangingRead() }
        return layer.layer.transform.matrix(at: time, autoOrients: layer.layer.isAutoOriented)
    }
}

extension AffineTransform {
    /// Returns the inverse map; `determinant` must be this map's determinant and not 0.
    fileprivate func inverted(_ determinant: Double) -> AffineTransform {
        let (a, b, c, d) = (d / determinant, -b / determinant, -c / determinant, self.a / determinant)
        return AffineTransform(a: a, b: b, c: c, d: d, tx: -(tx * a + ty * c), ty: -(tx * b + ty * d))
    }
}

/// The text of a text layer in the expression language.
final class TextObject: ScriptObject {
    private let text: TextLayer
    private let frame: Double

    init(_ text: TextLayer, frame: Double) {
        self.text = text
        self.frame = frame
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        guard name == "sourceText" else { return nil }
        try machine.spend(steps: text.documents.count / 4)
        return .object(SourceTextObject(text.string(at: frame)))
    }
}

/// A text value that also has members of its own, such as `value`.
final class SourceTextObject: ScriptObject {
    private let text: String

    init(_ text: String) { self.text = text }

    override func plainValue(in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? { .string(text) }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        name == "value" ? .string(text) : nil
    }
}

/// A mask in the expression language.
final class MaskObject: ScriptObject, GroupMember {
    private let mask: Mask
    private let layer: LayerScope
    private let frame: Double
    private let index: Int
    let parentGroup: ScriptObject?

    init(_ mask: Mask, layer: LayerScope, frame: Double, index: Int, parentGroup: ScriptObject?) {
        self.mask = mask
        self.layer = layer
        self.frame = frame
        self.index = index
        self.parentGroup = parentGroup
    }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let name = try machine.string(arguments.first ?? .undefined).filter { $0 != " " }
        let members = ["MaskPath": "maskPath", "ADBEMaskShape": "maskPath", "MaskOpacity": "maskOpacity"]
        return try member(members[name] ?? name, in: machine) ?? .undefined
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        let source: PropertySource
        switch name {
        case "maskPath", "path": source = .path(mask.path)
        case "maskOpacity", "opacity": source = .number(mask.opacity)
        case "maskExpansion": source = .number(mask.expansion)
        case "maskFeather": source = .vector(mask.feather, count: 2)
        case "name": return .string(mask.name)
        case "invert", "inverted": return .bool(mask.isInverted)
        default: return nil
        }
        return .object(PropertyObject(source, layer: layer, frame: frame, location: .mask(index)))
    }
}
