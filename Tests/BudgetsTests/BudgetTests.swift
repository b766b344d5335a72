import Budgets
import Synchronization
import TestClocks
import Testing

@Suite("Budgets")
struct BudgetTests {
    @Test(
        "each resource runs out independently, and the shortage with its place stays",
        arguments: [Budget.Resource.steps, .points, .pixels, .bytes, .items, .depth])
    func runsOut(resource: Budget.Resource) throws {
        var budget = Budget(.init(steps: 10, points: 10, pixels: 10, bytes: 10, items: 10, depth: 10))
        for other in Budget.Resource.allCases where other != resource && other != .time && other != .consent {
            try budget.spend(10, of: other, at: "elsewhere")
        }
        try budget.spend(7, of: resource, at: "first")
        #expect(budget.remaining(resource) == 3)
        let expected = BudgetExceeded(resource: resource, limit: 10, place: "layers[2]")
        #expect(throws: expected) { try budget.spend(4, of: resource, at: "layers[2]") }
        #expect(throws: expected) { try budget.spend(0, of: .steps, at: "later") }
        let isNothingTaken = budget.takes(0, of: resource)
        #expect(!isNothingTaken)
        #expect(budget.remaining(resource) == 0)
    }

    @Test("extreme amounts neither trap nor increase the budget", arguments: [Int.max, .max - 1])
    func extremes(amount: Int) {
        var budget = Budget(.init(steps: 5))
        budget.giveBack(amount, of: .steps)
        #expect(budget.remaining(.steps) == 5)
        let isNegativeTaken = budget.takes(.min, of: .steps)
        #expect(isNegativeTaken)
        #expect(budget.remaining(.steps) == 5)
        let isUnlimitedTaken = budget.takes(amount, of: .bytes)
        #expect(isUnlimitedTaken, "what has no limit never runs out")
        let isTooMuchTaken = budget.takes(amount, of: .steps)
        #expect(!isTooMuchTaken)
        #expect(Budget.Limits(steps: .min).steps == 0)
    }

    @Test("a returned amount can be taken again")
    func held() {
        var budget = Budget(.init(pixels: 100))
        for _ in 0..<1_000 {
            let isTaken = budget.takes(60, of: .pixels)
            #expect(isTaken)
            budget.giveBack(60, of: .pixels)
        }
        let isLastTaken = budget.takes(60, of: .pixels)
        #expect(isLastTaken)
        let isOneMoreTaken = budget.takes(60, of: .pixels)
        #expect(!isOneMoreTaken)
    }

    @Test("a part has at most the rest of its whole, and its whole pays for it")
    func parts() {
        var whole = Budget(.init(steps: 100, pixels: 50))
        var first = whole.part(.init(steps: 70, pixels: 50))
        let areStepsTaken = first.takes(70, of: .steps)
        #expect(areStepsTaken)
        let arePixelsTaken = first.takes(50, of: .pixels)
        #expect(arePixelsTaken)
        whole.settle(first)
        #expect(whole.remaining(.steps) == 30)
        #expect(whole.remaining(.pixels) == 50, "the part's pixels are gone with it")
        var second = whole.part(.init(steps: 70))
        let isMoreThanWholeTaken = second.takes(31, of: .steps)
        #expect(!isMoreThanWholeTaken)
        second.locateShortage(at: "frame 2")
        second.locateShortage(at: "too late")
        whole.settle(second)
        #expect(whole.shortage == BudgetExceeded(resource: .steps, limit: 30, place: "frame 2"))
    }

    @Test("a deadline on a given clock ends work soon after it has passed")
    func deadline() throws {
        let clock = ManualClock()
        var budget = Budget(.init(), deadline: .init(.seconds(5), on: clock))
        try budget.spend(1_000_000, of: .steps, at: "before")
        clock.advance(by: .seconds(5))
        #expect(throws: BudgetExceeded(resource: .time, limit: 5_000, place: "late")) {
            for _ in 0..<10_000 { try budget.spend(100, of: .steps, at: "late") }
        }
    }

    @Test("work stops after its result is no longer wanted")
    func withdrawn() throws {
        let isWithdrawn = Mutex(false)
        let budget = Budget(.init(), deadline: .init(.seconds(5), on: ManualClock()) { isWithdrawn.withLock { $0 } })
        var first = budget
        try first.check(at: "before")
        isWithdrawn.withLock { $0 = true }
        var second = budget
        #expect(throws: BudgetExceeded(resource: .consent, limit: 0, place: "now")) { try second.check(at: "now") }
    }

    @Test("the error is one line with place, limit and resource")
    func line() {
        let error = BudgetExceeded(resource: .points, limit: 500, place: "layers[1].shapes[0]")
        #expect(error.description == "layers[1].shapes[0]: expected at most 500 points of paths, found more")
        for resource in Budget.Resource.allCases {
            #expect(!BudgetExceeded(resource: resource, limit: 7).description.contains { $0.isNewline })
        }
    }
}
