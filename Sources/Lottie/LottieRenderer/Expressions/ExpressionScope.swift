import LottieDocument
import LottieExpressions

/// The scope of an expression: its property, layer and composition, at one time.
final class ExpressionScope: ScriptScope {
    let reference: ExpressionReference
    let source: PropertySource
    /// The time in frames; the expression can round it down with `posterizeTime`.
    private(set) var frame: Double
    private let text: String?
    /// Whether the expression has read nothing yet that can change but its property's own value.
    ///
    /// With the same value, such an expression has the same result at any time.
    private(set) var readsOnlyValue = true
    private var property: PropertyObject?

    /// Creates a scope.
    ///
    /// - Parameters:
    ///   - site: The link between the expression and its property.
    ///   - source: The property.
    ///   - frame: The time, in frames.
    ///   - text: The text without its expression, for the expression of a text; otherwise nil.
    init(_ site: ExpressionReference, source: PropertySource, frame: Double, text: String?) {
        self.reference = site
        self.source = source
        self.frame = frame
        self.text = text
    }

    var layer: LayerScope { reference.layer }
    private var environment: ExpressionEnvironment { layer.environment }
    private var frameRate: Double { layer.composition.frameRate }

    func seed(offset: Double, isTimeless: Bool) -> UInt64 {
        readsOnlyValue = false
        if !isTimeless { environment.recordChangingRead() }
        var seed = RandomSource.mixed(reference.seed &+ offset.bitPattern)
        if !isTimeless { seed = RandomSource.mixed(seed ^ frame.bitPattern) }
        return seed
    }

    func value(of name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        if name != "value" { readsOnlyValue = false }
        switch name {
        case "time":
            environment.recordChangingRead()
            return .number(frame / frameRate)
        case "value":
            environment.recordRead(of: source)
            if let text { return .string(text) }
            if case .path = source {
                readsOnlyValue = false
                return .object(thisProperty)
            }
            let numbers = source.numbers(at: frame)
            try machine.spend(steps: numbers.count / 4)
            return source.value(numbers)
        case "thisProperty": return .object(thisProperty)
        case "thisLayer", "this": return .object(thisLayer)
        case "thisComp": return .object(CompositionObject(layer.composition, frame: frame))
        case "comp":
            return .object(
                HostFunction { [self] arguments, machine throws(ScriptFailure) in try composition(arguments, machine) })
        case "$bm_transform": return .object(thisLayer.transform)
        case "fromCompToSurface": return try thisLayer.member("fromComp", in: machine)
        case "loop_out": return try thisProperty.member("loopOut", in: machine)
        case "loop_in": return try thisProperty.member("loopIn", in: machine)
        case "anchor_point": return try thisLayer.member("anchorPoint", in: machine)
        default: break
        }
        if let function = function(name) { return .object(function) }
        if PropertyObject.names.contains(name) { return try thisProperty.member(name, in: machine) }
        return try thisLayer.member(name, in: machine)
    }

    private var thisProperty: PropertyObject {
        if let property { return property }
        let new = PropertyObject(
            source, layer: layer, frame: frame, location: reference.location, index: reference.propertyIndex,
            seed: reference.seed)
        property = new
        return new
    }

    private var thisLayer: LayerObject { LayerObject(layer, frame: frame) }

    private func composition(_ arguments: [ScriptValue], _ machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue
    {
        let name = try machine.string(arguments.first ?? .undefined)
        try machine.spend(steps: environment.compositions.count / 4)
        guard let scope = environment.compositions.first(where: { $0.name == name }) else { return .null }
        return .object(CompositionObject(scope, frame: frame))
    }

    private func function(_ name: String) -> HostFunction? {
        switch name {
        case "posterizeTime":
            HostFunction { [self] arguments, machine throws(ScriptFailure) in
                environment.recordChangingRead()
                let rate = try machine.number(arguments.first ?? .undefined)
                if rate.isFinite, rate > 0 {
                    frame = (frame / frameRate * rate).rounded(.down) / rate * frameRate
                } else {
                    frame = 0
                }
                property = nil
                machine.clearScopeCache()
                return .undefined
            }
        case "timeToFrames", "framesToTime":
            HostFunction { [self] arguments, machine throws(ScriptFailure) in
                let rate = arguments.count > 1 ? try machine.number(arguments[1]) : frameRate
                if name == "framesToTime" {
                    return .number(try machine.number(arguments.first ?? .undefined) / rate)
                }
                if arguments.isEmpty { environment.recordChangingRead() }
                let time = arguments.isEmpty ? frame / frameRate : try machine.number(arguments[0])
                return .number(time * rate)
            }
        case "createPath":
            HostFunction { arguments, machine throws(ScriptFailure) in
                .object(PathObject(try PathObject.path(arguments, machine)))
            }
        default: nil
        }
    }
}

/// A function of the renderer that expressions can call.
final class HostFunction: ScriptObject {
    typealias Body = ([ScriptValue], ScriptMachine) throws(ScriptFailure) -> ScriptValue
    private let body: Body

    init(_ body: @escaping Body) { self.body = body }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        try body(arguments, machine)
    }
}

/// A path that an expression created.
final class PathObject: ScriptObject, PathProviding {
    private let shape: BezierShape
    var path: BezierShape? { shape }

    init(_ shape: BezierShape) { self.shape = shape }

    /// Returns the path for the arguments of `createPath(points, inTangents, outTangents, isClosed)`.
    static func path(_ arguments: [ScriptValue], _ machine: ScriptMachine) throws(ScriptFailure) -> BezierShape {
        func argument(_ index: Int) -> ScriptValue { index < arguments.count ? arguments[index] : .undefined }
        let vertices = try points(argument(0), machine)
        return BezierShape(
            vertices: vertices, tangentsIn: try points(argument(1), machine),
            tangentsOut: try points(argument(2), machine),
            isClosed: arguments.count > 3 ? machine.isTruthy(arguments[3]) : true)
    }

    private static func points(
        _ value: ScriptValue, _ machine: ScriptMachine
    ) throws(ScriptFailure) -> [SIMD2<Float>] {
        guard case .object(let object) = value, let list = object as? ScriptArray else { return [] }
        try machine.spend(steps: list.elements.count)
        var points: [SIMD2<Float>] = []
        for element in list.elements {
            let numbers = try machine.vector(element) ?? []
            let point = SIMD2(Float(numbers.first ?? 0), Float(numbers.count > 1 ? numbers[1] : 0))
            guard point.x.isFinite, point.y.isFinite else { throw machine.rangeError("a point of a path is no number") }
            points.append(point)
        }
        return points
    }
}
