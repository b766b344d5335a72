import ExactNumbers
import Playback
import StoreProtocol

/// The connection of a room to a store: it provides the store's updates, and the status line.
struct StoreLink {
    private let store: (any StoreUpdates)?
    /// The session time of the next look for updates; `nil` if there is no store, or if it wakes the room.
    private(set) var nextPoll: Nanoseconds?
    /// The status line that the store sent last.
    private var status: String?
    /// Whether the store stopped answering.
    private var isLost = false
    /// Whether the store has no valid catalogue.
    private var lacksCatalogue = false
    /// The kind that failed last with the reason, and the session time until which it is shown.
    private var lastFailure: (text: String, until: Nanoseconds)?

    /// The time between two looks at a store that cannot wake the room, in nanoseconds: changes appear well within a
    /// second.
    private static let interval: Nanoseconds = 100_000_000
    /// The time for which a failure is shown.
    private static let failureDisplayTime: Nanoseconds = 8 * .second

    init(_ store: (any StoreUpdates)?) {
        self.store = store
        nextPoll = store == nil ? nil : 0
    }

    /// The file descriptor that signals updates.
    var wakeUpDescriptor: Int32? { store?.wakeUpDescriptor }

    /// The status line of the store; short while the store does not answer or has no valid catalogue, as the reason was
    /// announced on the stage.
    var line: String? {
        if isLost { return "store: no answer" }
        return lacksCatalogue ? "store: no valid catalogue" : status
    }

    /// Downloads the animation of a kind.
    func fetch(_ kind: String) { store?.fetch(kind) }

    /// Returns the updates of the store.
    mutating func consumeUpdates(at time: Nanoseconds) -> [StoreUpdate] {
        guard let store else { return [] }
        if store.wakeUpDescriptor == nil {
            guard time >= nextPoll ?? .max else { return [] }
            nextPoll = time + Self.interval
        } else {
            nextPoll = nil
        }
        let updates = store.consumeUpdates()
        for update in updates {
            switch update {
            case .statusLine(let line): status = line
            case .problem(let line): status = line
            case .connection(let failure): isLost = failure != nil
            case .catalogue(let problem): lacksCatalogue = problem != nil
            case .failed(let id, let reason):
                lastFailure = ("\(id): \(reason)", time + Self.failureDisplayTime)
            case .listed, .ready, .withdrawn, .returned, .settings: break
            }
        }
        return updates
    }

    /// Returns the text of the last failure while it is shown.
    func failure(at time: Nanoseconds) -> String? {
        guard let lastFailure, time < lastFailure.until else { return nil }
        return lastFailure.text
    }
}
