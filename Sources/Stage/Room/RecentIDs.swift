/// The ids that were told last, by which what is told twice is known.
struct RecentIDs {
    private var known: Set<String> = []
    /// In the order told; from ``oldest`` on they are the oldest ones.
    private var order: [String] = []
    private var oldest = 0

    /// As many as the rules of playback remember.
    static let most = 10_000

    /// Adds an id; false where it is known. What has no id is always new.
    mutating func insert(_ id: String) -> Bool {
        guard !id.isEmpty else { return true }
        guard known.insert(id).inserted else { return false }
        if order.count < Self.most {
            order.append(id)
        } else {
            known.remove(order[oldest])
            order[oldest] = id
            oldest = (oldest + 1) % Self.most
        }
        return true
    }
}
