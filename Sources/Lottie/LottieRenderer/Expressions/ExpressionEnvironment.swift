import LottieDocument
import LottieExpressions

/// The environment of an animation's expressions: the compositions, their layers, and the budget.
final class ExpressionEnvironment {
    /// The maximum number of steps of all expressions in one frame, about a fifth of a second.
    static let maxStepsPerFrame = 4_000_000
    /// The maximum nesting depth of expressions that read each other's properties; each level uses stack space.
    static let maxDepth = 24

    /// The uses of all compositions, the outermost first.
    private(set) var compositions: [CompositionScope] = []
    /// The number of expressions bound so far, in all uses of all compositions.
    private(set) var boundCount = 0
    let document: Composition
    let budget = ScriptBudget(steps: ExpressionEnvironment.maxStepsPerFrame)
    /// The steps of each expression since the count began, by the place of its text, without those of expressions that it
    /// reads; `nil` if they are not counted.
    private(set) var stepsByPlace: [Int: Int]?
    /// The steps of the expressions that the running one has read.
    private var innerSteps = 0
    private var machines: [ScriptMachine] = []
    private var depth = 0
    /// The failures so far, in the order of their first occurrence, each with its layer.
    private(set) var failures: [ExpressionFailure] = []
    /// The maximum number of recorded failures.
    private static let maxFailures = 16

    init(_ document: Composition) { self.document = document }

    /// The number of steps that expressions have spent since the frame began.
    var spentSteps: Int { ExpressionEnvironment.maxStepsPerFrame - max(0, budget.steps) }

    /// Resets the budget for a new frame.
    func beginFrame() { budget.steps = ExpressionEnvironment.maxStepsPerFrame }

    /// Creates the scope of a use of a composition and returns its layers with their expressions bound.
    ///
    /// - Parameters:
    ///   - layers: The layers of the composition.
    ///   - id: The id of the composition's asset; nil for the document itself.
    ///   - size: The width and height of the composition.
    func linkComposition(_ layers: [Layer], id: String?, size: SIMD2<Double>) -> [Layer] {
        let scope = CompositionScope(
            environment: self,
            name: id.flatMap { document.assets.precompositionNames[$0] } ?? (id == nil ? document.name : ""),
            width: size.x, height: size.y)
        compositions.append(scope)
        scope.layers = layers.map { LayerScope($0, in: scope) }
        return scope.layers.map { layer in
            var linker = ExpressionLinker(layer: layer)
            layer.layer = linker.linked(layer.layer)
            boundCount += linker.boundCount
            return layer.layer
        }
    }

    /// Runs `script` and returns its value, or nil if it fails, exceeds the budget or is nested too deeply.
    func run(_ script: Script, in scope: ExpressionScope) -> (value: ScriptValue, machine: ScriptMachine)? {
        guard depth < ExpressionEnvironment.maxDepth, budget.steps > 0 else { return nil }
        if machines.count == depth { machines.append(ScriptMachine()) }
        let machine = machines[depth]
        depth += 1
        defer { depth -= 1 }
        do throws(ScriptFailure) {
            return (try machine.run(script, in: scope, budget: budget), machine)
        } catch {
            switch error {
            case .thrown: recordFailure((try? machine.string(machine.thrown)) ?? "a failure", scope.layer, script)
            case .limitExceeded(let what): recordFailure(what, scope.layer, script)
            }
            return nil
        }
    }

    /// Spends the steps of a run whose result is known; returns false if the run would fail now.
    func spend(steps: Int) -> Bool {
        guard depth < ExpressionEnvironment.maxDepth, budget.steps > steps else { return false }
        budget.steps -= steps
        return true
    }

    /// Counts the steps of each expression from now on.
    func countStepsByPlace() { stepsByPlace = [:] }

    /// Calls `body`, which runs a script, and counts the steps that it takes.
    func counting<Value>(_ script: Script, _ body: () -> Value) -> Value {
        guard stepsByPlace != nil, let place = script.place else { return body() }
        let before = budget.steps
        let outer = innerSteps
        innerSteps = 0
        defer {
            let whole = before - budget.steps
            stepsByPlace?[place, default: 0] += whole - innerSteps
            innerSteps = outer + whole
        }
        return body()
    }

    func recordFailure(_ problem: String, _ layer: LayerScope, _ script: Script) {
        let failure = ExpressionFailure(layer: layer.layer.name, problem: problem, place: script.place)
        if failures.count < ExpressionEnvironment.maxFailures, !failures.contains(failure) { failures.append(failure) }
    }
}

/// A failure of an expression at run time, after which its property has the value without the expression.
public struct ExpressionFailure: Sendable, Equatable {
    /// The name of the property's layer.
    public var layer: String
    /// The error message.
    public var problem: String
    /// The offset of the expression's text in its document, in bytes; `nil` if it is not from a document.
    public var place: Int?
}

/// A use of a composition, as seen by expressions.
final class CompositionScope {
    unowned let environment: ExpressionEnvironment
    let name: String
    let width: Double
    let height: Double
    var layers: [LayerScope] = []

    init(environment: ExpressionEnvironment, name: String, width: Double, height: Double) {
        self.environment = environment
        self.name = name
        self.width = width
        self.height = height
    }

    var frameRate: Double { environment.document.frameRate }

    /// Returns the first layer with this name.
    func layer(named name: String) -> LayerScope? { layers.first { $0.layer.name == name } }

    /// Returns the first layer with this index, by which other layers refer to it.
    func layer(index: Int) -> LayerScope? { layers.first { $0.layer.index == index } }
}

/// A layer in a use of a composition, as seen by expressions.
final class LayerScope {
    unowned let composition: CompositionScope
    /// The layer, whose expressions are bound to this scope.
    var layer: Layer

    init(_ layer: Layer, in composition: CompositionScope) {
        self.layer = layer
        self.composition = composition
    }

    var environment: ExpressionEnvironment { composition.environment }

    /// The parent layer, in whose space this one is placed.
    var parent: LayerScope? { layer.parent.flatMap { composition.layer(index: $0) } }

    /// The width and height of the layer's content.
    var size: (width: Double, height: Double) {
        switch layer.content {
        case .precomposition(_, let width, let height), .solid(_, let width, let height): (width, height)
        case .image(let id):
            environment.document.assets.images[id].map { ($0.width, $0.height) } ?? (0, 0)
        case .null: (100, 100)
        case .shapes, .text, .unsupported: (composition.width, composition.height)
        }
    }
}
