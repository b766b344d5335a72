public import ExactNumbers

/// The gift kinds that a room asked for recently, so that a streak of an unavailable one causes one request.
public struct RecentRequests: Sendable {
    private let minInterval: Nanoseconds
    private var requestTimes: [String: Nanoseconds] = [:]

    /// The most ids to remember, because a feed may name anything.
    private static let maxRequests = 1024

    /// Creates an empty memory. A kind is not requested again within `minInterval`.
    public init(minInterval: Nanoseconds) {
        self.minInterval = minInterval
    }

    /// Returns whether to request a gift kind that is wanted now.
    public mutating func recordRequest(_ id: String, at now: Nanoseconds) -> Bool {
        if let last = requestTimes[id], now - last < minInterval { return false }
        if requestTimes.count >= Self.maxRequests {
            requestTimes = requestTimes.filter { now - $0.value < minInterval }
            guard requestTimes.count < Self.maxRequests else { return false }
        }
        requestTimes[id] = now
        return true
    }
}
