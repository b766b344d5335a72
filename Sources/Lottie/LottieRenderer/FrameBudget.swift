import Budgets

/// The budget of an animation's frame, which all evaluation and drawing spends from.
///
/// It is a class because all nodes of a renderer share one budget; only one task may use a renderer at a time.
final class FrameBudget {
    // Every item of a frame spends, so that checks of exclusive access at run time took longer than the spending. They
    // are not needed: no function of a budget calls back.
    /// The budget of the current phase: evaluation or drawing.
    @exclusivity(unchecked)
    private var phaseBudget = Budget(.frame)
    /// The budget of all frames together; nil if each frame has only its own.
    @exclusivity(unchecked)
    private var sharedBudget: Budget?
    /// The number of path points and of numbers of gradients that are cached between frames.
    private var cachedPointCount = 0
    /// The number of coverage spans that are cached between frames.
    private var cachedSpanCount = 0
    /// The limit that the document exceeded when its nodes were created.
    private(set) var documentShortage: BudgetExceeded?
    /// The resource that ran out during evaluation.
    private var evaluationShortage: BudgetExceeded?
    /// The resource that ran out during drawing.
    private var paintingShortage: BudgetExceeded?

    /// The maximum number of cached path points and numbers of gradients, some hundred megabytes; the most complex
    /// files have some hundred thousand.
    static let maxCachedPoints = 8_000_000
    /// The maximum number of cached coverage spans of eight bytes; further shapes are rasterised again in each frame.
    private static let maxCachedSpans = 4_000_000

    /// The first resource that ran out; nil if the frame is complete.
    var shortage: BudgetExceeded? { evaluationShortage ?? paintingShortage ?? documentShortage }

    /// The steps that the current phase may still spend.
    var remainingSteps: Int { phaseBudget.remaining(.steps) }

    /// Whether the current phase has exceeded its budget.
    var isExhausted: Bool { phaseBudget.shortage != nil }

    // MARK: - Frames

    /// Makes all following frames spend from `whole`, until `endSharedBudget`.
    func beginSharedBudget(_ whole: Budget) { self.sharedBudget = whole }

    /// Ends the spending from the shared budget and returns what is left of it.
    func endSharedBudget() -> Budget? {
        defer { sharedBudget = nil }
        return sharedBudget
    }

    /// Begins the evaluation of a frame.
    func beginEvaluation() { beginPhase(.frame) }

    /// Ends the evaluation of a frame.
    ///
    /// A shortage persists for all later frames, because a part that is built once and cached may be missing from then
    /// on.
    func endEvaluation() { evaluationShortage = evaluationShortage ?? endPhase() }

    /// Begins the drawing of a frame of this size, in pixels.
    ///
    /// Larger pictures have a larger budget, because the caller chooses the size.
    func beginPainting(width: Int, height: Int) {
        paintingShortage = nil
        beginPhase(.painting(pixels: width * height))
    }

    /// Ends the drawing of a frame.
    ///
    /// - Parameter edges: The number of edges and cells of the frame's shapes, which cost one step each.
    func endPainting(edges: Int) {
        paintingShortage = endPhase()
        _ = sharedBudget?.consume(edges, of: .steps)
    }

    /// Exhausts the frame's budget after `limit` of a resource that is counted elsewhere was exceeded.
    func exhaust(_ resource: Budget.Resource, beyond limit: Int) {
        if !isExhausted { phaseBudget.exhaust(resource, beyond: limit) }
    }

    private func beginPhase(_ limits: Budget.Limits) {
        phaseBudget = sharedBudget?.subbudget(limits) ?? Budget(limits)
    }

    private func endPhase() -> BudgetExceeded? {
        sharedBudget?.chargeSubbudget(phaseBudget)
        return phaseBudget.shortage
    }

    // MARK: - Spending

    /// Spends `steps` and returns whether the budget allowed it.
    func consume(steps: Int) -> Bool { phaseBudget.consume(steps, of: .steps) }

    /// Spends `points` new path points, each with `stepsEach` steps, and returns whether the budget allowed it.
    func consume(points: Int, stepsEach: Int) -> Bool {
        phaseBudget.consume(points, of: .points)
            && phaseBudget.consume(points.multipliedClamped(by: stepsEach), of: .steps)
    }

