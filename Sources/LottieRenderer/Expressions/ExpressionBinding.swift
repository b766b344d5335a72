import Expressions
import Lottie

/// Where a property stands in its layer.
enum PropertyLocation {
    /// In the layer's own transform.
    case transform
    /// In an item among the layer's shapes, by the places of the groups on the way and its own; or in the transform of
    /// the group there.
    case shape([Int], isTransform: Bool)
    /// In an effect, by the places on the way.
    case effect([Int])
    /// In a mask.
    case mask(Int)
    /// Elsewhere in the layer.
    case layer
}

/// What ties an expression to its place.
struct ExpressionSite {
    let script: Script
    unowned let layer: LayerScope
    let location: PropertyLocation
    /// What tells the property from others of its layer.
    let ordinal: Int

    /// What random numbers of this property begin with.
    var seed: UInt64 {
        let index = UInt64(truncatingIfNeeded: layer.layer.index ?? 0)
        return RandomSource.mixed(index &* 0x1_0000_0001 &+ UInt64(truncatingIfNeeded: ordinal))
    }
}

/// Finds the values of one property by its expression, and keeps the last.
///
/// It is in the layers of one renderer alone, which belongs to one task at a time: so nothing is shared, though the type
/// has to be `Sendable` as properties are.
final class ExpressionBinding<Value: ScriptResult>: PropertyBinding<Value>, @unchecked Sendable {
    private let site: ExpressionSite
    private let source: PropertySource
    private let plain: (Double) -> Value
    private var known: (time: Double, value: Value)?
    private var isBusy = false

    init(_ site: ExpressionSite, source: PropertySource, plain: @escaping (Double) -> Value) {
        self.site = site
        self.source = source
        self.plain = plain
    }

    override func value(at time: Double) -> Value {
        if let known, known.time == time { return known.value }
        let plainValue = plain(time)
        // An expression that asks for its own property is given what it starts from.
        if isBusy { return plainValue }
        isBusy = true
        defer { isBusy = false }
        let scope = ExpressionScope(site, source: source, frame: time, text: plainValue as? String)
        guard let (result, machine) = site.layer.world.run(site.script, in: scope) else { return plainValue }
        guard let value = Value.result(result, over: plainValue, in: machine) else {
            site.layer.world.note("the expression has no value that the property could take", site.layer)
            return plainValue
        }
        known = (time, value)
        return value
    }
}
