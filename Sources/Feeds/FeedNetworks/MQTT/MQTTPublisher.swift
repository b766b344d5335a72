public import FeedSources
public import MQTTClient
public import PlatformAdapters
import SystemIO

/// A publisher that sends messages to a topic of a broker, on the caller's thread.
///
/// After a reconnect it sends unacknowledged messages again. It fails if there is no connection for a minute.
public final class MQTTPublisher: EventPublisher {
    /// The largest number of unacknowledged messages; then ``publish(_:)`` waits.
    public static let maxUnacknowledged = 1_000
    /// The time without a connection after which the publisher fails.
    public static let connectionTimeout: Duration = .seconds(60)

    private enum State {
        /// The broker has not answered the connection request yet.
        case connecting(until: Duration)
        case open
        /// The connection is lost; the next attempt happens at this time.
        case lost(retryAt: Duration)
    }

    private let name: String
    private let connection: MQTTConnection
    private let stopDescriptor: Int32
    private let now: () -> Duration
    private var backoff: ReconnectBackoff
    private var state: State
    private var openedAt: Duration?
    /// Whether a call did not finish in time and still uses the connection.
    private var isAbandoned = false
    /// The time of the loss of the connection, with its reason; nil while the broker is connected.
    private var disconnectedSince: (time: Duration, reason: String)?
    /// The number of messages sent.
    public private(set) var sentCount = 0
    /// The number of messages that the broker has acknowledged.
    public private(set) var acknowledgedCount = 0

    /// Connects to the broker of an address.
    ///
    /// - Parameters:
    ///   - address: The broker and the topic.
    ///   - certificateFile: The file with trusted certificates, instead of the system's.
    ///   - seed: The seed for the jitter of reconnects.
    ///   - maxDelay: The longest delay before a reconnect.
    ///   - stopDescriptor: A descriptor that ends all waits when it becomes readable.
    ///   - now: A monotonic clock.
    /// - Throws: `FeedSourceError` if there is no connection within about ten seconds.
    public init(
        _ address: MQTTAddress, certificateFile: String? = nil, seed: UInt64,
        maxDelay: Duration = ReconnectBackoff.defaultMaxDelay, stopDescriptor: Int32, now: @escaping () -> Duration
    ) throws(FeedSourceError) {
        name = address.description
        self.stopDescriptor = stopDescriptor
        self.now = now
        backoff = ReconnectBackoff(seed: seed, maxDelay: maxDelay)
        state = .connecting(until: now() + MQTTConnection.timeout)
        do throws(MQTTError) {
            connection = try MQTTConnection(
                address, id: address.client ?? "", isClean: address.client == nil, certificateFile: certificateFile)
            isAbandoned = try !connection.open(stopDescriptor: stopDescriptor)
        } catch {
            throw FeedSourceError(address.description, error.reason)
        }
        while !isStopped, case .connecting(let end) = state {
            guard now() < end else { throw FeedSourceError(name, "the broker does not answer") }
            try step(until: end)
            if case .lost = state {
                throw FeedSourceError(name, disconnectedSince?.reason ?? "the connection was lost")
            }
        }
    }

    /// Sends a message; waits while too many messages are unacknowledged.
    ///
    /// - Returns: Whether to continue; false if the publisher was stopped.
    /// - Throws: `FeedSourceError` if the publisher fails.
    public func publish(_ message: [UInt8]) throws(FeedSourceError) -> Bool {
        while true {
            while !isOpen || sentCount - acknowledgedCount >= Self.maxUnacknowledged {
                guard !isStopped else { return false }
                try step(until: now() + .seconds(1))
            }
            guard !isStopped else { return false }
            do throws(MQTTError) {
                try connection.publish(message)
                break
            } catch {
                handleLoss(error.reason)
            }
        }
        sentCount += 1
        // Sends what is possible without waiting; otherwise about a thousand messages would go out at once.
        try step(until: now())
        return true
    }

