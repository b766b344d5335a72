import ExactNumbers
import HTTPClient

/// The state machine of the connection to a store's event stream. It performs nothing itself: it receives events and
/// returns the next step.
///
/// While the stream is open, nothing is polled. After a disconnection it asks for the stream again after a pause. Until
/// then, or if the store has no such stream, the caller polls the documents at intervals.
struct EventConnection: Sendable {
    /// The next step.
    enum Step: Equatable, Sendable {
        /// Request the stream. If `asksBefore` is true, request the documents first, because they may have changed
        /// unnoticed.
        case connect(requestsDocuments: Bool)
        /// Wait.
        case pause(Nanoseconds)
    }

    private enum State: Equatable {
        /// The stream has been requested.
        case connecting
        /// The stream is open.
        case listening
        /// The stream is open and has delivered data.
        case receiving
        /// The store has no event stream.
        case unsupported
        /// The connection waits before the next request, or has not begun.
        case pausing
    }

    private let rules: FollowRules
    private var state = State.pausing
    /// The consecutive streams without data.
    private var failures = 0
    /// When the documents were last known to be up to date; `nil` before the first request.
    private var lastRequestAt: Nanoseconds?

    init(rules: FollowRules) {
        self.rules = rules
    }

    /// Starts the connection, or continues after a pause.
    mutating func connect(at now: Nanoseconds) -> Step {
        state = .connecting
        let isDue = lastRequestAt.map { now - $0 >= rules.pollInterval } ?? true
        if isDue { lastRequestAt = now }
        return .connect(requestsDocuments: isDue)
    }

    /// Handles the head of the response.
    ///
    /// - Returns: Whether the response is an event stream. If so, the caller must request the documents, which may have
    ///   changed before the stream was open, and then read the stream.
    mutating func receiveHead(_ head: HTTPHead, at now: Nanoseconds) -> Bool {
        let isStream =
            head.status == 200 && head["content-type"]?.lowercased().hasPrefix("text/event-stream") == true
        if isStream { lastRequestAt = now }
        state = isStream ? .listening : Self.isTemporary(head.status) ? .connecting : .unsupported
        return isStream
    }

    private static func isTemporary(_ status: Int) -> Bool { status == 429 || (status >= 500 && status != 501) }

    /// Handles data from the stream, which may be only a heartbeat.
    mutating func receiveData(at now: Nanoseconds) {
        guard state == .listening || state == .receiving else { return }
        state = .receiving
        lastRequestAt = now
        failures = 0
    }

    /// Handles the end of the stream or a failed request.
    ///
    /// - Parameters:
    ///   - minDelay: The pause that the store asked for.
    ///   - chance: The source of randomness for the pause.
    mutating func handleEnd<Chance: RandomNumberGenerator>(minDelay: Nanoseconds, using chance: inout Chance) -> Step {
        defer { state = .pausing }
        if state == .unsupported { return .pause(rules.pollInterval) }
        failures = min(failures + 1, Self.maxCountedFailures)
        return .pause(
            max(min(minDelay, rules.pollInterval), rules.reconnect.randomDelay(after: failures, using: &chance)))
    }

    /// The number of failures after which the pause no longer grows.
    private static let maxCountedFailures = 32
}
