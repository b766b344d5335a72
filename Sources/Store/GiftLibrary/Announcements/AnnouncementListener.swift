import ExactNumbers
import MQTTClient
import StoreProtocol
import SystemIO

/// One connection to a node of a broker with the announcements of a store, without a thread: the caller waits and tells
/// the time.
struct AnnouncementListener {
    /// The time without a beat after which a connection is not live: beats come each second.
    static let silence: Nanoseconds = 5 * .second / 2
    /// The time in which a node must have accepted the network connection.
    static let openingTimeout: Nanoseconds = 5 * .second
    /// The time in which it must have answered then. It is long because a node does the work of a connection that was
    /// given up all the same: with thousands of them after a fault, impatience would only add to the work. A cluster of
    /// nats-server that elects a leader needs up to nine seconds, too.
    static let answerTimeout: Nanoseconds = 15 * .second

    private enum Phase {
        case opening(MQTTOpening)
        case connecting
        case answering
        case subscribing
        case open
    }

    private let connection: MQTTConnection
    private let prefix: String
    private let topics: [String]
    private var phase: Phase
    /// When the connection is not live any more, or has not been made in time, if nothing comes.
    private var deadline: Nanoseconds
    private var hasBeat = false
    /// When the beats began that come now.
    private var liveSince: Nanoseconds = 0
    private var lastSubscriptionAt: Nanoseconds = 0

    /// Begins a connection.
    ///
    /// - Parameters:
    ///   - node: The node, with the first levels of the topics.
    ///   - room: The room.
    ///   - now: The time.
    /// - Throws: `MQTTError` if there is no client.
    init(_ node: MQTTAddress, room: String, at now: Nanoseconds) throws(MQTTError) {
        connection = try MQTTConnection(node, id: "", isClean: true, certificateFile: nil)
        phase = .opening(try MQTTOpening(connection))
        prefix = node.topic + "/"
        topics = StoreAnnouncement.topics(of: room).map { "\(node.topic)/\($0)" }
        deadline = now + Self.openingTimeout
    }

    /// Whether beats come.
    func isLive(at now: Nanoseconds) -> Bool { hasBeat && now < deadline }

    /// Whether beats have come for so long that another node brings them, too, if it can.
    func isSteady(at now: Nanoseconds) -> Bool { isLive(at: now) && now - liveSince >= Self.silence }

    /// Whether the node has accepted the subscription, but no beats come.
    func isSilent(at now: Nanoseconds) -> Bool {
        if case .open = phase { now >= deadline } else { false }
    }

    /// The connection's descriptor, with what it waits for.
    var awaitedDescriptor: AwaitedDescriptor {
        get throws(MQTTError) {
            if case .opening(let opening) = phase, let descriptor = opening.descriptor {
                return AwaitedDescriptor(descriptor)
            }
            return try connection.awaitedDescriptor
        }
    }

    /// Does the work for which the connection is ready, and returns what the messages demand.
    ///
    /// - Throws: `MQTTError` if the connection ends, or is not made in time.
    mutating func work(
        _ readiness: AwaitedDescriptor.Readiness, at now: Nanoseconds, _ state: inout AnnouncedState
    ) throws(MQTTError) -> [AnnouncedState.Action] {
        // A caller who comes late must read first what waits to be read.
        guard now < deadline || isSilent(at: now) || !readiness.subtracting(.output).isEmpty else {
            throw MQTTError("the broker does not answer")
        }
        if case .opening(let opening) = phase {
            guard try opening.isFinished() else { return [] }
            phase = .connecting
            // The readiness of another descriptor says nothing about the connection.
            if opening.descriptor != nil { return [] }
        }
        var actions: [AnnouncedState.Action] = []
        var hasBeat = false
        let events = try connection.work(readiness) { [prefix] message in
            guard message.topic.hasPrefix(prefix) else { return }
            let topic = String(message.topic.dropFirst(prefix.count))
            if topic == StoreAnnouncement.beatTopic { hasBeat = true }
            actions += state.receive(topic: topic, payload: Array(message.payload))
        }
        if hasBeat {
            if !isLive(at: now) { liveSince = now }
            self.hasBeat = true
            deadline = now + Self.silence
        }
        // The request to connect is sent as soon as the network connection exists.
        if case .connecting = phase, !connection.wantsOutput {
            phase = .answering
            deadline = now + Self.answerTimeout
        }
        for event in events { try handle(event, at: now) }
        // A broker whose copy of the retained messages is behind gets a second to catch up.
        if actions.contains(.subscribeAgain), now - lastSubscriptionAt >= .second, case .open = phase {
            lastSubscriptionAt = now
            try subscribe()
        }
        return actions.filter { $0 != .subscribeAgain }
    }

    private mutating func handle(_ event: MQTTConnection.Event, at now: Nanoseconds) throws(MQTTError) {
        switch event {
        case .connected(let refusal?): throw refusal
        case .connected(nil):
            phase = .subscribing
            try subscribe()
        case .subscribed(isGranted: false): throw MQTTError("the subscription is refused")
        case .subscribed(isGranted: true):
            guard case .subscribing = phase else { return }
            phase = .open
            deadline = now + Self.silence
        case .published: break
        }
    }

    /// Subscribes with quality of service 0: the beat shows what is lost, and the broker keeps nothing for each player.
    private func subscribe() throws(MQTTError) { try connection.subscribe(to: topics, qualityOfService: 0) }

    /// Ends the connection.
    func disconnect() { connection.disconnect() }
}