    /// Reserves the pixels of a surface or mask and returns whether the budget allowed it; `release(pixels:)` releases
    /// them.
    func reserve(pixels: Int) -> Bool { phaseBudget.consume(pixels, of: .pixels) }

    /// Releases the pixels of a surface or mask.
    func release(pixels: Int) { phaseBudget.release(pixels, of: .pixels) }

    /// Spends steps whose number is known only after the work.
    func spend(steps: Int) { _ = phaseBudget.consume(steps, of: .steps) }

    /// Records where the budget ran out, unless the place is known; the innermost place reports first.
    func recordShortagePlace(at place: @autoclosure () -> String) {
        guard isExhausted else { return }
        // The place is found before the access to the budget, as it could be anything.
        let place = place()
        phaseBudget.recordShortagePlace(at: place)
    }

    /// Records that a part of the document is left out because it exceeds a limit that no real file reaches.
    func recordOmission(of resource: Budget.Resource, beyond limit: Int, at place: @autoclosure () -> String) {
        if documentShortage == nil {
            documentShortage = BudgetExceeded(resource: resource, limit: limit, location: place())
        }
    }

    // MARK: - Caches

    /// Reserves `change` more cached path points and returns whether the limit allows it; a negative change always
    /// succeeds.
    func reserveCache(points change: Int) -> Bool {
        guard cachedPointCount + change <= Self.maxCachedPoints || change <= 0 else {
            exhaust(.points, beyond: Self.maxCachedPoints)
            return false
        }
        cachedPointCount = max(0, cachedPointCount + change)
        return true
    }

    /// Reserves `change` more cached spans and returns whether the limit allows it; a negative change always succeeds.
    func reserveCache(spans change: Int) -> Bool {
        guard cachedSpanCount + change <= Self.maxCachedSpans || change <= 0 else { return false }
        cachedSpanCount = max(0, cachedSpanCount + change)
        return true
    }
}

extension Budget.Limits {
    /// The budget for evaluating one frame: less than half a second.
    static let frame = Budget.Limits(steps: 40_000_000, points: 4_000_000)

    /// Returns the budget for drawing a frame of this many pixels: less than half a second at a terminal's size.
    ///
    /// The most complex frames of real files use a twentieth of it.
    static func painting(pixels: Int) -> Budget.Limits {
        Budget.Limits(
            steps: 40_000_000 + pixels.multipliedClamped(by: 50), points: 4_000_000,
            pixels: 16_000_000 + pixels.multipliedClamped(by: 16))
    }
}

extension Int {
    /// Returns the product, or `Int.max` on overflow; both factors must be 0 or more.
    func multipliedClamped(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}

/// The costs of drawing operations, in steps, as measured and rounded up.
enum DrawingCost {
    /// The cost of a group, style or layer, and of every 64 points of a path.
    static let item = 400

    /// The cost of one step of an expression.
    static let expressionStep = 5

    /// Returns the cost of drawing one surface on another.
    static func composing(_ pixels: Int) -> Int { 100 + pixels / 4 }
    /// Returns the cost of drawing one surface on another with a blend mode, which reads every pixel.
    static func blending(_ pixels: Int) -> Int { 100 + pixels * 2 }
    /// Returns the cost of setting, combining or intersecting masks.
    static func masking(_ pixels: Int) -> Int { 50 + pixels / 16 }
    /// Returns the cost of painting a coverage with a single color.
    static func painting(_ pixels: Int) -> Int { pixels / 16 }
    /// Returns the cost of painting a coverage with a gradient or a picture.
    static func shading(_ pixels: Int) -> Int { pixels }
    /// Returns the cost of changing the color of each pixel.
    static func recoloring(_ pixels: Int) -> Int { 100 + pixels }
    /// Returns the cost of a blur along one or both axes.
    static func blurring(_ pixels: Int) -> Int { 200 + pixels * 2 }
    /// Returns the cost of a blur of a mask or a shadow, which has one channel, along one or both axes.
    static func blurringMask(_ pixels: Int) -> Int { 200 + pixels * 2 }
}
