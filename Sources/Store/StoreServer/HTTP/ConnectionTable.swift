import NIOCore
import Synchronization

/// The table of open connections. If there are too many, it closes an unneeded one to make room for a new one.
final class ConnectionTable: Sendable {
    /// The condition of a connection.
    enum Condition: Sendable {
        /// The connection waits for a request or for the rest of a request's head.
        case idle
        /// A request is being answered.
        case busy
        /// A request is being answered, but the client does not read the response.
        case stalled
    }

    private struct Entry {
        let channel: any Channel
        var condition = Condition.idle
        /// The number of the change that set the condition; a larger number is more recent.
        var changeNumber: Int
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var changeCount = 0
        /// The maximum number of connections since the memory of closed ones was released.
        var peak = 0
    }

    /// The number of connections whose memory is worth releasing.
    private static let minPeak = 256

    private let limit: Int
    private let releaseMemory: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of connections.
    ///   - releaseMemory: Called when the number of connections has fallen to half of many.
    init(limit: Int, releaseMemory: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.releaseMemory = releaseMemory
    }

    /// Adds a connection. If the table is full, the connection that has been idle for the longest time is closed; if
    /// none is idle, the one that has been stuck for the longest time.
    ///
    /// - Returns: Whether the connection was added; otherwise the caller must close it.
    func add(_ channel: any Channel) -> Bool {
        let (isIn, victim) = state.withLock { state -> (Bool, (any Channel)?) in
            var victim: (any Channel)?
            if state.entries.count >= limit {
                guard
                    let key = Self.oldestConnection(state.entries, .idle)
                        ?? Self.oldestConnection(state.entries, .stalled)
                else {
                    return (false, nil)
                }
                victim = state.entries.removeValue(forKey: key)?.channel
            }
            state.changeCount += 1
            state.entries[ObjectIdentifier(channel)] = Entry(channel: channel, changeNumber: state.changeCount)
            state.peak = max(state.peak, state.entries.count)
            return (true, victim)
        }
        victim?.close(promise: nil)
        return isIn
    }

    private static func oldestConnection(_ entries: [ObjectIdentifier: Entry], _ condition: Condition)
        -> ObjectIdentifier?
    {
        entries.filter { $0.value.condition == condition }.min { $0.value.changeNumber < $1.value.changeNumber }?.key
    }

    /// Sets the condition of a connection.
    func set(_ condition: Condition, of channel: any Channel) {
        state.withLock { state in
            let key = ObjectIdentifier(channel)
            guard let entry = state.entries[key], entry.condition != condition else { return }
            state.changeCount += 1
            state.entries[key]?.condition = condition
            state.entries[key]?.changeNumber = state.changeCount
        }
    }

    /// Removes a closed connection.
    func remove(_ channel: any Channel) {
        let hasFallen = state.withLock { state in
            state.entries.removeValue(forKey: ObjectIdentifier(channel))
            guard state.peak >= Self.minPeak, state.entries.count <= state.peak / 2 else { return false }
            state.peak = state.entries.count
            return true
        }
        if hasFallen { releaseMemory() }
    }
}
