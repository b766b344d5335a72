import ExactNumbers
import StoreProtocol

/// The rule by which a store announces its state to a broker: which messages to publish when. It reads no clock.
///
/// After each connection it publishes everything, and later what changed. A broker that acknowledges nothing is left.
struct AnnouncementPlan: Sendable {
    /// A message to publish.
    struct Message: Equatable, Sendable {
        var announcement: StoreAnnouncement
        /// Whether the broker must keep and acknowledge it.
        var isRetained: Bool
    }

    /// The interval of beats.
    static let beatInterval: Nanoseconds = .second
    /// The time after which a broker that has acknowledged nothing is left: it may be cut off from the others.
    static let acknowledgementTimeout: Nanoseconds = 3 * .second

    private var wanted: [StoreAnnouncement] = []
    private var beat: StoreAnnouncement?
    /// What was published over this connection, by topic.
    private var published: [String: [UInt8]] = [:]
    /// All topics that were ever published by this process, so that those of vanished rooms can be cleared.
    private var topics: Set<String> = []
    private var unacknowledged = 0
    /// When an acknowledgement came last, or became due.
    private var progressAt: Nanoseconds = 0
    private var nextBeat: Nanoseconds = 0

    /// Sets the state to announce.
    mutating func setState(catalogueRevision: Int, settings: PublishedSettings) {
        wanted = StoreAnnouncement.messages(catalogueRevision: catalogueRevision, settings: settings)
        let current = Set(wanted.map(\.topic))
        // A room without own settings any more is no longer named by its hundredth, which is published before.
        wanted += topics.subtracting(current).sorted().map { StoreAnnouncement(topic: $0, payload: []) }
        beat = .beat(catalogueRevision: catalogueRevision, settingsRevision: settings.revision)
    }

    /// Begins a connection, over which nothing has been published.
    mutating func beginConnection(at now: Nanoseconds) {
        published = [:]
        unacknowledged = 0
        progressAt = now
        nextBeat = now
    }

    /// Returns what to publish now.
    ///
    /// A cluster may take seconds to keep a hundred messages. So each change is sent to the listening players first, and
    /// then again for the broker to keep.
    mutating func takeMessages(at now: Nanoseconds) -> [Message] {
        let changed = wanted.filter { published[$0.topic] != $0.payload }
        for message in changed {
            published[message.topic] = message.payload
            topics.insert(message.topic)
        }
        if !changed.isEmpty {
            if unacknowledged == 0 { progressAt = now }
            unacknowledged += changed.count
            nextBeat = now
        }
        var messages = changed.filter { !$0.payload.isEmpty }.map { Message(announcement: $0, isRetained: false) }
        if let beat, now >= nextBeat {
            messages.append(Message(announcement: beat, isRetained: false))
            nextBeat = now + Self.beatInterval
        }
        return messages + changed.map { Message(announcement: $0, isRetained: true) }
    }

    /// The time of the next beat.
    var nextTime: Nanoseconds { nextBeat }

    /// Records acknowledgements of the broker.
    mutating func acknowledge(_ count: Int, at now: Nanoseconds) {
        unacknowledged = max(0, unacknowledged - count)
        progressAt = now
    }

    /// Whether the broker must be left.
    func isStuck(at now: Nanoseconds) -> Bool {
        unacknowledged > 0 && now - progressAt >= Self.acknowledgementTimeout
    }
}
