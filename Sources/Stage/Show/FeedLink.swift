import GiftFeed
import Playback

/// What joins a room to its feed: what it takes of it, what it leaves, and what people see of that.
struct FeedLink {
    private let feed: any RoomFeed
    /// How the feed stood when it was looked at last; nil where that needs no word.
    private(set) var standing: FeedStanding?
    /// When that was.
    private var lookedAt: Nanoseconds = 0
    /// Gifts that found the stage full.
    private(set) var refused = 0
    /// Until when the last wrong line is shown.
    private var faultUntil: Nanoseconds = 0
    /// Events that were taken since the picture was looked after.
    private var taken = 0

    /// Most gifts that wait for the stage while more come from outside. They would play for hours, and with each of a flood
    /// memory would grow; what comes on top has its banner only. As many as the rules remember for telling twice.
    static let mostWaiting = 10_000
    /// How long a wrong line is shown.
    private static let faultLength: Nanoseconds = 8 * .second

    init(_ feed: any RoomFeed) {
        self.feed = feed
        standing = feed.standing
    }

    /// See ``RoomFeed/follow(_:)``.
    func follow(_ settings: Settings) { feed.follow(settings) }

    // MARK: - Taking

    /// There is time for events again.
    mutating func begin() { taken = 0 }

    /// The next event that is due at or before `time`, as long as there is time for it before the picture.
    mutating func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        guard !isPausing, let event = feed.nextEvent(upTo: time) else { return nil }
        taken += 1
        return event
    }

    /// Whether there may be more, which has to wait for the picture.
    private var isPausing: Bool { feed.mostAtOnce.map { taken >= $0 } ?? false }

    /// When there is something to do for the feed if nothing comes before; 0 where there is now.
    var nextDue: Nanoseconds? {
        if isPausing { return 0 }
        return [feed.nextDue, nextWord].compactMap(\.self).min()
    }

    /// See ``RoomFeed/wakeUpDescriptor``.
    var wakeUpDescriptor: Int32? { feed.wakeUpDescriptor }

    /// Whether a gift of the feed finds the stage full, where `waiting` gifts wait for it; it is counted then.
    mutating func refuses(waiting: Int) -> Bool {
        guard standing != nil, waiting >= Self.mostWaiting else { return false }
        refused += 1
        return true
    }

    // MARK: - What is seen

    /// Looks how the feed stands; whether there is something else to be said.
    mutating func look(at time: Nanoseconds) -> Bool {
        let line = line(at: lookedAt)
        if let next = feed.standing {
            if next.wrongLines != standing?.wrongLines { faultUntil = time + Self.faultLength }
            standing = next
        }
        lookedAt = time
        return line != self.line(at: time)
    }

    /// When the line says something else though nothing happens.
    private var nextWord: Nanoseconds? {
        if let retryAt = standing?.retryAt, retryAt > lookedAt {
            return retryAt - (retryAt - lookedAt - 1) / .second * .second
        }
        return faultUntil > lookedAt ? faultUntil : nil
    }

    /// What is quietly said of the feed; nil where all is well.
    func line(at time: Nanoseconds) -> String? {
        guard let standing else { return nil }
        var parts: [String] = []
        if var state = standing.state {
            if let retryAt = standing.retryAt {
                state += ", again in \((max(1, retryAt - time) + .second - 1) / .second) s"
            }
            parts.append(state)
        }
        if time < faultUntil, let fault = standing.lastFault {
            parts.append(fault)
        } else if standing.wrongLines > 0 {
            parts.append("\(standing.wrongLines) wrong \(standing.wrongLines == 1 ? "line" : "lines")")
        }
        let losses = losses
        if !losses.isEmpty {
            let sum = losses.reduce(0) { $0 + $1.count }
            parts.append("\(CountWords.short(sum)) dropped: \(losses.map(\.reason).joined(separator: ", "))")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Events that were not shown, by reason.
    var losses: [FeedStanding.Loss] {
        (standing?.losses ?? []) + (refused > 0 ? [.init("stage full", refused)] : [])
    }
}

/// Numbers in few letters.
enum CountWords {
    /// Such as 950, 1.2k, 34k or 5M; 0 or more.
    static func short(_ number: Int) -> String {
        if number < 1_000 { return String(number) }
        if number < 10_000 { return "\(number / 1_000).\(number % 1_000 / 100)k" }
        return number < 1_000_000 ? "\(number / 1_000)k" : "\(number / 1_000_000)M"
    }
}
