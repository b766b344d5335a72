/// Remembers the event ids of the last arrivals that had one, so that an event delivered twice is recognised.
struct RecentEvents: Sendable {
    /// How many ids are remembered.
    static let capacity = 10_000

    private var ring: [String] = []
    private var oldest = 0
    private var occurrences: [String: Int] = [:]

    /// Remembers `id`, and tells whether it was among those remembered before.
    mutating func insert(_ id: String) -> Bool {
        let wasSeen = occurrences[id] != nil
        if ring.count < Self.capacity {
            ring.append(id)
        } else {
            forget(ring[oldest])
            ring[oldest] = id
            oldest = (oldest + 1) % Self.capacity
        }
        occurrences[id, default: 0] += 1
        return wasSeen
    }

    private mutating func forget(_ id: String) {
        let count = occurrences[id, default: 0] - 1
        occurrences[id] = count > 0 ? count : nil
    }
}
