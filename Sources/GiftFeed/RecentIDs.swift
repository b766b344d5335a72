/// The ids of what came lately, to know what is told twice; the oldest are forgotten.
package struct RecentIDs: Sendable {
    /// As many as the rules of playback remember.
    package static let usualCapacity = 10_000

    private let capacity: Int
    private var ids: Set<String> = []
    /// The ids in the order in which they came, in a ring.
    private var ring: [String] = []
    private var next = 0

    package init(capacity: Int = RecentIDs.usualCapacity) {
        self.capacity = capacity
    }

    package func contains(_ id: String) -> Bool { ids.contains(id) }

    /// Takes an id; whether it is new. Nothing is known of what has no id, so it is always new.
    package mutating func insert(_ id: String?) -> Bool {
        guard capacity > 0, let id, !id.isEmpty else { return true }
        guard ids.insert(id).inserted else { return false }
        if ring.count < capacity {
            ring.append(id)
        } else {
            ids.remove(ring[next])
            ring[next] = id
            next = (next + 1) % capacity
        }
        return true
    }
}
