public import FeedSources
public import MQTTClient
import PlatformAdapters
import RoomEvents
import SystemIO

/// A publisher to the nodes of a broker that numbers its events, and sends those again that players lack.
///
/// It goes on at another node when one fails. Nothing depends on what the broker keeps: as long as the publisher runs,
/// each player gets each event.
public final class NumberedPublisher: EventPublisher {
    /// The time without a connection after which the publisher fails.
    private static let connectionTimeout: Duration = .seconds(60)
    /// The time in which a node must answer.
    private static let openingTimeout: Duration = .seconds(12)
    /// The time after which a node is left that does not send the publisher its own states.
    private static let maxSilence: Duration = .seconds(4)
    private static let stateInterval: Duration = .seconds(1)
    /// The time that players get to receive the last events: a cluster may need a quarter of a minute to let them in.
    private static let finishTimeout: Duration = .seconds(90)

    private enum Phase {
        case lost(retryAt: Duration)
        case opening(MQTTConnection, until: Duration)
        case open(MQTTConnection)
    }

    private let nodes: [MQTTAddress]
    private let topics: PublicationTopics
    private let certificateFile: String?
    private let stopDescriptor: Int32
    private let now: () -> Duration
    private var backoff: ReconnectBackoff
    private var phase: Phase
    private var attempt = 0
    private var window: PublicationWindow
    private var heardAt: Duration = .zero
    private var nextState: Duration = .zero
    /// The time of the loss of the connection, with its reason; nil while there is one.
    private var failure: (time: Duration, reason: String)?

    /// Connects to a node.
    ///
    /// - Parameters:
    ///   - nodes: The nodes of the broker, with the same topic; at least one.
    ///   - run: The name of this run, which no other has.
    ///   - certificateFile: The file with trusted certificates, instead of the system's.
    ///   - seed: The seed for the jitter of reconnects.
    ///   - stopDescriptor: A descriptor that ends all waits when it becomes readable.
    ///   - now: A monotonic clock.
    /// - Throws: `FeedSourceError` if there is no connection within a minute.
    public init(
        _ nodes: MQTTNodes, run: String, certificateFile: String? = nil, seed: UInt64, stopDescriptor: Int32,
        now: @escaping () -> Duration
    ) throws(FeedSourceError) {
        self.nodes = nodes.addresses
        topics = PublicationTopics(nodes.topic)
        self.certificateFile = certificateFile
        self.stopDescriptor = stopDescriptor
        self.now = now
        backoff = ReconnectBackoff(seed: seed, maxDelay: .seconds(2))
        let beginning = now()
        phase = .lost(retryAt: beginning)
        failure = (beginning, "not connected yet")
        window = PublicationWindow(run: run, at: beginning)
        while !isStopped, !isOpen { try step(until: now() + .seconds(1)) }
    }

    /// The number of events, the addresses, and the number of players.
    public var summary: String {
        let events = "\(window.last) \(window.last == 1 ? "event" : "events") to \(name)"
        let players = window.playerCount(at: now())
        return "\(events), with \(players) \(players == 1 ? "player" : "players")"
    }

    /// Sends the line of an event with its number; without a connection, players ask for it later.
    public func publish(_ line: [UInt8]) throws(FeedSourceError) -> Bool {
        guard !isStopped else { return false }
        let numbered = window.append(line, at: now())
        // Without a connection, the players ask for the event when there is one again.
        if case .open(let connection) = phase { send(numbered, to: topics.events, over: connection) }
        try step(until: now())
        return true
    }

    /// Keeps the connection alive until `time` or until `descriptor` is readable.
    public func wait(until time: Duration, descriptor: Int32) throws(FeedSourceError) -> Bool {
        while now() < time, descriptor < 0 || !Descriptor.isReadable(descriptor) {
            guard !isStopped else { return false }
            try step(until: time, descriptors: [stopDescriptor, descriptor])
        }
        return !isStopped
    }

