import LottieDocument
import LottieExpressions

/// A property of any type, as a source of numbers for expressions.
enum PropertySource {
    case number(Property<Double>)
    case vector(Property<Vector>, count: Int)
    case position(PositionProperty, count: Int)
    case color(Property<Color>)
    case list(Property<[Float]>)
    case path(Property<BezierShape>)
    case effect(Property<EffectValue>, count: Int)

    /// The same property without its expression.
    var plain: PropertySource {
        switch self {
        case .number(.scripted(let scripted)): .number(scripted.plain)
        case .vector(.scripted(let scripted), let count): .vector(scripted.plain, count: count)
        case .position(.scripted(let scripted), let count): .position(scripted.plain, count: count)
        case .color(.scripted(let scripted)): .color(scripted.plain)
        case .list(.scripted(let scripted)): .list(scripted.plain)
        case .path(.scripted(let scripted)): .path(scripted.plain)
        case .effect(.scripted(let scripted), let count): .effect(scripted.plain, count: count)
        default: self
        }
    }

    /// Whether the value is the same at all times, as far as no expression decides it.
    var isUnchanging: Bool {
        switch self {
        case .number(let property): property.isUnchanging
        case .vector(let property, _): property.isUnchanging
        case .position(let property, _): property.isUnchanging
        case .color(let property): property.isUnchanging
        case .list(let property): property.isUnchanging
        case .path(let property): property.isUnchanging
        case .effect(let property, _): property.isUnchanging
        }
    }

    /// Whether the value is a single number and not a list.
    var isScalar: Bool {
        switch self {
        case .number, .effect(_, 1): true
        default: false
        }
    }

    /// Whether the value is a path.
    var isPath: Bool { if case .path = self { true } else { false } }

    /// Returns the path at `frame`, or nil if the property is not a path.
    func path(at frame: Double) -> BezierShape? {
        if case .path(let property) = self { property.value(at: frame) } else { nil }
    }

    /// Returns the numbers at `frame`, none for a path.
    func numbers(at frame: Double) -> [Double] {
        switch self {
        case .number(let property): [property.value(at: frame)]
        case .vector(let property, let count): Self.numbers(property.value(at: frame), count)
        case .position(let property, let count): Self.numbers(property.value(at: frame), count)
        case .color(let property): Self.numbers(property.value(at: frame))
        case .list(let property): property.value(at: frame).map(Double.init)
        case .path: []
        case .effect(let property, let count): (0..<count).map { property.value(at: frame).numbers[$0] }
        }
    }

    private static func numbers(_ vector: Vector, _ count: Int) -> [Double] { (0..<count).map { vector[$0] } }

    private static func numbers(_ color: Color) -> [Double] { (0..<4).map { Double(color[$0]) } }

    /// The frames of the keyframes; empty if the property has none.
    var keyframeTimes: [Double] {
        switch self {
        case .number(.animated(let track)): track.keyframes.map(\.time)
        case .vector(.animated(let track), _): track.keyframes.map(\.time)
        case .position(.animated(let track, _), _): track.keyframes.map(\.time)
        case .color(.animated(let track)): track.keyframes.map(\.time)
        case .list(.animated(let track)): track.keyframes.map(\.time)
        case .path(.animated(let track)): track.keyframes.map(\.time)
        case .effect(.animated(let track), _): track.keyframes.map(\.time)
        default: []
        }
    }

    /// Returns the numbers of a keyframe; `index` must be an index of `keyframeTimes`.
    func keyframeNumbers(_ index: Int) -> [Double] {
        switch self {
        case .number(.animated(let track)): [track.keyframes[index].start]
        case .vector(.animated(let track), let count): Self.numbers(track.keyframes[index].start, count)
        case .position(.animated(let track, _), let count): Self.numbers(track.keyframes[index].start, count)
        case .color(.animated(let track)): Self.numbers(track.keyframes[index].start)
        case .list(.animated(let track)): track.keyframes[index].start.map(Double.init)
        case .effect(.animated(let track), let count): (0..<count).map { track.keyframes[index].start.numbers[$0] }
        default: []
        }
    }

    /// Returns numbers as a value of the expression language: a single number or a list.
    func value(_ numbers: [Double]) -> ScriptValue {
        isScalar ? .number(numbers.first ?? 0) : .numbers(numbers)
    }
}

extension Property {
    /// Whether the value is the same at all times, as far as no expression decides it.
    fileprivate var isUnchanging: Bool {
        switch self {
        case .fixed: true
        case .scripted(let scripted): scripted.binding != nil
        case .animated, .bound: false
        }
    }
}

extension PositionProperty {
    /// Whether the position is the same at all times, as far as no expression decides it.
    fileprivate var isUnchanging: Bool {
        switch self {
        case .fixed: true
        case .scripted(let scripted): scripted.binding != nil
        case .split(let x, let y, let z): x.isUnchanging && y.isUnchanging && z.isUnchanging
        case .animated, .bound: false
        }
    }
}

extension Property {
    /// Whether the property has an expression.
    var isScripted: Bool { if case .scripted = self { true } else { false } }
}

extension PositionProperty {
    fileprivate var isScripted: Bool {
        switch self {
        case .scripted: true
        case .split(let x, let y, let z): x.isScripted || y.isScripted || z.isScripted
        default: false
        }
    }
}

extension Transform {
    /// Whether the map to the parent's space has expressions.
    var isScripted: Bool {
        if anchor.isScripted || position.isScripted || scale.isScripted || rotation.isScripted { return true }
        if skew.isScripted || skewAxis.isScripted { return true }
        guard let axes else { return false }
        return axes.x.isScripted || axes.y.isScripted || axes.z.isScripted || axes.orientation.isScripted
    }

    /// Whether the map to the parent's space is the same at all times, as far as no expression decides it.
    var isUnchanging: Bool {
        let isFlat = anchor.isUnchanging && position.isUnchanging && scale.isUnchanging && rotation.isUnchanging
        guard isFlat, skew.isUnchanging, skewAxis.isUnchanging else { return false }
        guard let axes else { return true }
        return axes.x.isUnchanging && axes.y.isUnchanging && axes.z.isUnchanging && axes.orientation.isUnchanging
    }
}
