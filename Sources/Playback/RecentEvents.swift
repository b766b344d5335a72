/// Remembers the event ids of the last arrivals that had one, so that an event delivered twice is recognised.
struct RecentEvents: Sendable {
    /// How many ids are remembered.
    static let capacity = 10_000

    /// The ids of the last arrivals; that of arrival n stands at n modulo the capacity.
    private var ring: [String] = []
    private var count = 0
    /// The number of the last arrival that had an id.
    private var latest: [String: Int] = [:]

    /// Remembers `id`, and tells whether it was among those remembered before.
    mutating func insert(_ id: String) -> Bool {
        let wasSeen = latest.updateValue(count, forKey: id) != nil
        if ring.count < Self.capacity {
            ring.append(id)
        } else {
            let index = count % Self.capacity
            forget(ring[index], ifLatestIs: count - Self.capacity)
            ring[index] = id
        }
        count += 1
        return wasSeen
    }

    private mutating func forget(_ id: String, ifLatestIs number: Int) {
        guard let index = latest.index(forKey: id), latest.values[index] == number else { return }
        latest.remove(at: index)
    }
}
