import Playback
import StoreDocuments

extension StoreFollower {
    /// Reports the installed gift kinds and the last known settings, before the first contact with the store.
    func tellWhatIsHere() {
        if let settings = store.settings(of: source, room: room) { news.add(.settings(settings)) }
        guard let gifts = try? store.gifts() else { return }
        let installed = Set(gifts.filter { $0.isInstalled && $0.state != .withdrawn }.map(\.gift.id))
        var told: Set<String> = []
        // Of each gift kind the listed version comes first, then the others.
        for stored in gifts where !told.contains(stored.gift.id) {
            if stored.state == .withdrawn {
                news.add(.withdrawn(id: stored.gift.id))
            } else if stored.isInstalled {
                news.add(.ready(stored.gift))
            } else if !installed.contains(stored.gift.id) {
                news.add(.listed(stored.gift))
            } else {
                continue
            }
            told.insert(stored.gift.id)
        }
    }

    /// Synchronises whenever something changed or is wanted, until the follower is stopped.
    func keepUpToDate() {
        var chance = ChanceSource(random: random)
        var failures = 0
        var repeats = 0
        while !stopping.isStopped {
            var wait: Nanoseconds?
            do throws(SyncError) {
                let lines = FollowLines(news: news)
                let summary = try sync.run(stop: stopping) { lines.take($0) }
                lines.end(summary)
                failures = 0
                repeats = summary.failed + summary.left > 0 ? repeats + 1 : 0
                if repeats > 0 { wait = repeatPause(repeats) }
            } catch {
                guard error != .stopped else { return }
                failures += 1
                news.setLine("store: \(error)")
                wait = rules.reconnect.pause(after: min(failures, 32), using: &chance)
            }
            // A minimum pause protects the store, however often the alarm rings.
            store.clock.wait(rules.passPause, unless: stopping)
            alarm.wait(atMost: wait)
        }
    }

    private func repeatPause(_ repeats: Int) -> Nanoseconds {
        var pause = rules.firstRepeat
        for _ in 1..<max(repeats, 1) where pause < rules.longestRepeat { pause *= 2 }
        return min(pause, rules.longestRepeat)
    }
}
