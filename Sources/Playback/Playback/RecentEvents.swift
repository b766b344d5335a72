/// The event ids of the latest arrivals that had one, by which duplicates are recognised.
struct RecentEvents: Sendable {
    /// The number of ids to keep.
    static let capacity = 10_000

    /// The latest ids in a ring buffer; the id of event n is at n modulo the capacity.
    private var ring: [String] = []
    private var count = 0
    /// The number of the latest event with each id.
    private var latest: [String: Int] = [:]

    /// Adds `id`, and returns whether it was present before.
    mutating func insert(_ id: String) -> Bool {
        let wasSeen = latest.updateValue(count, forKey: id) != nil
        if ring.count < Self.capacity {
            ring.append(id)
        } else {
            let index = count % Self.capacity
            remove(ring[index], ifLatestIs: count - Self.capacity)
            ring[index] = id
        }
        count += 1
        return wasSeen
    }

    private mutating func remove(_ id: String, ifLatestIs number: Int) {
        guard let index = latest.index(forKey: id), latest.values[index] == number else { return }
        latest.remove(at: index)
    }
}
