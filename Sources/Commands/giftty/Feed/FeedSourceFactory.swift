import FeedSources
import PlatformAdapters
import RoomEvents

/// A factory for feed sources from the names that `--feed` and `feed record` accept. Only this type knows all of them.
struct FeedSourceFactory {
    let format: FeedFormat
    let map: GiftMap
    /// The options for files, pipes and sockets.
    var options = FeedSource.Options()
    /// Whether an ndjson line with a time before that of the previous one is invalid, if the times of the lines apply.
    var requiresOrder = false
    /// A closure that returns the maximum age of events that a server has stored; `nil` for no limit.
    ///
    /// Older events are not shown.
    var maxAge: @Sendable () -> Duration? = { nil }
    /// The longest wait before a lost connection is opened again; `nil` for the value from the environment.
    var maxDelay: Duration?

    /// Returns whether a name is that of a source without an end: a network or a socket.
    static func isEndless(_ text: String) -> Bool { NetworkFeeds.matches(text) || text.hasPrefix("unix:") }

    /// Opens a source.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if `text` does not name a source, and 66 if the source cannot be
    ///   opened.
    func makeSource(
        _ text: String, clock: @escaping @Sendable () -> Duration
    ) throws(CommandFailure) -> FeedSource {
        let longestWait: Duration
        if let wait = self.maxDelay { longestWait = wait } else { longestWait = try NetworkFeeds.maxReconnectDelay() }
        let network = try NetworkFeeds.transport(
            text, format: format, map: map, maxAge: maxAge, maxDelay: longestWait)
        let (format, map, requiresOrder) = (format, map, requiresOrder)
        do {
            if let network {
                return try FeedSource(
                    network, overflow: options.overflow, capacity: options.capacity, keepsFaults: options.keepsFaults,
                    clock: clock)
            }
            guard let endpoint = FeedEndpoint(text) else {
                throw CommandFailure(.usage, "\(text): expected a file, - or unix:PATH")
            }
            return try FeedSource(
                endpoint, options, clock: clock,
                makeAdapter: {
                    format.adapter(map: map, requiresOrder: requiresOrder, stream: $0)
                })
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.noInput, "\(error)")
        }
    }
}
