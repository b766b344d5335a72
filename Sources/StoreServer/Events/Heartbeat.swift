import ServiceLifecycle

/// Lets listeners hear that their connections live, so that both sides notice when one is gone.
struct Heartbeat: Service {
    let hub: EventHub
    let interval: Duration
    let clock: any Clock<Duration>

    func run() async {
        // It ends by the cancellation of its sleep, which is no error.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await clock.sleep(for: interval)
                hub.beat()
            }
        }
    }
}
