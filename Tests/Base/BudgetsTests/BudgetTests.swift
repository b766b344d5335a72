import Budgets
import Synchronization
import TestClocks
import Testing

@Suite("Budgets")
struct BudgetTests {
    @Test(
        "each resource runs out independently, and the shortage with its place stays",
        arguments: [Budget.Resource.steps, .points, .pixels, .bytes, .items, .depth])
    func eachResourceIsExhaustedIndependently(resource: Budget.Resource) throws {
        var budget = Budget(.init(steps: 10, points: 10, pixels: 10, bytes: 10, items: 10, depth: 10))
        for other in Budget.Resource.allCases where other != resource && other != .time && other != .consent {
            try budget.spend(10, of: other, at: "elsewhere")
        }
        try budget.spend(7, of: resource, at: "first")
        #expect(budget.remaining(resource) == 3)
        let expected = BudgetExceeded(resource: resource, limit: 10, location: "layers[2]")
        #expect(throws: expected) { try budget.spend(4, of: resource, at: "layers[2]") }
        #expect(throws: expected) { try budget.spend(0, of: .steps, at: "later") }
        let isNothingTaken = budget.consume(0, of: resource)
        #expect(!isNothingTaken)
        #expect(budget.remaining(resource) == 0)
    }

    @Test("extreme amounts neither trap nor increase the budget", arguments: [Int.max, .max - 1])
    func extremeAmountsDoNotTrap(amount: Int) {
        var budget = Budget(.init(steps: 5))
        budget.release(amount, of: .steps)
        #expect(budget.remaining(.steps) == 5)
        let isNegativeTaken = budget.consume(.min, of: .steps)
        #expect(isNegativeTaken)
        #expect(budget.remaining(.steps) == 5)
        let isUnlimitedTaken = budget.consume(amount, of: .bytes)
        #expect(isUnlimitedTaken, "what has no limit never runs out")
        let isTooMuchTaken = budget.consume(amount, of: .steps)
        #expect(!isTooMuchTaken)
        #expect(Budget.Limits(steps: .min).steps == 0)
    }

    @Test("a returned amount can be taken again")
    func releasedAmountCanBeConsumedAgain() {
        var budget = Budget(.init(pixels: 100))
        for _ in 0..<1_000 {
            let isTaken = budget.consume(60, of: .pixels)
            #expect(isTaken)
            budget.release(60, of: .pixels)
        }
        let isLastTaken = budget.consume(60, of: .pixels)
        #expect(isLastTaken)
        let isOneMoreTaken = budget.consume(60, of: .pixels)
        #expect(!isOneMoreTaken)
    }

    @Test("a part has at most the rest of its whole, and its whole pays for it")
    func subbudgetIsChargedToWhole() {
        var whole = Budget(.init(steps: 100, pixels: 50))
        var first = whole.subbudget(.init(steps: 70, pixels: 50))
        let areStepsTaken = first.consume(70, of: .steps)
        #expect(areStepsTaken)
        let arePixelsTaken = first.consume(50, of: .pixels)
        #expect(arePixelsTaken)
        whole.chargeSubbudget(first)
        #expect(whole.remaining(.steps) == 30)
        #expect(whole.remaining(.pixels) == 50, "the part's pixels are gone with it")
        var second = whole.subbudget(.init(steps: 70))
        let isMoreThanWholeTaken = second.consume(31, of: .steps)
        #expect(!isMoreThanWholeTaken)
        second.recordShortagePlace(at: "frame 2")
        second.recordShortagePlace(at: "too late")
        whole.chargeSubbudget(second)
        #expect(whole.shortage == BudgetExceeded(resource: .steps, limit: 30, location: "frame 2"))
    }

    @Test("a deadline on a given clock ends work soon after it has passed")
    func deadlineEndsWork() throws {
        let clock = ManualClock()
        var budget = Budget(.init(), deadline: .init(.seconds(5), on: clock))
        try budget.spend(1_000_000, of: .steps, at: "before")
        clock.advance(by: .seconds(5))
        #expect(throws: BudgetExceeded(resource: .time, limit: 5_000, location: "late")) {
            for _ in 0..<10_000 { try budget.spend(100, of: .steps, at: "late") }
        }
    }

    @Test("work stops after its result is no longer wanted")
    func cancelledWorkStops() throws {
        let isWithdrawn = Mutex(false)
        let budget = Budget(.init(), deadline: .init(.seconds(5), on: ManualClock()) { isWithdrawn.withLock { $0 } })
        var first = budget
        try first.check(at: "before")
        isWithdrawn.withLock { $0 = true }
        var second = budget
        #expect(throws: BudgetExceeded(resource: .consent, limit: 0, location: "now")) { try second.check(at: "now") }
    }

    @Test("the error is one line with place, limit and resource")
    func errorIsOneLine() {
        let error = BudgetExceeded(resource: .points, limit: 500, location: "layers[1].shapes[0]")
        #expect(error.description == "layers[1].shapes[0]: expected at most 500 points of paths, found more")
        for resource in Budget.Resource.allCases {
            #expect(!BudgetExceeded(resource: resource, limit: 7).description.contains { $0.isNewline })
        }
    }
}
