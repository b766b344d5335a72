import FeedSources
import RoomEvents

/// A filter that puts events into a port with times that never decrease. Held events may be due before events that have
/// already been put.
struct MonotonicEventOutput {
    private var latestTime: Duration = .zero

    /// Puts events into the port and returns whether the port still accepts events.
    mutating func put(_ events: [FeedEvent], to port: FeedPort) -> Bool {
        guard !events.isEmpty else { return !port.isStopped }
        var ordered = events
        for index in ordered.indices {
            latestTime = max(latestTime, ordered[index].at)
            ordered[index].at = latestTime
        }
        return port.put(ordered)
    }
}
