/// Knows when several sources tell of the same thing: what the first tells counts, and what others tell is passed over.
struct TwinFilter: Sendable {
    /// How long after the first the others may tell of it.
    static let window: Int64 = 10_000_000_000
    /// Most that is remembered.
    private static let most = 1_000

    private struct Told: Sendable {
        let key: String
        var sources: Set<String>
        let until: Int64
    }

    /// What was told, the oldest first.
    private var told: [Told] = []

    /// Whether `source` tells at `time` what another one has told.
    mutating func isTwin(_ key: String, from source: String, at time: Int64) -> Bool {
        told.removeAll { $0.until < time }
        if let index = told.firstIndex(where: { $0.key == key && !$0.sources.contains(source) }) {
            told[index].sources.insert(source)
            return true
        }
        if told.count >= Self.most { told.removeFirst() }
        told.append(Told(key: key, sources: [source], until: time + Self.window))
        return false
    }
}
