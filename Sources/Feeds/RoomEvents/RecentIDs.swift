/// A set of the most recent ids, with which a reader detects duplicates. When it is full, it forgets the oldest id.
package struct RecentIDs: Sendable {
    /// The default capacity, the same as the playback controller's.
    package static let defaultCapacity = 10_000

    private let capacity: Int
    private var ids: Set<String> = []
    /// The ids in order of arrival, as a ring buffer.
    private var ring: [String] = []
    private var nextIndex = 0

    package init(capacity: Int = RecentIDs.defaultCapacity) {
        self.capacity = capacity
    }

    package func contains(_ id: String) -> Bool { ids.contains(id.boundedID) }

    /// Inserts an id.
    ///
    /// - Returns: Whether the id is new. A nil or empty id is always new, because it identifies nothing.
    package mutating func insert(_ id: String?) -> Bool {
        guard capacity > 0, let id = id?.boundedID, !id.isEmpty else { return true }
        guard ids.insert(id).inserted else { return false }
        if ring.count < capacity {
            ring.append(id)
        } else {
            ids.remove(ring[nextIndex])
            ring[nextIndex] = id
            nextIndex = (nextIndex + 1) % capacity
        }
        return true
    }
}
