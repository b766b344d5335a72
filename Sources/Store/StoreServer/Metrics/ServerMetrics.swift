import Synchronization

/// The counts that `/metrics` shows.
final class ServerMetrics: Sendable {
    /// A limit that refuses requests.
    enum Limit: String, CaseIterable {
        case requests
        case changes
        case wrongTokens = "wrong_tokens"
    }

    /// A request as it is counted; there are only as many as methods, routes and statuses.
    struct RequestKey: Hashable, Comparable {
        let method: String
        /// The pattern of the path, such as `/gifts/{id}`; empty for an address with no resource.
        let route: String
        let status: Int

        static func < (left: RequestKey, right: RequestKey) -> Bool {
            (left.route, left.method, left.status) < (right.route, right.method, right.status)
        }
    }

    /// The times until responses began.
    struct Durations {
        /// The upper bounds of the buckets, in milliseconds.
        static let bounds = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

        /// The number of times in each bucket, and above all bounds.
        fileprivate(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
        fileprivate(set) var sum = Duration.zero

        fileprivate mutating func add(_ time: Duration) {
            let index = Self.bounds.firstIndex { time <= .milliseconds($0) } ?? Self.bounds.count
            counts[index] += 1
            sum += time
        }
    }

    /// All counts at one moment.
    struct Counts {
        fileprivate(set) var requests: [RequestKey: Int] = [:]
        fileprivate(set) var durations = Durations()
        fileprivate(set) var refusals: [Limit: Int] = [:]
        fileprivate(set) var wrongTokens = 0
    }

    private let state = Mutex(Counts())

    /// The counts so far.
    var counts: Counts { state.withLock { $0 } }

    /// Counts a request whose response began after `time`.
    func count(_ request: RequestKey, after time: Duration) {
        state.withLock { counts in
            counts.requests[request, default: 0] += 1
            counts.durations.add(time)
        }
    }

    /// Counts a request that a limit refused.
    func count(refusedBy limit: Limit) { state.withLock { $0.refusals[limit, default: 0] += 1 } }

    /// Counts a wrong token.
    func countWrongToken() { state.withLock { $0.wrongTokens += 1 } }
}
