import LottieDocument
import LottieExpressions

/// A composition in the expression language (lottie-web, `CompInterface.js`).
final class CompositionObject: ScriptObject, ScriptIdentity {
    private let scope: CompositionScope
    private let frame: Double

    init(_ scope: CompositionScope, frame: Double) {
        self.scope = scope
        self.frame = frame
    }

    func isSame(as other: ScriptObject) -> Bool { (other as? CompositionObject)?.scope === scope }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let key = arguments.first ?? .undefined
        var layer: LayerScope?
        try machine.spend(steps: 10 + scope.layers.count / 4)
        if case .object(let object) = key, let other = object as? LayerObject {
            // A layer and an offset from its index.
            guard arguments.count > 1 else { return key }
            let offset = try machine.number(arguments[1])
            layer = Int(exactly: Double(other.scope.layer.index ?? 0) + offset).flatMap { scope.layer(index: $0) }
        } else if case .boxedString(let name) = key {
            layer = scope.layer(named: name.string)
        } else {
            layer = Int(exactly: try machine.number(key)).flatMap { scope.layer(index: $0) }
        }
        return layer.map { .object(LayerObject($0, frame: frame)) } ?? .null
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "layer":
            return .object(
                HostFunction { [self] arguments, machine throws(ScriptFailure) in try call(arguments, in: machine) })
        case "name": return .string(scope.name)
        case "width": return .number(scope.width)
        case "height": return .number(scope.height)
        case "frameDuration": return .number(1 / scope.frameRate)
        case "frameRate": return .number(scope.frameRate)
        case "duration": return .number(scope.environment.document.duration)
        case "numLayers": return .number(Double(scope.layers.count))
        case "pixelAspect": return .number(1)
        case "displayStartTime": return .number(0)
        case "bgColor": return try machine.makeArray([0, 0, 0, 1])
        case "marker": return .object(MarkersObject(scope.environment.document.markers, frameRate: scope.frameRate))
        default: return nil
        }
    }
}

/// The markers of a composition in the expression language.
final class MarkersObject: ScriptObject {
    private let markers: [Marker]
    private let frameRate: Double

    init(_ markers: [Marker], frameRate: Double) {
        self.markers = markers
        self.frameRate = frameRate
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "numKeys": return .number(Double(markers.count))
        case "key", "nearestKey":
            return .object(
                HostFunction { [self] arguments, machine throws(ScriptFailure) in
                    let argument = arguments.first ?? .undefined
                    guard let index = try index(argument, isNearest: name == "nearestKey", machine) else {
                        throw machine.error("Error", "there is no such marker")
                    }
                    let marker = markers[index]
                    return .object(
                        ScriptRecord([
                            ("index", .number(Double(index + 1))), ("time", .number(marker.time / frameRate)),
                            ("duration", .number(marker.duration / frameRate)), ("comment", .string(marker.name)),
                            ("name", .string(marker.name)),
                        ]))
                })
        default: return nil
        }
    }

    private func index(
        _ key: ScriptValue, isNearest: Bool, _ machine: ScriptMachine
    ) throws(ScriptFailure) -> Int? {
        try machine.spend(steps: markers.count)
        if case .boxedString(let name) = key { return markers.firstIndex { $0.name == name.string } }
        let number = try machine.number(key)
        if isNearest {
            return markers.indices.min {
                abs(markers[$0].time - number * frameRate) < abs(markers[$1].time - number * frameRate)
            }
        }
        return Int(exactly: number - 1).flatMap { markers.indices.contains($0) ? $0 : nil }
    }
}
