import FeedSources
import PlatformAdapters

/// The end of a connection.
enum ConnectionEnd {
    /// The reading was stopped.
    case stopped
    /// The connection is lost, for this reason; another attempt may succeed.
    case lost(String)
    /// A permanent failure, for this reason.
    case failed(String)
}

/// A loop that reconnects whenever a connection is lost, with growing delays.
struct ReconnectLoop {
    let name: String
    /// The seed for the jitter of the delays.
    let seed: UInt64
    /// The longest delay.
    let maxDelay: Duration

    /// Runs one connection after the other until the port is stopped.
    ///
    /// - Parameters:
    ///   - port: The port for events and states.
    ///   - connection: Makes a connection, uses it to its end and returns how it ended. It calls `opened` when events
    ///     can arrive.
    /// - Throws: `FeedSourceError` after a permanent failure.
    func run(
        _ port: FeedPort, _ connection: (_ opened: () -> Void) -> ConnectionEnd
    ) throws(FeedSourceError) {
        var backoff = ReconnectBackoff(seed: seed, maxDelay: maxDelay)
        // Without a connection there is nothing to cut, so the loop consumes a pending cut.
        while !port.isStopped || port.consumeDisconnect() {
            port.setState(.waiting("connecting"))
            var openedAt: Duration?
            var end = connection {
                openedAt = openedAt ?? port.now
                port.setState(.open)
            }
            if case .stopped = end, port.consumeDisconnect() { end = .lost(FeedPort.disconnectReason) }
            switch end {
            case .stopped: return
            case .failed(let reason): throw FeedSourceError(name, reason)
            case .lost(let reason):
                let lasted = openedAt.map { port.now - $0 } ?? .zero
                let retryAt = port.now + backoff.nextDelay(afterConnectionOf: lasted)
                port.setState(.lost(reason: reason, retryAt: retryAt))
                guard port.sleep(until: retryAt) else { return }
            }
        }
    }
}
