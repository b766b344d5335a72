import ExactNumbers
import Playback
import RoomEvents

/// The connection of a room to its feed: it limits the events per frame, counts rejected gifts and provides the status
/// line.
struct FeedLink {
    private let feed: any RoomFeed
    /// The state of the feed at the last update, or `nil` if it has none to show.
    private(set) var status: FeedStatus?
    /// The session time of the last update.
    private var updatedAt: Nanoseconds = 0
    /// The number of gifts that were rejected because too many gifts wait.
    private(set) var rejectedCount = 0
    /// The session time until which the last invalid line is shown.
    private var faultShownUntil: Nanoseconds = 0
    /// The number of events since the last call of ``resetEventCount()``.
    private var eventCount = 0

    /// The number of waiting gifts from which gifts of an external feed get a banner only.
    ///
    /// So many gifts play for hours, and a flood of gifts would use more and more memory. The value equals the number
    /// of ids that the policy stores to detect duplicates.
    static let maxWaiting = 10_000
    /// The time for which an invalid line is shown.
    private static let faultDisplayTime: Nanoseconds = 8 * .second

    init(_ feed: any RoomFeed) {
        self.feed = feed
        status = feed.status
    }

    /// Updates the policy of the feed.
    func apply(_ settings: Settings) { feed.apply(settings) }

    /// Updates the sendable gift kinds of the feed.
    func apply(_ kinds: [GiftKind]) { feed.apply(kinds) }

    /// The gift kinds of the store that the feed knows from the beginning.
    var knownKinds: [GiftKind] { feed.knownKinds }

    // MARK: - Events

    /// Resets the number of events; the room calls this whenever it advances.
    mutating func resetEventCount() { eventCount = 0 }

    /// Returns the next event that is due at or before `time`, unless the limit of events until the next painting is
    /// reached.
    mutating func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        guard !isAtEventLimit, let event = feed.nextEvent(upTo: time) else { return nil }
        eventCount += 1
        return event
    }

    /// Whether the limit of events until the next painting is reached; more may be available.
    private var isAtEventLimit: Bool { feed.maxEventsPerUpdate.map { eventCount >= $0 } ?? false }

    /// The session time at which the feed needs the room's attention next; 0 if it needs it now.
    var nextDue: Nanoseconds? {
        if isAtEventLimit { return 0 }
        return [feed.nextDue, nextLineChange].compactMap(\.self).min()
    }

    /// The file descriptor that signals new events; see ``RoomFeed/wakeUpDescriptor``.
    var wakeUpDescriptor: Int32? { feed.wakeUpDescriptor }

    /// Returns whether a gift of an external feed is rejected because `waiting` gifts wait already, and counts it if
    /// so.
    mutating func rejectIfFull(waiting: Int) -> Bool {
        guard status != nil, waiting >= Self.maxWaiting else { return false }
        rejectedCount += 1
        return true
    }

    // MARK: - Status line

    /// Updates the state of the feed and returns whether the status line has changed.
    mutating func updateStatus(at time: Nanoseconds) -> Bool {
        let line = line(at: updatedAt)
        if let next = feed.status {
            if next.invalidLineCount != status?.invalidLineCount { faultShownUntil = time + Self.faultDisplayTime }
            status = next
        }
        updatedAt = time
        return line != self.line(at: time)
    }

    /// The session time at which the status line changes by itself.
    private var nextLineChange: Nanoseconds? {
        if let retryAt = status?.retryAt, retryAt > updatedAt {
            return retryAt - (retryAt - updatedAt - 1) / .second * .second
        }
        return faultShownUntil > updatedAt ? faultShownUntil : nil
    }

    /// Returns the status line of the feed, or `nil` if there is nothing to report.
    func line(at time: Nanoseconds) -> String? {
        guard let status else { return nil }
        var parts: [String] = []
        if var state = status.state {
            if let retryAt = status.retryAt {
                state += ", retry in \((max(1, retryAt - time) + .second - 1) / .second) s"
            }
            parts.append(state)
        }
        if time < faultShownUntil, let fault = status.lastError {
            parts.append(fault)
        } else if status.invalidLineCount > 0 {
            parts.append("\(status.invalidLineCount) wrong \(status.invalidLineCount == 1 ? "line" : "lines")")
        }
        let losses = losses
        if !losses.isEmpty {
            let sum = losses.reduce(0) { $0 + $1.count }
            parts.append("\(CountFormat.short(sum)) dropped: \(losses.map(\.reason).joined(separator: ", "))")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// The numbers of events that were not shown, by reason.
    var losses: [FeedStatus.EventCount] {
        (status?.losses ?? []) + (rejectedCount > 0 ? [.init("stage full", rejectedCount)] : [])
    }
}

/// Short forms of numbers.
enum CountFormat {
    /// Returns a non-negative number in a short form, such as 950, 1.2k, 34k or 5M.
    static func short(_ number: Int) -> String {
        if number < 1_000 { return String(number) }
        if number < 10_000 { return "\(number / 1_000).\(number % 1_000 / 100)k" }
        return number < 1_000_000 ? "\(number / 1_000)k" : "\(number / 1_000_000)M"
    }
}
