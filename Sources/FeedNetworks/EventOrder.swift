import FeedSources
import GiftFeed

/// Brings events to a port with times that never fall: those that were held back are due before others that came.
struct EventOrder {
    private var latest: Duration = .zero

    /// Whether anybody still takes events.
    mutating func put(_ events: [FeedEvent], to port: FeedPort) -> Bool {
        guard !events.isEmpty else { return !port.isStopped }
        var ordered = events
        for index in ordered.indices {
            latest = max(latest, ordered[index].at)
            ordered[index].at = latest
        }
        return port.put(ordered)
    }
}
