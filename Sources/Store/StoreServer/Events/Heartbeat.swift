import ServiceLifecycle

/// Sends heartbeats to all listeners, so that both sides notice a lost connection.
struct Heartbeat: Service {
    let hub: EventHub
    let interval: Duration
    let clock: any Clock<Duration>

    func run() async {
        // The loop ends when its sleep is cancelled, which is not an error.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await clock.sleep(for: interval)
                hub.sendHeartbeat()
            }
        }
        // Also without a listener, so that the server does not count as ready any more.
        hub.finish()
    }
}
