import ExactNumbers

/// The state of a store's addresses: which of them to ask, in which order. It reads no clock; times are parameters.
///
/// Addresses without a recent fault come first, in the order of the list. Others follow, because a bad answer may be
/// better than none. Only an address that delivered a wrong package, or a document that the store has not signed, is not
/// asked at all for a while.
struct MirrorHealth: Sendable {
    /// A fault of an address.
    enum Fault: Sendable {
        /// It did not answer, or answered with an error.
        case unavailable
        /// It answered with an older revision than is known.
        case stale
        /// It delivered other bytes than the catalogue announces, or a document that no key of the store has signed.
        case lie
    }

    private struct Pause {
        var fault: Fault
        var end: Nanoseconds
    }

    /// The first pause after an address was not available; it doubles with each further time, up to the maximum.
    static let initialPause: Nanoseconds = 5 * .second
    static let maxPause: Nanoseconds = 300 * .second
    /// The pause of an address with an old revision: mirrors are copied within seconds or minutes.
    static let stalePause: Nanoseconds = 30 * .second
    /// The pause of an address that delivered a wrong package or document.
    static let liePause: Nanoseconds = 600 * .second

    private var pauses: [Pause?]
    /// The consecutive times that each address was not available.
    private var failures: [Int]

    /// Creates the state of `count` addresses without faults.
    init(count: Int) {
        pauses = Array(repeating: nil, count: count)
        failures = Array(repeating: 0, count: count)
    }

    /// Returns the addresses to ask, by their places in the list. An only address is always asked.
    func order(at now: Nanoseconds) -> [Int] {
        if pauses.count == 1 { return [0] }
        let paused = pauses.indices.compactMap { index in
            pauses[index].flatMap { $0.end > now ? (index: index, pause: $0) : nil }
        }
        let healthy = pauses.indices.filter { index in !paused.contains { $0.index == index } }
        let others = paused.filter { $0.pause.fault != .lie }.sorted {
            ($0.pause.end, $0.index) < ($1.pause.end, $1.index)
        }
        return healthy + others.map(\.index)
    }

    /// Whether an address has no recent fault.
    func isHealthy(_ index: Int, at now: Nanoseconds) -> Bool { pauses[index].map { $0.end <= now } ?? true }

    /// Records that an address answered as it should.
    mutating func recordSuccess(of index: Int) {
        failures[index] = 0
        // Another answer does not make up for a wrong package or document.
        if pauses[index]?.fault != .lie { pauses[index] = nil }
    }

    /// Records a fault of an address.
    mutating func record(_ fault: Fault, of index: Int, at now: Nanoseconds) {
        let length: Nanoseconds
        switch fault {
        case .unavailable:
            failures[index] += 1
            length = min(Self.initialPause << min(failures[index] - 1, 16), Self.maxPause)
        case .stale: length = Self.stalePause
        case .lie: length = Self.liePause
        }
        let end = now + length
        if let pause = pauses[index], pause.end > now, pause.fault == .lie, fault != .lie { return }
        pauses[index] = Pause(fault: fault, end: end)
    }
}
