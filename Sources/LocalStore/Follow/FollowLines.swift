import StoreDocuments
import Synchronization

/// Makes news of a pass, and a quiet line of how far it is.
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

    /// Takes what happens.
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

    /// Says what is left to say when the pass is over.
    func end(_ summary: SyncSummary) {
        if summary.isDiskFull { return news.setLine("disk full: \(Self.gifts(summary.failed + summary.left)) missing") }
        news.setLine(summary.failed == 0 ? nil : "\(Self.gifts(summary.failed)) could not be fetched")
    }

    private static func gifts(_ count: Int) -> String { count == 1 ? "1 gift" : "\(count) gifts" }
}
