import GiftFeed
import Playback
import StoreDocuments

/// The connection of a room to a store: it polls for news and provides the status line.
struct StoreLink {
    /// Returns the news since the last call, in order; `nil` if there is no store.
    private let news: (() -> [StoreNews])?
    /// Downloads the animation of the kind with this id.
    let fetch: (String) -> Void
    /// Called when the sendable gift kinds change, with all of them.
    let kindsChanged: ([GiftKind]) -> Void
    /// The store's kinds that were on disk when the session began.
    let kindsOnDisk: [GiftKind]
    /// The session time of the next poll, or `nil` if there is no store.
    private(set) var nextLook: Nanoseconds?
    /// The status line of the store.
    var line: String?
    /// The kind that failed last with the reason, and the session time until which it is shown.
    private var failed: (text: String, until: Nanoseconds)?

    /// The time between two polls, in nanoseconds: changes appear well within a second.
    private static let interval: Nanoseconds = 100_000_000
    /// The time for which a failure is shown.
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

    /// Returns the news of the store if a poll is due.
    mutating func takeNews(at time: Nanoseconds) -> [StoreNews] {
        guard let news, let nextLook, time >= nextLook else { return [] }
        self.nextLook = time + Self.interval
        return news()
    }

    /// Shows a failed download for some seconds.
    mutating func show(failureOf id: String, _ reason: String, at time: Nanoseconds) {
        failed = ("\(id): \(reason)", time + Self.failureLength)
    }

    /// Returns the text of the last failure while it is shown.
    func failure(at time: Nanoseconds) -> String? {
        guard let failed, time < failed.until else { return nil }
        return failed.text
    }
}
