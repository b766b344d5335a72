import FeedAdapters
import FeedSources
import GiftFeed

/// Opens what `--feed` and `feed record` name: the one place that knows all sorts of sources.
struct FeedOpening {
    let format: FeedFormat
    let map: GiftMap
    /// How files, pipes and sockets are read.
    var options = FeedSource.Options()
    /// Whether a line of our own that is earlier than the one before is wrong, where lines' own times count.
    var requiresOrder = false
    /// What happened longer ago is not shown any more, where a server has kept it.
    var oldest: @Sendable () -> Duration? = { nil }

    /// Whether a name is one of a source that has no end by itself: a network's, or a socket's.
    static func isEndless(_ text: String) -> Bool { NetworkFeeds.isOne(text) || text.hasPrefix("unix:") }

    /// - Throws: 64 for what is no source, 66 for one that can't be opened.
    func source(
        _ text: String, clock: @escaping @Sendable () -> Duration
    ) throws(CommandFailure) -> FeedSource {
        let network = try NetworkFeeds.transport(text, format: format, map: map, oldest: oldest)
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
