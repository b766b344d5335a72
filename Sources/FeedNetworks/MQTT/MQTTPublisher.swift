import FeedAdapters
public import FeedSources

/// Sends messages to a topic of a broker, on the thread of whoever has it.
///
/// What the broker has not taken over is sent again over the next connection. Where there is none for a minute, it gives
/// up.
public final class MQTTPublisher {
    /// Messages that wait for the broker; then whoever publishes waits too.
    public static let mostWaiting = 1_000
    /// So long without a broker is enough.
    public static let patience: Duration = .seconds(60)

    private enum State {
        /// The broker has not answered yet.
        case connecting(until: Duration)
        case open
        /// The connection is gone; the next is made at this time.
        case lost(retryAt: Duration)
    }

    private let name: String
    private let connection: MQTTConnection
    private let stopDescriptor: Int32
    private let now: () -> Duration
    private var backoff: ReconnectBackoff
    private var state: State
    private var openedAt: Duration?
    /// Whether a call was left to itself, which still has the connection.
    private var isLeft = false
    /// Since when there has been no broker, and why.
    private var aloneSince: (time: Duration, reason: String)?
    /// Messages that were handed over to be sent.
    public private(set) var sent = 0
    /// Messages that the broker has taken over.
    public private(set) var taken = 0

    /// Connects to the broker of an address.
    /// - Parameters:
    ///   - certificateFile: whose word counts for the broker's certificate, instead of the system's.
    ///   - seed: where the chance of waits comes from.
    ///   - stopDescriptor: all waits end as soon as it is readable.
    ///   - now: a clock that never goes back.
    /// - Throws: why there is no connection, in ten seconds at most.
    public init(
        _ address: MQTTAddress, certificateFile: String? = nil, seed: UInt64, stopDescriptor: Int32,
        now: @escaping () -> Duration
    ) throws(FeedSourceError) {
        name = address.description
        self.stopDescriptor = stopDescriptor
        self.now = now
        backoff = ReconnectBackoff(seed: seed)
        state = .connecting(until: now() + MQTTTransport.patience)
        do throws(MQTTError) {
            connection = try MQTTConnection(
                address, id: address.client ?? "", isClean: address.client == nil, certificateFile: certificateFile)
            isLeft = try !connection.open(stopDescriptor: stopDescriptor)
        } catch {
            throw FeedSourceError(address.description, error.reason)
        }
        while !isStopped, case .connecting(let end) = state {
            guard now() < end else { throw FeedSourceError(name, "the broker does not answer") }
            try step(until: end)
            if case .lost = state { throw FeedSourceError(name, aloneSince?.reason ?? "the connection was lost") }
        }
    }

    /// Hands a message over, once there is room for it.
    /// - Returns: whether to go on: it was not stopped.
    public func publish(_ message: [UInt8]) throws(FeedSourceError) -> Bool {
        while true {
            while !isOpen || sent - taken >= Self.mostWaiting {
                guard !isStopped else { return false }
                try step(until: now() + .seconds(1))
            }
            guard !isStopped else { return false }
            do throws(MQTTError) {
                try connection.publish(message)
                break
            } catch {
                lose(error.reason)
            }
        }
        sent += 1
        // What can be sent without waiting is: else a thousand would go at a time.
        try step(until: now())
        return true
    }

    /// Stays in touch with the broker until a time, or until `descriptor` is readable.
    /// - Returns: whether to go on: it was not stopped.
    public func wait(until time: Duration, orFor descriptor: Int32 = -1) throws(FeedSourceError) -> Bool {
        while now() < time, descriptor < 0 || !Readiness.isReadable(descriptor) {
            guard !isStopped else { return false }
            try step(until: time, others: [stopDescriptor, descriptor])
        }
        return !isStopped
    }

    /// Waits until the broker has taken over all that was sent, but no longer than this, and leaves.
    /// - Throws: how many messages it has not.
    public func finish(within time: Duration = .seconds(10)) throws(FeedSourceError) {
        let end = now() + time
        guard !isLeft else { return }
        while taken < sent, now() < end { try step(until: end, others: []) }
        connection.disconnect()
        let rest = sent - taken
        guard rest == 0 else {
            throw FeedSourceError(name, "\(rest) \(rest == 1 ? "event was" : "events were") not taken over")
        }
    }

    private var isStopped: Bool { Readiness.isReadable(stopDescriptor) }

    private var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Waits for what comes next, but not beyond `time`, and does it.
    private func step(until time: Duration, others: [Int32]? = nil) throws(FeedSourceError) {
        let others = others ?? [stopDescriptor]
        let now = now()
        guard !isLeft else { return }
        if case .lost(let retryAt) = state {
            if let alone = aloneSince, now - alone.time >= Self.patience {
                throw FeedSourceError(name, "no broker for a minute: \(alone.reason)")
            }
            guard now >= retryAt else {
                Readiness.wait(for: others, milliseconds: (min(retryAt, time) - now).milliseconds)
                return
            }
            return try reconnect(stopDescriptor: others.first ?? -1)
        }
        if case .connecting(let end) = state, now >= end { return lose("the broker does not answer") }
        do throws(MQTTError) {
            let wait = (time - now).milliseconds
            let happenings = try connection.step(others: others, milliseconds: wait) { _ in }
            for happening in happenings { try take(happening) }
        } catch {
            guard error.isPassing || openedAt != nil else { throw FeedSourceError(name, error.reason) }
            lose(error.reason)
        }
    }

    private func take(_ happening: MQTTConnection.Happening) throws(MQTTError) {
        switch happening {
        case .connected(let refusal?): throw refusal
        case .connected(nil):
            state = .open
            openedAt = now()
            aloneSince = nil
        case .published(let count): taken += count
        case .subscribed: break
        }
    }

    private func lose(_ reason: String) {
        let now = now()
        aloneSince = aloneSince ?? (now, reason)
        var lasted = Duration.zero
        if isOpen, let openedAt { lasted = now - openedAt }
        state = .lost(retryAt: now + backoff.wait(afterConnectionOf: lasted))
    }

    private func reconnect(stopDescriptor: Int32) throws(FeedSourceError) {
        state = .connecting(until: now() + MQTTTransport.patience)
        do throws(MQTTError) {
            isLeft = try !connection.open(stopDescriptor: stopDescriptor)
        } catch {
            guard !error.isUnanswered else { throw FeedSourceError(name, error.reason) }
            lose(error.reason)
        }
    }
}
