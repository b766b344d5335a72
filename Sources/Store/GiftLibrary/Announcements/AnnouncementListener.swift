package import ExactNumbers
package import MQTTClient
package import StoreProtocol
package import SystemIO

/// One connection to a broker with the announcements of a store, without a thread: the caller waits and tells the time.
package struct AnnouncementListener {
    /// The time without a beat after which the announcements count as silent: beats come each second.
    package static let silence: Nanoseconds = 5 * .second

    private enum Phase {
        case connecting
        /// The topics are requested; this many answers are still to come.
        case subscribing(Int)
        case open
    }

    private let connection: MQTTConnection
    private let prefix: String
    private let topics: [String]
    private var state: AnnouncedState
    private var phase = Phase.connecting
    private var lastBeatAt: Nanoseconds
    private var lastSubscriptionAt: Nanoseconds = 0

    /// Creates a listener on a new connection.
    ///
    /// - Parameters:
    ///   - connection: The connection, which is being opened.
    ///   - prefix: The first levels of the topics.
    ///   - room: The room.
    ///   - state: What earlier connections have received.
    ///   - now: The time.
    package init(_ connection: MQTTConnection, prefix: String, room: String, state: AnnouncedState, at now: Nanoseconds)
    {
        self.connection = connection
        self.prefix = prefix + "/"
        self.state = state
        topics = StoreAnnouncement.topics(of: room).map { "\(prefix)/\($0)" }
        lastBeatAt = now
    }

    /// What was received, for the next connection.
    package var receivedState: AnnouncedState { state }

    /// Whether beats come, so that nothing can be missed for long.
    package func isLive(at now: Nanoseconds) -> Bool {
        if case .open = phase { now - lastBeatAt < Self.silence } else { false }
    }

    /// The connection's descriptor, with what it waits for.
    package var awaitedDescriptor: AwaitedDescriptor {
        get throws(MQTTError) { try connection.awaitedDescriptor }
    }

    /// Does the work for which the connection is ready, and returns what the messages demand.
    ///
    /// - Throws: `MQTTError` if the connection ends, or no beat came for ``silence``.
    package mutating func work(
        _ readiness: AwaitedDescriptor.Readiness, at now: Nanoseconds
    ) throws(MQTTError) -> [AnnouncedState.Action] {
        guard now - lastBeatAt < Self.silence else { throw MQTTError("no announcements for five seconds") }
        var actions: [AnnouncedState.Action] = []
        var (state, lastBeatAt) = (self.state, self.lastBeatAt)
        let events = try connection.work(readiness) { [prefix] message in
            guard message.topic.hasPrefix(prefix) else { return }
            let topic = String(message.topic.dropFirst(prefix.count))
            if topic == StoreAnnouncement.beatTopic { lastBeatAt = now }
            actions += state.receive(topic: topic, payload: Array(message.payload))
        }
        (self.state, self.lastBeatAt) = (state, lastBeatAt)
        for event in events { try handle(event) }
        // A broker whose copy of the retained messages is behind gets a second to catch up.
        if actions.contains(.subscribeAgain), now - lastSubscriptionAt >= .second, case .open = phase {
            lastSubscriptionAt = now
            try subscribe()
        }
        return actions.filter { $0 != .subscribeAgain }
    }

    private mutating func handle(_ event: MQTTConnection.Event) throws(MQTTError) {
        switch event {
        case .connected(let refusal?): throw refusal
        case .connected(nil):
            phase = .subscribing(topics.count)
            try subscribe()
        case .subscribed(isGranted: false): throw MQTTError("the subscription is refused")
        case .subscribed(isGranted: true):
            guard case .subscribing(let rest) = phase else { return }
            phase = rest > 1 ? .subscribing(rest - 1) : .open
        case .published: break
        }
    }

    /// Subscribes with quality of service 0: the beat shows what is lost, and the broker keeps nothing for each player.
    private func subscribe() throws(MQTTError) {
        for topic in topics { try connection.subscribe(to: topic, qualityOfService: 0) }
    }

    /// Ends the connection.
    package func disconnect() { connection.disconnect() }
}
