import RoomEvents

/// A filter for events that several sources report: the first report counts, and reports of other sources are
/// duplicates.
struct DuplicateFilter: Sendable {
    /// The time after the first report within which other reports are duplicates, in nanoseconds.
    static let window: Int64 = 10_000_000_000
    /// The largest number of reports in memory.
    private static let maxReports = 1_000

    private struct Report: Sendable {
        let key: String
        var sources: Set<String>
        let until: Int64
    }

    /// The reports, oldest first.
    private var reports: [Report] = []

    /// Registers a report and returns whether it duplicates the report of another source.
    mutating func isDuplicate(_ key: String, from source: String, at time: Int64) -> Bool {
        let key = key.boundedID
        reports.removeAll { $0.until < time }
        if let index = reports.firstIndex(where: { $0.key == key && !$0.sources.contains(source) }) {
            reports[index].sources.insert(source)
            return true
        }
        if reports.count >= Self.maxReports { reports.removeFirst() }
        reports.append(Report(key: key, sources: [source], until: time + Self.window))
        return false
    }
}
