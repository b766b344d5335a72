import ExactNumbers
import RoomEvents
import StoreProtocol

/// The connection of a room to a store: it polls for news and provides the status line.
struct StoreLink {
    /// Returns the news since the last call, in order; `nil` if there is no store.
    private let updates: (() -> [StoreUpdate])?
    /// Downloads the animation of the kind with this id.
    let fetch: (String) -> Void
    /// Called when the sendable gift kinds change, with all of them.
    let onKindsChanged: ([GiftKind]) -> Void
    /// The store's kinds that were on disk when the session began.
    let kindsOnDisk: [GiftKind]
    /// The session time of the next poll, or `nil` if there is no store.
    private(set) var nextPoll: Nanoseconds?
    /// The status line of the store.
    var line: String?
    /// The kind that failed last with the reason, and the session time until which it is shown.
    private var lastFailure: (text: String, until: Nanoseconds)?

    /// The time between two polls, in nanoseconds: changes appear well within a second.
    private static let interval: Nanoseconds = 100_000_000
    /// The time for which a failure is shown.
    private static let failureDisplayTime: Nanoseconds = 8 * .second

    init(
        updates: (() -> [StoreUpdate])?, fetch: @escaping (String) -> Void,
        onKindsChanged: @escaping ([GiftKind]) -> Void, kindsOnDisk: [GiftKind]
    ) {
        self.updates = updates
        self.kindsOnDisk = kindsOnDisk
        self.fetch = fetch
        self.onKindsChanged = onKindsChanged
        nextPoll = updates == nil ? nil : 0
    }

    /// Returns the news of the store if a poll is due.
    mutating func consumeUpdates(at time: Nanoseconds) -> [StoreUpdate] {
        guard let updates, let nextPoll, time >= nextPoll else { return [] }
        self.nextPoll = time + Self.interval
        return updates()
    }

    /// Shows a failed download for some seconds.
    mutating func show(failureOf id: String, _ reason: String, at time: Nanoseconds) {
        lastFailure = ("\(id): \(reason)", time + Self.failureDisplayTime)
    }

    /// Returns the text of the last failure while it is shown.
    func failure(at time: Nanoseconds) -> String? {
        guard let lastFailure, time < lastFailure.until else { return nil }
        return lastFailure.text
    }
}
