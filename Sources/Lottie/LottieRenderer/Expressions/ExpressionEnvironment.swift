import LottieDocument
import LottieExpressions

/// The environment of an animation's expressions: the compositions, their layers, and the budget.
final class ExpressionEnvironment {
    /// The maximum number of steps of all expressions in one frame, about a fifth of a second.
    static let maxStepsPerFrame = 4_000_000
    /// The maximum nesting depth of expressions that read each other's properties; each level uses stack space.
    static let maxDepth = 24
    /// The maximum number of evaluations inside each other, with those of expressions whose result is another property:
    /// it is read when their script has ended, but still uses stack space.
    static let maxNesting = 96

    /// The number of numbers that are read from a property without steps; each four more take one.
    private static let freeNumbers = 4
    /// The maximum number of steps to convert a result with few numbers.
    private static let maxConversionSteps = 8

    /// The uses of all compositions, the outermost first.
    private(set) var compositions: [CompositionScope] = []
    /// The number of expressions bound so far, in all uses of all compositions.
    private(set) var boundCount = 0
    let document: Composition
    let budget = ScriptBudget(steps: ExpressionEnvironment.maxStepsPerFrame)
    /// The steps of each expression since the count began, by the place of its text, without those of expressions that it
    /// reads; `nil` if they are not counted.
    private(set) var stepsByPlace: [Int: Int]?
    /// The runs that are not over, each inside the one before it.
    private var openRuns: [OpenRun] = []
    /// The number of frames that began so far. A value that is read again in the same frame costs no steps.
    private(set) var frameNumber = 0
    private var machines: [ScriptMachine] = []
    private var depth = 0
    /// The number of evaluations that are not over.
    private var nesting = 0
    /// The failures so far, in the order of their first occurrence, each with its layer.
    private(set) var failures: [ExpressionFailure] = []
    /// The maximum number of recorded failures.
    private static let maxFailures = 16

    init(_ document: Composition) { self.document = document }

    /// The number of steps that expressions have spent since the frame began.
    var spentSteps: Int { ExpressionEnvironment.maxStepsPerFrame - max(0, budget.steps) }

    /// Resets the budget for a new frame.
    func beginFrame() {
        budget.steps = ExpressionEnvironment.maxStepsPerFrame
        frameNumber += 1
    }

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

    /// Runs `script` and returns what `read` makes of its value, or nil if the script fails, exceeds the budget or is
    /// nested too deeply.
    ///
    /// The machine belongs to the run until `read` returns: the value can refer to other expressions, which would
    /// otherwise run on the same machine, and leave it without steps or remove the value's parts.
    func run<Result>(
        _ script: Script, in scope: ExpressionScope, read: (ScriptValue, ScriptMachine) -> Result
    ) -> Result? {
        guard depth < ExpressionEnvironment.maxDepth, budget.steps > 0 else { return nil }
        if machines.count == depth { machines.append(ScriptMachine()) }
        let machine = machines[depth]
        depth += 1
        defer { depth -= 1 }
        do throws(ScriptFailure) {
            let value = try machine.run(script, in: scope, budget: budget)
            let left = machine.remainingSteps
            defer { budget.steps -= left - machine.remainingSteps }
            return read(value, machine)
        } catch {
            switch error {
            case .thrown: recordFailure((try? machine.string(machine.thrown)) ?? "a failure", scope.layer, script)
            case .limitExceeded(let what): recordFailure(what, scope.layer, script)
            }
            return nil
        }
    }

    /// Begins the evaluation of an expression; returns false, and begins none, if it is nested too deeply.
    func beginEvaluation() -> Bool {
        guard nesting < ExpressionEnvironment.maxNesting else { return false }
        nesting += 1
        return true
    }

    /// Ends the evaluation that began last.
    func endEvaluation() { nesting -= 1 }

    func recordFailure(_ problem: String, _ layer: LayerScope, _ script: Script) {
        let failure = ExpressionFailure(layer: layer.layer.name, problem: problem, place: script.place)
        if failures.count < ExpressionEnvironment.maxFailures, !failures.contains(failure) { failures.append(failure) }
    }
}

// MARK: - What runs read and cost

