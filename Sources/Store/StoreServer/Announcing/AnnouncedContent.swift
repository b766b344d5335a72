import ExactNumbers
import StoreProtocol

/// What a store announces: its documents, and the beat with their revisions.
struct AnnouncedContent: Sendable, Equatable {
    /// The documents, those of rooms first.
    let documents: [StoreAnnouncement]
    /// The beat.
    let beat: StoreAnnouncement
    /// The revisions in the beat.
    let revisions: StoreRevisions
    /// Whether the broker keeps all documents, so that players that come later get them.
    var isKept = false

    /// Creates the content for a state of the store, with documents that are signed if there is a key.
    init(catalogueRevision: Int, settings: PublishedSettings, documentKey: PublisherPrivateKey? = nil) {
        documents = StoreAnnouncement.messages(catalogueRevision: catalogueRevision, settings: settings)
            .map { $0.signed(with: documentKey) }
        beat = .beat(catalogueRevision: catalogueRevision, settingsRevision: settings.revision)
        revisions = StoreRevisions(catalogue: catalogueRevision, settings: settings.revision)
    }
}

/// A step of an announcer over a connection.
enum AnnouncementStep: Equatable, Sendable {
    /// Subscribe to topics below the prefix, and receive what the broker keeps for them.
    case subscribe([String])
    /// Publish for those that listen.
    case publish(StoreAnnouncement)
    /// Publish for those that will come, too; with an acknowledgement or without.
    case keep(StoreAnnouncement, isAcknowledged: Bool)
}

/// A rule by which a store uses its connection to a node of a broker. It reads no clock and performs nothing.
protocol AnnouncementRule: Sendable {
    /// Sets what to announce.
    mutating func setContent(_ content: AnnouncedContent, at now: Nanoseconds)
    /// Begins a connection.
    mutating func beginConnection(at now: Nanoseconds)
    /// Handles a message that the broker has sent.
    mutating func receive(_ message: StoreAnnouncement, isKept: Bool, at now: Nanoseconds)
    /// Notes that the broker has answered a subscription.
    mutating func receiveSubscription(at now: Nanoseconds)
    /// Returns what to do now.
    ///
    /// - Throws: `AnnouncementFault` if the node must be left.
    mutating func takeSteps(at now: Nanoseconds) throws(AnnouncementFault) -> [AnnouncementStep]
    /// When to ask for steps again at the latest.
    var nextTime: Nanoseconds { get }
    /// The revisions of another store that announces with the same topics and is ahead; nil if there is none.
    var newerRevision: Int? { get }
    /// The revisions of which the broker keeps all documents; nil if there are none or the rule does not know.
    var keptRevisions: StoreRevisions? { get }
}

/// The reason for leaving a node.
struct AnnouncementFault: Error, Equatable {
    let reason: String
}