    /// Waits until the players have all events, at most a minute and a half, and disconnects.
    ///
    /// - Throws: `FeedSourceError` with the number of players that lack events.
    public func finish(isStopped: Bool) throws(FeedSourceError) {
        let beginning = now()
        let end = beginning + (isStopped ? .seconds(1) : Self.finishTimeout)
        // Players report after the next state.
        let earliest = min(beginning + Self.stateInterval * 2, end)
        while now() < earliest || !isOpen || window.incompletePlayerCount(at: now()) > 0 {
            guard now() < end else { break }
            try step(until: min(now() + .seconds(1), end), descriptors: [])
        }
        if case .open(let connection) = phase {
            send(window.state(at: now(), isFinished: true).json, to: topics.states, over: connection)
            connection.disconnect()
        }
        let rest = window.incompletePlayerCount(at: now())
        guard isOpen else { throw FeedSourceError(name, failure?.reason ?? "the connection was lost") }
        guard rest == 0, window.lostCount == 0 else {
            throw FeedSourceError(name, "\(rest) \(rest == 1 ? "player has" : "players have") not received all events")
        }
    }

    private var name: String { nodes.map(\.description).joined(separator: " ") }

    private var isStopped: Bool { Descriptor.isReadable(stopDescriptor) }

    private var isOpen: Bool { if case .open = phase { true } else { false } }

    /// Waits for the next event of the connection, but not beyond `time`, and handles it.
    private func step(until time: Duration, descriptors others: [Int32]? = nil) throws(FeedSourceError) {
        let others = others ?? [stopDescriptor]
        if let failure, now() - failure.time >= Self.connectionTimeout {
            throw FeedSourceError(name, "no broker for a minute: \(failure.reason)")
        }
        do throws(MQTTError) {
            switch phase {
            case .lost(let retryAt):
                guard now() >= retryAt else {
                    let wait = (min(retryAt, time) - now()).pollMilliseconds
                    Descriptor.wait(for: others, milliseconds: wait)
                    return
                }
                try connect(stopDescriptor: others.first ?? -1)
            case .opening(let connection, let end):
                guard now() < end else { throw MQTTError("the broker does not answer") }
                try work(connection, until: min(time, end), others)
            case .open(let connection):
                guard now() - heardAt < Self.maxSilence else { throw MQTTError("the node does not pass messages on") }
                sendDue(over: connection)
                try work(connection, until: min(time, nextState), others)
            }
        } catch {
            guard error.isTemporary else { throw FeedSourceError(name, error.reason) }
            failure = failure ?? (now(), error.reason)
            attempt += 1
            phase = .lost(retryAt: now() + backoff.nextDelay(afterConnectionOf: .zero))
        }
    }

    private func connect(stopDescriptor: Int32) throws(MQTTError) {
        let connection = try MQTTConnection(
            nodes[attempt % nodes.count], id: "", isClean: true, certificateFile: certificateFile)
        guard try connection.open(stopDescriptor: stopDescriptor) else { return }
        phase = .opening(connection, until: now() + Self.openingTimeout)
    }

    private func work(
        _ connection: MQTTConnection, until time: Duration, _ others: [Int32]
    ) throws(MQTTError) {
        let wait = max(time - now(), .zero).pollMilliseconds
        let events = try connection.step(descriptors: others, milliseconds: wait) { message in
            let now = now()
            if message.topic == topics.states {
                heardAt = now
            } else if message.topic == topics.reports, let report = ReceptionReport(json: message.payload) {
                window.receive(report, at: now)
            }
        }
        for event in events {
            switch event {
            case .connected(let refusal?): throw refusal
            case .connected(nil):
                try connection.subscribe(to: [topics.reports, topics.states], qualityOfService: 0)
            case .subscribed(isGranted: false): throw MQTTError("the subscription is refused", isTemporary: false)
            case .subscribed(isGranted: true):
                phase = .open(connection)
                failure = nil
                heardAt = now()
                nextState = now()
            case .published: break
            }
        }
    }

    /// Sends the state if it is due, and what players lack.
    private func sendDue(over connection: MQTTConnection) {
        let now = now()
        for line in window.takeRepetitions(at: now) { send(line, to: topics.repetitions, over: connection) }
        guard now >= nextState else { return }
        send(window.state(at: now).json, to: topics.states, over: connection)
        nextState = now + Self.stateInterval
    }

    /// Sends a message; the next work notices the end of the connection.
    private func send(_ bytes: [UInt8], to topic: String, over connection: MQTTConnection) {
        try? connection.publish(bytes, to: topic, qualityOfService: 0)
    }
}
