import StoreProtocol
import Synchronization

/// Turns the events of a synchronisation into news, and into a status line with the progress.
final class SyncProgress: Sendable {
    private struct State {
        var giftCount = 0
        var finishedCount = 0
    }

    private let updates: UpdateQueue
    private let state = Mutex(State())

    init(updates: UpdateQueue) {
        self.updates = updates
    }

    /// Handles an event of the synchronisation.
    func handle(_ event: SyncEvent) {
        switch event {
        case .compared(let gifts, _):
            state.withLock { $0.giftCount = gifts }
            if gifts > 0 { updateStatusLine() }
        case .listed(let gift): updates.add(.listed(gift))
        case .restored(let gift): updates.add(.ready(gift))
        case .withdrawn(let id): updates.add(.withdrawn(id: id))
        case .returned(let id): updates.add(.returned(id: id))
        case .ready(let gift):
            updates.add(.ready(gift))
            countFinished()
        case .failed(let gift, let reason):
            updates.add(.failed(id: gift.id, reason: reason))
            countFinished()
        case .rejected(let gift): if let id = gift.id { updates.add(.failed(id: id, reason: gift.error.description)) }
        case .receiving, .pausing: break
        }
    }

    private func countFinished() {
        state.withLock { $0.finishedCount += 1 }
        updateStatusLine()
    }

    private func updateStatusLine() {
        let (done, gifts) = state.withLock { ($0.finishedCount, $0.giftCount) }
        updates.setStatusLine("fetching gifts: \(done) of \(gifts)")
    }

    /// Sets the final status line of a synchronisation.
    func finish(_ summary: SyncSummary) {
        if summary.isDiskFull {
            return updates.setStatusLine("disk full: \(Self.giftCountText(summary.failed + summary.remaining)) missing")
        }
        updates.setStatusLine(summary.failed == 0 ? nil : "\(Self.giftCountText(summary.failed)) could not be fetched")
    }

    private static func giftCountText(_ count: Int) -> String { count == 1 ? "1 gift" : "\(count) gifts" }
}
