import Synchronization

/// The rooms that asked for settings, the latest of them, in bounded memory.
final class RoomCensus: Sendable {
    private struct State {
        var recent: Set<String> = []
        var older: Set<String> = []
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// The longest id of a room that is counted, in bytes.
    private static let maxLength = 256

    /// Creates an empty census of at most `capacity` rooms.
    init(capacity: Int = 200_000) { self.capacity = capacity }

    /// Counts a room.
    func add(_ room: String) {
        guard room.utf8.count <= Self.maxLength else { return }
        state.withLock { state in
            guard state.recent.insert(room).inserted else { return }
            state.older.remove(room)
            if state.recent.count >= max(1, capacity / 2) {
                state.older = state.recent
                state.recent = []
            }
        }
    }

    /// The counted rooms.
    var rooms: Set<String> { state.withLock { $0.recent.union($0.older) } }

    /// The number of counted rooms.
    var count: Int { state.withLock { $0.recent.count + $0.older.count } }
}
