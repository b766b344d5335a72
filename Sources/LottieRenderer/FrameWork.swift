import Budgets

/// The budget of an animation's frame, which all evaluation and drawing spends from.
///
/// It is a class because all nodes of a renderer share one budget; only one task may use a renderer at a time.
final class FrameWork {
    /// The budget of the current phase: evaluation or drawing.
    private var budget = Budget(.frame)
    /// The budget of all frames together; nil if each frame has only its own.
    private var whole: Budget?
    /// The number of path points and of numbers of gradients that are cached between frames.
    private var pointsKept = 0
    /// The number of coverage spans that are cached between frames.
    private var spansKept = 0
    /// The limit that the document exceeded when its nodes were created.
    private(set) var documentShortage: BudgetExceeded?
    /// The resource that ran out during evaluation.
    private var evaluationShortage: BudgetExceeded?
    /// The resource that ran out during drawing.
    private var paintingShortage: BudgetExceeded?

    /// The maximum number of cached path points and numbers of gradients, some hundred megabytes; the most complex
    /// files have some hundred thousand.
    static let mostPointsKept = 8_000_000
    /// The maximum number of cached coverage spans of eight bytes; further shapes are rasterised again in each frame.
    private static let mostSpansKept = 4_000_000

    /// The first resource that ran out; nil if the frame is complete.
    var shortage: BudgetExceeded? { evaluationShortage ?? paintingShortage ?? documentShortage }

    /// Whether the current phase has exceeded its budget.
    var isExhausted: Bool { budget.shortage != nil }

    // MARK: - Frames

    /// Makes all following frames spend from `whole`, until `endPayment`.
    func beginPayment(from whole: Budget) { self.whole = whole }

    /// Ends the spending from the shared budget and returns what is left of it.
    func endPayment() -> Budget? {
        defer { whole = nil }
        return whole
    }

    /// Begins the evaluation of a frame.
    func beginEvaluation() { begin(.frame) }

    /// Ends the evaluation of a frame.
    ///
    /// A shortage persists for all later frames, because a part that is built once and cached may be missing from then
    /// on.
    func endEvaluation() { evaluationShortage = evaluationShortage ?? end() }

    /// Begins the drawing of a frame of this size, in pixels.
    ///
    /// Larger pictures have a larger budget, because the caller chooses the size.
    func beginPainting(width: Int, height: Int) {
        paintingShortage = nil
        begin(.painting(pixels: width * height))
    }

    /// Ends the drawing of a frame.
    ///
    /// - Parameter edges: The number of edges and cells of the frame's shapes, which cost one step each.
    func endPainting(edges: Int) {
        paintingShortage = end()
        _ = whole?.takes(edges, of: .steps)
    }

    /// Exhausts the frame's budget after `limit` of a resource that is counted elsewhere was exceeded.
    func runOut(of resource: Budget.Resource, beyond limit: Int) {
        if !isExhausted { budget.runOut(of: resource, beyond: limit) }
    }

    private func begin(_ limits: Budget.Limits) {
        budget = whole?.part(limits) ?? Budget(limits)
    }

    private func end() -> BudgetExceeded? {
        whole?.settle(budget)
        return budget.shortage
    }

    // MARK: - Spending

    /// The number of steps left.
    var stepsLeft: Int { budget.remaining(.steps) }

    /// Spends `steps` and returns whether the budget allowed it.
    func takes(steps: Int) -> Bool { budget.takes(steps, of: .steps) }

    /// Spends `points` new path points, each with `stepsEach` steps, and returns whether the budget allowed it.
    func takes(points: Int, stepsEach: Int) -> Bool {
        budget.takes(points, of: .points) && budget.takes(points.multipliedClamped(by: stepsEach), of: .steps)
    }

    /// Reserves the pixels of a surface or mask and returns whether the budget allowed it; `giveBack(pixels:)` releases
    /// them.
    func takes(pixels: Int) -> Bool { budget.takes(pixels, of: .pixels) }

    /// Releases the pixels of a surface or mask.
    func giveBack(pixels: Int) { budget.giveBack(pixels, of: .pixels) }

    /// Spends steps whose number is known only after the work.
    func spend(steps: Int) { _ = budget.takes(steps, of: .steps) }

    /// Records where the budget ran out, unless the place is known; the innermost place reports first.
    func locateShortage(at place: @autoclosure () -> String) {
        if isExhausted { budget.locateShortage(at: place()) }
    }

    /// Records that a part of the document is left out because it exceeds a limit that no real file reaches.
    func leaveOut(_ resource: Budget.Resource, beyond limit: Int, at place: @autoclosure () -> String) {
        if documentShortage == nil {
            documentShortage = BudgetExceeded(resource: resource, limit: limit, place: place())
        }
    }

    // MARK: - Caches

    /// Reserves `change` more cached path points and returns whether the limit allows it; a negative change always
    /// succeeds.
    func keeps(points change: Int) -> Bool {
        guard pointsKept + change <= Self.mostPointsKept || change <= 0 else {
            runOut(of: .points, beyond: Self.mostPointsKept)
            return false
        }
        pointsKept = max(0, pointsKept + change)
        return true
    }

    /// Reserves `change` more cached spans and returns whether the limit allows it; a negative change always succeeds.
    func keeps(spans change: Int) -> Bool {
        guard spansKept + change <= Self.mostSpansKept || change <= 0 else { return false }
        spansKept = max(0, spansKept + change)
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
    static func blurring(_ pixels: Int) -> Int { 200 + pixels * 4 }
}
