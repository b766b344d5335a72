import LottieDocument
import LottieExpressions

/// The effects of a layer, or the controls of one effect, in the expression language (lottie-web,
/// `EffectInterface.js`).
final class EffectsObject: ScriptObject, GroupMember {
    private let controls: [EffectControl]
    private let layer: LayerScope
    private let frame: Double
    private let path: [Int]
    /// The effect itself; nil for the list of all effects.
    private let effect: EffectControl?
    let parentGroup: ScriptObject?

    init(
        _ controls: [EffectControl], layer: LayerScope, frame: Double, path: [Int], effect: EffectControl? = nil,
        parentGroup: ScriptObject?
    ) {
        self.controls = controls
        self.layer = layer
        self.frame = frame
        self.path = path
        self.effect = effect
        self.parentGroup = parentGroup
    }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let key = arguments.first ?? .undefined
        var index: Int?
        try machine.spend(steps: 2 * controls.count)
        if case .number(let number) = key, let whole = Int(exactly: number) {
            index = controls.firstIndex { $0.label.index == whole }
            if index == nil, whole >= 1, whole <= controls.count { index = whole - 1 }
        } else {
            let name = try machine.string(key)
            index = controls.firstIndex { $0.label.name == name || $0.label.matchName == name }
        }
        guard let index else {
            if effect == nil { return .undefined }
            throw machine.error("Error", "the effect has no '\(try machine.string(key))'")
        }
        return try value(at: index, machine)
    }

    private func value(at index: Int, _ machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        switch controls[index].content {
        case .group: return group(at: index).map { .object($0) } ?? .undefined
        case .value(let property, let count):
            return .object(
                PropertyObject(.effect(property, count: count), layer: layer, frame: frame, location: .effect(path)))
        case .layer(let property):
            try machine.spend(steps: layer.composition.layers.count / 4)
            layer.environment.recordRead(of: .effect(property, count: 1))
            let number = Int(exactly: property.value(at: frame).number)
            let target = number.flatMap { layer.composition.layer(index: $0) }
            return target.map { .object(LayerObject($0, frame: frame)) } ?? .null
        case .none: return .undefined
        }
    }

    /// Returns the group at `index`, or nil if the control there is not a group.
    func group(at index: Int) -> EffectsObject? {
        guard controls.indices.contains(index), case .group(let inner) = controls[index].content else { return nil }
        return EffectsObject(
            inner, layer: layer, frame: frame, path: path + [index], effect: controls[index], parentGroup: self)
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "numProperties": return .number(Double(controls.count))
        case "name", "_name": return effect.map { .string($0.label.name) }
        case "active", "enabled": return effect.map { .bool($0.isEnabled) }
        // An effect with a single control also offers its value under the name of the control's kind, such as `color`.
        default:
            guard effect != nil, ["color", "slider", "angle", "checkbox", "point", "layer", "menu"].contains(name),
                !controls.isEmpty
            else { return nil }
            return try value(at: 0, machine)
        }
    }
}