    /// Keeps the connection alive until `time` or until `descriptor` is readable.
    ///
    /// - Returns: Whether to continue; false if the publisher was stopped.
    /// - Throws: `FeedSourceError` if the publisher fails.
    public func wait(until time: Duration, descriptor: Int32 = -1) throws(FeedSourceError) -> Bool {
        while now() < time, descriptor < 0 || !Descriptor.isReadable(descriptor) {
            guard !isStopped else { return false }
            try step(until: time, descriptors: [stopDescriptor, descriptor])
        }
        return !isStopped
    }

    /// Waits until the broker has acknowledged all messages, but not longer than `time`, and disconnects.
    ///
    /// - Throws: `FeedSourceError` with the number of unacknowledged messages.
    public func finish(timeout time: Duration = .seconds(10)) throws(FeedSourceError) {
        let end = now() + time
        guard !isAbandoned else { return }
        while acknowledgedCount < sentCount, now() < end { try step(until: end, descriptors: []) }
        connection.disconnect()
        let rest = sentCount - acknowledgedCount
        guard rest == 0 else {
            throw FeedSourceError(name, "\(rest) \(rest == 1 ? "event was" : "events were") not accepted")
        }
    }

    /// Waits until the broker has acknowledged all messages, and disconnects.
    ///
    /// - Throws: `FeedSourceError` with the number of unacknowledged messages.
    public func finish(isStopped: Bool) throws(FeedSourceError) {
        // After a signal, the user expects the program to end soon.
        try finish(timeout: isStopped ? .seconds(1) : .seconds(10))
    }

    /// The number of acknowledged events, and the address.
    public var summary: String { "\(acknowledgedCount) events to \(name)" }

    private var isStopped: Bool { Descriptor.isReadable(stopDescriptor) }

    private var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Waits for the next event of the connection, but not beyond `time`, and handles it.
    private func step(until time: Duration, descriptors others: [Int32]? = nil) throws(FeedSourceError) {
        let others = others ?? [stopDescriptor]
        let now = now()
        guard !isAbandoned else { return }
        if case .lost(let retryAt) = state {
            if let alone = disconnectedSince, now - alone.time >= Self.connectionTimeout {
                throw FeedSourceError(name, "no broker for a minute: \(alone.reason)")
            }
            guard now >= retryAt else {
                Descriptor.wait(for: others, milliseconds: (min(retryAt, time) - now).pollMilliseconds)
                return
            }
            return try reconnect(stopDescriptor: others.first ?? -1)
        }
        if case .connecting(let end) = state, now >= end { return handleLoss("the broker does not answer") }
        do throws(MQTTError) {
            let wait = (time - now).pollMilliseconds
            let events = try connection.step(descriptors: others, milliseconds: wait) { _ in }
            for event in events { try handle(event) }
        } catch {
            guard error.isTemporary || openedAt != nil else { throw FeedSourceError(name, error.reason) }
            handleLoss(error.reason)
        }
    }

    private func handle(_ event: MQTTConnection.Event) throws(MQTTError) {
        switch event {
        case .connected(let refusal?): throw refusal
        case .connected(nil):
            state = .open
            openedAt = now()
            disconnectedSince = nil
        case .published(let count): acknowledgedCount += count
        case .subscribed: break
        }
    }

    private func handleLoss(_ reason: String) {
        let now = now()
        disconnectedSince = disconnectedSince ?? (now, reason)
        var lasted = Duration.zero
        if isOpen, let openedAt { lasted = now - openedAt }
        state = .lost(retryAt: now + backoff.nextDelay(afterConnectionOf: lasted))
    }

    private func reconnect(stopDescriptor: Int32) throws(FeedSourceError) {
        state = .connecting(until: now() + MQTTConnection.timeout)
        do throws(MQTTError) {
            isAbandoned = try !connection.open(stopDescriptor: stopDescriptor)
        } catch {
            guard !error.leavesCallPending else { throw FeedSourceError(name, error.reason) }
            handleLoss(error.reason)
        }
    }
}
