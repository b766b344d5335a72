import Budgets
import TestClocks
import Testing

@Suite("The example of Budgets")
struct BudgetsExampleTests {
    private let clock = ManualClock()

    @Test("a table is read, and its rows are spent")
    func tableIsRead() throws {
        var budget = makeTableBudget(on: clock)
        #expect(try readTable("1,2.5\n-3\n", within: &budget) == [[1, 2.5], [-3]])
        #expect(budget.remaining(.items) == 9_998)
    }

    @Test("a table with too many rows, or of too many bytes, is an error with its place")
    func tableIsTooLarge() {
        var budget = makeTableBudget(on: clock)
        #expect(throws: BudgetExceeded(resource: .items, limit: 10_000, location: "row 10001")) {
            try readTable(String(repeating: "1\n", count: 10_001), within: &budget)
        }
        budget = makeTableBudget(on: clock)
        #expect(throws: BudgetExceeded(resource: .bytes, limit: 1 << 20, location: "the whole table")) {
            try readTable(String(repeating: "1", count: 1 << 20 + 1), within: &budget)
        }
    }

    @Test("a table that takes a second is an error")
    func tableTakesTooLong() {
        var budget = makeTableBudget(on: clock)
        clock.advance(by: .seconds(1))
        #expect(throws: BudgetExceeded(resource: .time, limit: 1_000, location: "the whole table")) {
            try readTable("1", within: &budget)
        }
    }
}
