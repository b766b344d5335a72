import ExactNumbers
import StoreProtocol

/// The rule by which a store has a broker keep its documents, for the players that come later.
///
/// It asks what the broker keeps, publishes what differs, and asks again until nothing does. It does not trust
/// acknowledgements: nats-server 2.9 also gives one when its cluster has no leader and it keeps nothing. Neither does it
/// rely on being the last: messages of a connection that was given up may be kept later. So it asks twice a minute.
struct RetentionPlan: AnnouncementRule {
    /// The time without a message after which the broker has sent all that it keeps.
    static let quietTime: Nanoseconds = .second / 2
    /// The time in which a broker must answer a subscription; before, it has to keep all that was published.
    static let answerTimeout: Nanoseconds = 20 * .second
    /// The interval of questions while nothing differs.
    static let checkInterval: Nanoseconds = 30 * .second

    private enum Phase: Equatable {
        /// The broker is to be asked at this time.
        case waiting(until: Nanoseconds)
        /// It was asked, and must answer until this time.
        case asking(until: Nanoseconds)
        /// It answers, and has finished when nothing comes until this time.
        case listening(until: Nanoseconds)
    }

    private var content: AnnouncedContent?
    private var phase = Phase.waiting(until: 0)
    /// What the broker keeps, by topic.
    private var kept: [String: [UInt8]] = [:]
    /// The rounds of publishing since the last change.
    private var rounds = 0
    private var isComplete = false
    private(set) var newerRevision: Int?

    var keptRevisions: StoreRevisions? { isComplete ? content?.revisions : nil }

    mutating func setContent(_ content: AnnouncedContent, at now: Nanoseconds) {
        let isNew = self.content?.documents != content.documents
        self.content = content
        guard isNew else { return }
        isComplete = false
        rounds = 0
        // What the broker keeps is known well enough to publish what has changed.
        if case .waiting = phase, !kept.isEmpty { phase = .listening(until: now) }
    }

    mutating func beginConnection(at now: Nanoseconds) { phase = .waiting(until: now) }

    mutating func receive(_ message: StoreAnnouncement, isKept: Bool, at now: Nanoseconds) {
        guard isKept else { return }
        kept[message.topic] = message.payload
        if case .listening = phase { phase = .listening(until: now + Self.quietTime) }
    }

    mutating func receiveSubscription(at now: Nanoseconds) {
        if case .asking = phase { phase = .listening(until: now + Self.quietTime) }
    }

    mutating func takeSteps(at now: Nanoseconds) throws(AnnouncementFault) -> [AnnouncementStep] {
        guard now >= nextTime, let content else { return [] }
        switch phase {
        case .asking: throw AnnouncementFault(reason: "the broker keeps nothing")
        case .waiting: return ask(at: now)
        case .listening: break
        }
        let differing = differingDocuments(of: content)
        guard !differing.isEmpty else {
            isComplete = true
            phase = .waiting(until: now + Self.checkInterval)
            return []
        }
        isComplete = false
        rounds += 1
        // A broker may drop a message of quality 0, but it takes less time for one.
        let steps = differing.map { AnnouncementStep.keep($0, isAcknowledged: rounds > 1) }
        return steps + ask(at: now)
    }

    private mutating func ask(at now: Nanoseconds) -> [AnnouncementStep] {
        kept = [:]
        phase = .asking(until: now + Self.answerTimeout)
        return [.subscribe(StoreAnnouncement.documentTopics)]
    }

    /// Returns what to publish: first the documents that differ, then empty ones for rooms that have no own settings any
    /// more, which no hundredth names by then.
    private mutating func differingDocuments(of content: AnnouncedContent) -> [StoreAnnouncement] {
        newerRevision = nil
        var differing: [StoreAnnouncement] = []
        for document in content.documents where kept[document.topic] != document.payload {
            if let other = kept[document.topic].flatMap({ StoreAnnouncement(topic: "", payload: $0).revision }),
                let own = document.revision, other > own
            {
                newerRevision = max(newerRevision ?? 0, other)
            } else {
                differing.append(document)
            }
        }
        // A store that is behind another one changes nothing.
        guard newerRevision == nil else { return [] }
        let topics = Set(content.documents.map(\.topic))
        return differing
            + kept.keys.filter { !topics.contains($0) }.sorted().map { StoreAnnouncement(topic: $0, payload: []) }
    }

    var nextTime: Nanoseconds {
        switch phase {
        case .waiting(let time), .asking(let time), .listening(let time): time
        }
    }
}
