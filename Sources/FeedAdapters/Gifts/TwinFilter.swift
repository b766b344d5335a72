/// Knows when two sources tell of the same thing: what the first tells counts, and what the other tells is passed over.
struct TwinFilter: Sendable {
    /// How far apart the two may be.
    static let window: Int64 = 10_000_000_000
    /// Most that is remembered.
    private static let most = 1_000

    private struct Told: Sendable {
        let key: String
        let source: String
        let until: Int64
    }

    /// What was told by one source only, the oldest first.
    private var told: [Told] = []

    /// Whether `source` tells at `time` what another one has told.
    mutating func isTwin(_ key: String, from source: String, at time: Int64) -> Bool {
        told.removeAll { $0.until < time }
        if let index = told.firstIndex(where: { $0.key == key && $0.source != source }) {
            told.remove(at: index)
            return true
        }
        if told.count >= Self.most { told.removeFirst() }
        told.append(Told(key: key, source: source, until: time + Self.window))
        return false
    }
}
