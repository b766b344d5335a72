import ExactNumbers
import StoreProtocol

extension StoreFollower {
    /// Reports the installed gift kinds and the last known settings, before the first contact with the store.
    func reportLocalState() {
        if let settings = store.settings(of: source, room: room) { updates.add(.settings(settings)) }
        guard let gifts = try? store.gifts() else { return }
        let installed = Set(gifts.filter { $0.isInstalled && $0.state != .withdrawn }.map(\.gift.id))
        var reported: Set<String> = []
        // Of each gift kind the listed version comes first, then the others.
        for stored in gifts where !reported.contains(stored.gift.id) {
            if stored.state == .withdrawn {
                updates.add(.withdrawn(id: stored.gift.id))
            } else if stored.isInstalled {
                updates.add(.ready(stored.gift))
            } else if !installed.contains(stored.gift.id) {
                updates.add(.listed(stored.gift))
            } else {
                continue
            }
            reported.insert(stored.gift.id)
        }
        for id in (try? store.withdrawnBuiltInKinds()) ?? [] { updates.add(.withdrawn(id: id)) }
    }

    /// Synchronises whenever something changed or is wanted, until the follower is stopped.
    func runSyncLoop() {
        var chance = ClosureRandomNumberGenerator(random: random)
        var failures = 0
        var repeats = 0
        while !stopSignal.isStopped {
            var wait: Nanoseconds?
            do throws(SyncError) {
                let lines = SyncProgress(updates: updates)
                let summary = try sync.run(stop: stopSignal) { lines.handle($0) }
                lines.finish(summary)
                updates.setConnection(failure: nil)
                updates.setCatalogue(problem: nil)
                broker.mayBeNamed.set()
                failures = 0
                repeats = summary.failed + summary.remaining > 0 ? repeats + 1 : 0
                if repeats > 0 { wait = retryDelay(repeats) }
            } catch {
                guard error != .stopped else { return }
                failures += 1
                switch error {
                case .unavailable(let reason): updates.setConnection(failure: reason)
                case .missing(let reason), .badCatalogue(let reason):
                    // A store whose catalogue is wrong has answered.
                    updates.setConnection(failure: nil)
                    updates.setCatalogue(problem: reason)
                case .store(let problem): updates.setProblem("store: \(problem)")
                case .stopped: break
                }
                updates.setStatusLine("store: \(error)")
                wait = rules.reconnect.randomDelay(after: min(failures, 32), using: &chance)
            }
            // A minimum pause protects the store, however often the alarm rings.
            store.clock.wait(rules.minSyncInterval, unless: stopSignal)
            syncFlag.wait(timeout: wait.map { .nanoseconds($0) })
        }
    }

    private func retryDelay(_ repeats: Int) -> Nanoseconds {
        var pause = rules.initialRetryDelay
        for _ in 1..<max(repeats, 1) where pause < rules.maxRetryDelay { pause *= 2 }
        return min(pause, rules.maxRetryDelay)
    }
}
