import GiftFeed
import Playback
import StoreDocuments

/// What joins a room to a store: what it asks, whom it tells, and what people see of it.
struct StoreLink {
    /// What the store has told since it was asked last; nil where there is no store.
    private let news: (() -> [StoreNews])?
    /// Gets the animation of a kind.
    let fetch: (String) -> Void
    /// Hears of all kinds that can be sent, when they have become others.
    let kindsChanged: ([GiftKind]) -> Void
    /// The store's kinds that were on disk at the beginning.
    let kindsOnDisk: [GiftKind]
    /// When the store is asked next; nil where there is none.
    private(set) var nextLook: Nanoseconds?
    /// A quiet line about the store.
    var line: String?
    /// What could not be got last, and until when that is shown.
    private var failed: (text: String, until: Nanoseconds)?

    /// The time between two questions: a change is seen well within a second.
    private static let interval: Nanoseconds = 100_000_000
    /// How long it is shown that something could not be got.
    private static let failureLength: Nanoseconds = 8 * .second

    init(
        news: (() -> [StoreNews])?, fetch: @escaping (String) -> Void,
        kindsChanged: @escaping ([GiftKind]) -> Void, kindsOnDisk: [GiftKind]
    ) {
        self.news = news
        self.kindsOnDisk = kindsOnDisk
        self.fetch = fetch
        self.kindsChanged = kindsChanged
        nextLook = news == nil ? nil : 0
    }

    /// What the store tells, when it is time to ask.
    mutating func takeNews(at time: Nanoseconds) -> [StoreNews] {
        guard let news, let nextLook, time >= nextLook else { return [] }
        self.nextLook = time + Self.interval
        return news()
    }

    /// Shows for a while that a kind could not be got.
    mutating func show(failureOf id: String, _ reason: String, at time: Nanoseconds) {
        failed = ("\(id): \(reason)", time + Self.failureLength)
    }

    /// What could not be got last, while that is shown.
    func failure(at time: Nanoseconds) -> String? {
        guard let failed, time < failed.until else { return nil }
        return failed.text
    }
}
