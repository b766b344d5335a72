import LottieExpressions

/// An expression whose value another one can read.
protocol ReadableExpression: AnyObject {
    /// What a run of the expression costs, if its value is the same at all times; otherwise nil.
    var unchangingRun: UnchangingRun? { get }

    /// Spends the steps of a run at `frame`, unless the expression already has its value for that frame.
    ///
    /// Only for expressions whose value is the same at all times.
    func repeatRun(at frame: Double)
}

/// What a run of an expression costs whose value is the same at all times.
///
/// The value is kept, and a later run only spends its steps: what a frame costs must not depend on the frames before it,
/// because an expression that exceeds the budget has another value.
struct UnchangingRun {
    /// The steps of the run, without those of the expressions that it reads.
    let steps: Int
    /// The steps of the run and of all expressions that it reads. What several of them read is counted for each.
    let wholeSteps: Int
    /// The number of evaluations inside each other, with this one.
    let depth: Int
    /// The expressions that the run reads, at its own time.
    let reads: [any ReadableExpression]
}

/// The property whose value is the result of an expression that does nothing but find it, always in the same way.
///
/// Most expressions of rigs are such references. A later run spends the steps of the search and reads the property.
struct ReferredProperty {
    let source: PropertySource
    /// The search.
    let run: UnchangingRun

    /// Creates a reference from the result of the innermost run, which begins at `frame` and has not read the result;
    /// nil if the property has many numbers, or if the run has read something that can change.
    init?(_ object: PropertyObject, at frame: Double, _ environment: ExpressionEnvironment) {
        guard object.frame == frame, let run = environment.unchangingRunSoFar, run.steps < ScriptMachine.maxSteps / 2
        else { return nil }
        switch object.source {
        case .number, .vector, .position, .color, .effect: source = object.source
        // To read all the numbers can exceed the budget.
        case .list, .path: return nil
        }
        self.run = run
    }
}

/// A run of an expression that is not over, and what it has read so far.
struct OpenRun {
    /// The greatest number of expressions that an unchanging run can read, which bounds the memory.
    private static let maxReads = 64

    /// The time of the run, in frames.
    private let frame: Double
    private let stepsBefore: Int
    /// The steps of the expressions that the run has read.
    var innerSteps = 0
    private var readsChangingValue = false
    private var reads: [any ReadableExpression] = []

    /// Creates the record of a run that begins with `stepsBefore` remaining steps.
    init(at frame: Double, stepsBefore: Int) {
        self.frame = frame
        self.stepsBefore = stepsBefore
    }

    /// Records that the run has read something that can be different at another time.
    mutating func recordChangingRead() { readsChangingValue = true }

    /// Records that the run has read the value of another expression at `frame`.
    mutating func recordRead(of other: any ReadableExpression, at frame: Double) {
        if readsChangingValue { return }
        if other.unchangingRun == nil || frame != self.frame || reads.count == Self.maxReads {
            readsChangingValue = true
        } else if reads.last !== other {
            reads.append(other)
        }
    }

    /// Returns the steps of the run and of all expressions that it has read.
    func wholeSteps(remaining: Int) -> Int { stepsBefore - remaining }

    /// Returns what a repetition of the run costs, or nil if its value can be different at another time.
    func unchangingRun(remaining: Int) -> UnchangingRun? {
        if readsChangingValue { return nil }
        let own = wholeSteps(remaining: remaining) - innerSteps
        var (whole, depth) = (own, 0)
        for run in reads.compactMap(\.unchangingRun) {
            // More than the budget is never repeated, so an exact number does not matter there.
            whole = min(ExpressionEnvironment.maxStepsPerFrame, whole + run.wholeSteps)
            depth = max(depth, run.depth)
        }
        return UnchangingRun(steps: own, wholeSteps: whole, depth: depth + 1, reads: reads)
    }
}
