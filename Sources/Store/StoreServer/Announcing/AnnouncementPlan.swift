import ExactNumbers
import StoreProtocol

/// The rule by which a store tells the listening players of a broker its state, over the connection to one node of it.
///
/// The store has a connection to each node. The first one speaks: it sends changed documents at once, and the beat each
/// second. The others listen to the beat. One that does not hear it speaks itself after its turn, so players that are
/// connected to any reachable node are told, whichever nodes are dead or cut off from each other. Nothing here waits for
/// the broker to keep a message, because a cluster may take ten seconds for that.
struct AnnouncementPlan: AnnouncementRule {
    /// The interval of beats.
    static let beatInterval: Nanoseconds = .second
    /// How much longer than the one before a connection waits until it speaks.
    static let turn: Nanoseconds = .second / 4
    /// The time after which a node is left that does not send the store its own beats.
    static let maxSilence: Nanoseconds = 3 * .second
    /// The most documents that are repeated with each beat until the broker keeps them: those of the hundredths, which
    /// come last, the catalogue, and some of rooms.
    static let maxRepeated = 256

    /// The place of the connection: 0 for the one that speaks first.
    private let rank: Int
    private var content: AnnouncedContent?
    /// The documents that players may not know yet.
    private var pending: [StoreAnnouncement] = []
    /// The documents that the broker may not keep yet.
    private var unkept: [StoreAnnouncement] = []
    private var dueAt: Nanoseconds = 0
    private var isSubscribing = true
    /// When the first beat was sent after the last one that was heard.
    private var unheardSince: Nanoseconds?
    private(set) var newerRevision: Int?

    /// Creates the rule for the connection with this place.
    init(rank: Int) { self.rank = rank }

    var keptRevisions: StoreRevisions? { nil }

    /// How much later than the first connection this one speaks. Where there are many, the last ones speak together.
    private var turnTime: Nanoseconds { Int64(min(rank, 3)) * Self.turn }

    mutating func setContent(_ content: AnnouncedContent, at now: Nanoseconds) {
        guard self.content != content else { return }
        let known = Set((self.content?.documents ?? []).map(Known.init))
        let changed = content.documents.filter { !known.contains(Known($0)) }
        if content.isKept { unkept = [] } else { unkept = unkept.replacing(with: changed) }
        self.content = content
        guard !changed.isEmpty else { return }
        pending = pending.replacing(with: changed)
        dueAt = now + turnTime
    }

    mutating func beginConnection(at now: Nanoseconds) {
        // The players of this node may have missed everything, unless the beat comes from another one.
        pending = content?.documents ?? []
        dueAt = rank == 0 ? now : now + Self.beatInterval + turnTime
        isSubscribing = true
        unheardSince = nil
    }

    mutating func receive(_ message: StoreAnnouncement, isKept: Bool, at now: Nanoseconds) {
        guard message.topic == StoreAnnouncement.beatTopic, !isKept, let content,
            let heard = try? StoreRevisions(json: message.payload)
        else { return }
        unheardSince = nil
        let own = content.revisions
        guard heard.catalogue >= own.catalogue, heard.settings >= own.settings else { return }
        // Documents go before their beat, so this node has passed them on.
        pending = []
        dueAt = now + Self.beatInterval + turnTime
        newerRevision = heard == own ? nil : max(heard.catalogue, heard.settings)
    }

    mutating func receiveSubscription(at now: Nanoseconds) {}

    mutating func takeSteps(at now: Nanoseconds) throws(AnnouncementFault) -> [AnnouncementStep] {
        if let unheardSince, now - unheardSince >= Self.maxSilence {
            throw AnnouncementFault(reason: "the node does not pass messages on")
        }
        var steps: [AnnouncementStep] = []
        if isSubscribing {
            isSubscribing = false
            steps.append(.subscribe([StoreAnnouncement.beatTopic]))
        }
        guard let content, now >= dueAt else { return steps }
        steps += unkept.suffix(Self.maxRepeated).replacing(with: pending).map { .publish($0) }
        steps.append(.publish(content.beat))
        pending = []
        unheardSince = unheardSince ?? now
        dueAt = now + Self.beatInterval
        return steps
    }

    var nextTime: Nanoseconds { dueAt }
}

/// A document as an element of a set.
private struct Known: Hashable {
    let topic: String
    let payload: [UInt8]

    init(_ document: StoreAnnouncement) {
        topic = document.topic
        payload = document.payload
    }
}

extension RandomAccessCollection where Element == StoreAnnouncement {
    /// Returns the documents without those of which newer ones are given, and then these.
    fileprivate func replacing(with newer: [StoreAnnouncement]) -> [StoreAnnouncement] {
        let topics = Set(newer.map(\.topic))
        return filter { !topics.contains($0.topic) } + newer
    }
}