extension ExpressionEnvironment {
    /// Counts the steps of each expression from now on.
    func countStepsByPlace() { stepsByPlace = [:] }

    /// Begins to record what a run at `frame` reads.
    func beginRun(at frame: Double) { openRuns.append(OpenRun(at: frame, stepsBefore: budget.steps)) }

    /// Ends the run that began last.
    ///
    /// - Returns: The steps of the run and of all expressions that it has read; and what a repetition costs, or nil if
    ///   the value can be different at another time.
    func endRun(of script: Script) -> (whole: Int, unchanging: UnchangingRun?) {
        let run = openRuns.removeLast()
        let whole = run.wholeSteps(remaining: budget.steps)
        count(steps: whole - run.innerSteps, for: script)
        addInnerSteps(whole)
        return (whole, run.unchangingRun(remaining: budget.steps))
    }

    /// Records that the innermost run has read something that can be different at another time.
    func recordChangingRead() {
        if !openRuns.isEmpty { openRuns[openRuns.count - 1].recordChangingRead() }
    }

    /// Records that the innermost run has read a property, whose own expression records itself.
    func recordRead(of source: PropertySource) {
        if !source.isUnchanging { recordChangingRead() }
    }

    /// Records that the innermost run has read the value of an expression.
    func recordRead(of expression: any ReadableExpression, at frame: Double) {
        if !openRuns.isEmpty { openRuns[openRuns.count - 1].recordRead(of: expression, at: frame) }
    }

    /// Spends the steps of a run whose result is known; returns false if the run would fail now.
    func spend(steps: Int, for script: Script) -> Bool {
        guard depth < ExpressionEnvironment.maxDepth, budget.steps > steps else { return false }
        budget.steps -= steps
        count(steps: steps, for: script)
        addInnerSteps(steps)
        return true
    }

    /// Whether neither the run nor one inside it would fail now, also when its result is converted.
    func canRepeat(_ run: UnchangingRun) -> Bool {
        depth + run.depth <= ExpressionEnvironment.maxDepth
            && nesting + run.depth <= ExpressionEnvironment.maxNesting
            && run.reads.allSatisfy { $0.unchangingRun != nil }
            && budget.steps > run.wholeSteps + ExpressionEnvironment.maxConversionSteps
    }

    /// What a repetition of the innermost run costs if it ends now, or nil if it has read something that can change.
    var unchangingRunSoFar: UnchangingRun? { openRuns.last?.unchangingRun(remaining: budget.steps) }

    /// Reads the value of a property that is the result of the innermost run, and spends the steps of a long one.
    func read<Value: ScriptResult>(_ property: PropertyObject, fallback plain: Value) -> Value? {
        if let path = property.path { return Value.result(path) }
        recordRead(of: property.source)
        return read(property.source, at: property.frame, fallback: plain)
    }

    private func read<Value: ScriptResult>(
        _ source: PropertySource, at frame: Double, fallback plain: Value
    ) -> Value? {
        let numbers = source.numbers(at: frame)
        budget.steps -= max(0, numbers.count - Self.freeNumbers) / 4
        return Value.result(numbers, fallback: plain)
    }

    /// Spends the steps of finding a property, and reads its value.
    func read<Value: ScriptResult>(
        _ property: ReferredProperty, for script: Script, at frame: Double, fallback plain: Value
    ) -> Value? {
        beginRun(at: frame)
        repeatRun(property.run, of: script, at: frame)
        let value = read(property.source, at: frame, fallback: plain)
        _ = endRun(of: script)
        return value
    }

    /// Spends the steps of a run and of the expressions that it reads, except those that have their value for the frame.
    func repeatRun(_ run: UnchangingRun, of script: Script, at frame: Double) {
        budget.steps -= run.steps
        count(steps: run.steps, for: script)
        addInnerSteps(run.steps)
        for expression in run.reads { expression.repeatRun(at: frame) }
    }

    private func addInnerSteps(_ steps: Int) {
        if !openRuns.isEmpty { openRuns[openRuns.count - 1].innerSteps += steps }
    }

    private func count(steps: Int, for script: Script) {
        if stepsByPlace != nil, let place = script.place { stepsByPlace?[place, default: 0] += steps }
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
