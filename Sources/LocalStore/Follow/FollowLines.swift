import StoreDocuments
import Synchronization

/// Turns the events of a synchronisation into news, and into a status line with the progress.
final class FollowLines: Sendable {
    private struct State {
        var gifts = 0
        var done = 0
    }

    private let news: NewsBox
    private let state = Mutex(State())

    init(news: NewsBox) {
        self.news = news
    }

    /// Handles an event of the synchronisation.
    func take(_ event: SyncEvent) {
        switch event {
        case .compared(let gifts, _):
            state.withLock { $0.gifts = gifts }
            if gifts > 0 { tellHowFar() }
        case .listed(let gift): news.add(.listed(gift))
        case .restored(let gift): news.add(.ready(gift))
        case .withdrawn(let id): news.add(.withdrawn(id: id))
        case .ready(let gift):
            news.add(.ready(gift))
            count()
        case .failed(let gift, let reason):
            news.add(.failed(id: gift.id, reason: reason))
            count()
        case .rejected(let gift): if let id = gift.id { news.add(.failed(id: id, reason: gift.error.description)) }
        case .receiving, .pausing: break
        }
    }

    private func count() {
        state.withLock { $0.done += 1 }
        tellHowFar()
    }

    private func tellHowFar() {
        let (done, gifts) = state.withLock { ($0.done, $0.gifts) }
        news.setLine("fetching gifts: \(done) of \(gifts)")
    }

    /// Sets the final status line of a synchronisation.
    func end(_ summary: SyncSummary) {
        if summary.isDiskFull { return news.setLine("disk full: \(Self.gifts(summary.failed + summary.left)) missing") }
        news.setLine(summary.failed == 0 ? nil : "\(Self.gifts(summary.failed)) could not be fetched")
    }

    private static func gifts(_ count: Int) -> String { count == 1 ? "1 gift" : "\(count) gifts" }
}
