import FeedAdapters
import FeedSources

/// How a connection came to its end.
enum ConnectionEnd {
    /// Nobody wants events any more.
    case stopped
    /// It is gone, for this reason; another may be made.
    case lost(String)
    /// Another would be no better, for this reason.
    case failed(String)
}

/// Makes a connection anew as often as it is lost, with growing waits in between.
struct Reconnection {
    let name: String
    /// Where chance comes from.
    let seed: UInt64

    /// Runs connections one after the other until the port is stopped.
    /// - Parameter connection: makes one and stays with it to its end; it calls what it is given once events come.
    func run(
        _ port: FeedPort, _ connection: (_ opened: () -> Void) -> ConnectionEnd
    ) throws(FeedSourceError) {
        var backoff = ReconnectBackoff(seed: seed)
        // Before there is a connection there is nothing to cut.
        while !port.isStopped || port.takeCut() {
            port.report(.waiting("connecting"))
            var openedAt: Duration?
            var end = connection {
                openedAt = openedAt ?? port.now
                port.report(.open)
            }
            if case .stopped = end, port.takeCut() { end = .lost(FeedPort.cutReason) }
            switch end {
            case .stopped: return
            case .failed(let reason): throw FeedSourceError(name, reason)
            case .lost(let reason):
                let lasted = openedAt.map { port.now - $0 } ?? .zero
                let retryAt = port.now + backoff.wait(afterConnectionOf: lasted)
                port.report(.lost(reason: reason, retryAt: retryAt))
                guard port.sleep(until: retryAt) else { return }
            }
        }
    }
}
