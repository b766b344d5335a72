import Budgets

/// Returns a budget for the reading of one table: 10 000 rows in a megabyte, within a second.
func makeTableBudget(on clock: some Clock<Duration>) -> Budget {
    let limits = Budget.Limits(steps: 50_000_000, bytes: 1 << 20, items: 10_000)
    return Budget(limits, deadline: Budget.Deadline(.seconds(1), on: clock))
}

/// Reads a table: each line is a row of numbers with commas between them.
///
/// - Throws: `BudgetExceeded` if the table needs more than the budget has left.
func readTable(_ text: String, within budget: inout Budget) throws(BudgetExceeded) -> [[Double]] {
    try budget.spend(text.utf8.count, of: .bytes, at: "the whole table")
    var rows: [[Double]] = []
    for line in text.split(separator: "\n") {
        try budget.spend(1, of: .items, at: "row \(rows.count + 1)")
        try budget.spend(line.utf8.count, of: .steps, at: "row \(rows.count + 1)")
        rows.append(line.split(separator: ",").compactMap { Double($0) })
    }
    try budget.check(at: "the whole table")
    return rows
}
