import Expressions
import Lottie

/// All that the expressions of an animation reach: its compositions and their layers, and what running them takes.
final class ExpressionWorld {
    /// Steps of all expressions of one frame, a fifth of a second's work or so.
    static let stepsPerFrame = 4_000_000
    /// Properties whose expressions ask for each other's values; each takes some of the stack.
    static let deepest = 24

    /// Every use of a composition, the outermost first.
    private(set) var compositions: [CompositionScope] = []
    let document: Composition
    let budget = ScriptBudget(steps: ExpressionWorld.stepsPerFrame)
    private var machines: [ScriptMachine] = []
    private var depth = 0
    /// What went wrong, and in which layer, first of all.
    private(set) var failures: [ExpressionFailure] = []
    /// Most failures that are listed.
    private static let mostFailures = 16

    init(_ document: Composition) { self.document = document }

    /// Forgets what earlier frames cost.
    func beginFrame() { budget.steps = ExpressionWorld.stepsPerFrame }

    /// Makes the scope of a use of a composition, and ties the expressions of its layers to it.
    /// - Parameter id: that of the composition among the assets; nil for the document itself.
    func composition(_ layers: [Layer], id: String?, size: SIMD2<Double>) -> [Layer] {
        let scope = CompositionScope(
            world: self, name: id.flatMap { document.precompositionNames[$0] } ?? (id == nil ? document.name : ""),
            width: size.x, height: size.y)
        compositions.append(scope)
        scope.layers = layers.map { LayerScope($0, in: scope) }
        return scope.layers.map { layer in
            var linker = ExpressionLinker(layer: layer)
            layer.layer = linker.linked(layer.layer)
            return layer.layer
        }
    }

    /// Runs `script`; nil where it fails, runs out of what it may take or asks for itself in a ring.
    func run(_ script: Script, in scope: ExpressionScope) -> (value: ScriptValue, machine: ScriptMachine)? {
        guard depth < ExpressionWorld.deepest, budget.steps > 0 else { return nil }
        if machines.count == depth { machines.append(ScriptMachine()) }
        let machine = machines[depth]
        depth += 1
        defer { depth -= 1 }
        do throws(ScriptFailure) {
            return (try machine.run(script, in: scope, budget: budget), machine)
        } catch {
            switch error {
            case .thrown: note((try? machine.string(machine.thrown)) ?? "a failure", scope.layer)
            case .exhausted(let what): note(what, scope.layer)
            }
            return nil
        }
    }

    func note(_ problem: String, _ layer: LayerScope) {
        let failure = ExpressionFailure(layer: layer.layer.name, problem: problem)
        if failures.count < ExpressionWorld.mostFailures, !failures.contains(failure) { failures.append(failure) }
    }
}

/// An expression that failed while it ran; its property kept the plain value.
public struct ExpressionFailure: Sendable, Equatable {
    /// Name of the layer that the property belongs to.
    public var layer: String
    /// What went wrong.
    public var problem: String
}

/// A use of a composition, as expressions see it.
final class CompositionScope {
    unowned let world: ExpressionWorld
    let name: String
    let width: Double
    let height: Double
    var layers: [LayerScope] = []

    init(world: ExpressionWorld, name: String, width: Double, height: Double) {
        self.world = world
        self.name = name
        self.width = width
        self.height = height
    }

    var frameRate: Double { world.document.frameRate }

    /// The layer of this name.
    func layer(named name: String) -> LayerScope? { layers.first { $0.layer.name == name } }

    /// The layer that others refer to by this number.
    func layer(index: Int) -> LayerScope? { layers.first { $0.layer.index == index } }
}

/// A layer of a composition in use, as expressions see it.
final class LayerScope {
    unowned let composition: CompositionScope
    /// The layer, whose expressions are tied to this scope.
    var layer: Layer

    init(_ layer: Layer, in composition: CompositionScope) {
        self.layer = layer
        self.composition = composition
    }

    var world: ExpressionWorld { composition.world }

    /// The layer whose space this one stands in.
    var parent: LayerScope? { layer.parent.flatMap { composition.layer(index: $0) } }

    /// Width and height of what it shows.
    var size: (width: Double, height: Double) {
        switch layer.content {
        case .precomposition(_, let width, let height), .solid(_, let width, let height): (width, height)
        case .image(let id):
            world.document.images[id].map { ($0.width, $0.height) } ?? (0, 0)
        case .null: (100, 100)
        case .shapes, .text, .undrawn: (composition.width, composition.height)
        }
    }
}
